/**
 * A newer version of the page: found, said, and taken over between games.
 *
 * The service worker keeps one whole version (tools/service-worker.js). When a newer one has
 * been fetched it waits; a page that is not at a table lets it take over by itself, provided
 * that no other tab is at one (they hold a lock); at a table the player is asked.
 */
import { aheadDone } from "./ahead";
import { type Route, route } from "./router";
import { store } from "./store";

/** A newer version waits to be taken. */
export const newer = store(false);

const LOCK = "tablier.table";
const LOOK_EVERY = 30 * 60_000;
const tables: readonly Route["page"][] = ["local", "table", "learn", "replay", "new"];
const atTable = () => tables.includes(route.get().page);

let worker: ServiceWorker | null = null;

/** Every tab of this house is reloaded; games are kept with each move. */
export function takeNewer(): void {
  worker?.postMessage("take over");
}

function takeBetweenGames(): void {
  if (!worker || atTable()) return;
  void navigator.locks?.request(LOCK, { ifAvailable: true }, (free) => {
    if (free) takeNewer();
  });
}

/** While this tab is at a table it shares the lock with others that are. */
function holdWhileAtTable(): void {
  let leave: (() => void) | null = null;
  const look = () => {
    if (atTable() === (leave !== null)) return;
    if (leave) {
      leave();
      leave = null;
      return;
    }
    const left = new Promise<void>((done) => {
      leave = done;
    });
    void navigator.locks?.request(LOCK, { mode: "shared" }, () => left);
  };
  route.watch(look);
  look();
}

function found(waiting: ServiceWorker): void {
  worker = waiting;
  newer.set(true);
  takeBetweenGames();
}

/** A worker that is being fetched is found once it is whole, if it replaces another. */
function follow(registration: ServiceWorkerRegistration): void {
  const look = () => {
    if (registration.waiting && navigator.serviceWorker.controller) found(registration.waiting);
  };
  registration.addEventListener("updatefound", () =>
    registration.installing?.addEventListener("statechange", look),
  );
  look();
  const update = () => void registration.update().catch(() => {}); // without network: later
  setInterval(update, LOOK_EVERY);
  document.addEventListener("visibilitychange", () => document.hidden || update());
}

/** A part of the page is gone from the server, and this page was not kept: begin anew, once. */
function reloadWhenPartsAreGone(): void {
  addEventListener("vite:preloadError", () => {
    const mark = "tablier.reloaded";
    if (history.state?.[mark] === location.hash) return;
    history.replaceState({ [mark]: location.hash }, "");
    location.reload();
  });
}

export function followVersions(): void {
  reloadWhenPartsAreGone();
  if (!("serviceWorker" in navigator)) return;
  holdWhileAtTable();
  route.watch(takeBetweenGames);
  let controlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (controlled) location.reload();
    controlled = true; // the first worker only keeps what is here
  });
  // Where workers are forbidden the promise fails, or answers with nothing. What the next click
  // needs goes first: on a slow line the worker's fetching of everything else would delay it.
  const register = () =>
    navigator.serviceWorker.register("/service-worker.js").then(
      (registration) => registration && follow(registration),
      () => {},
    );
  void aheadDone().then(register);
}
