/**
 * Where we are. Routes live behind the #, so that any server that has the files will do;
 * only a table's link, /t/ID, is a real path, and becomes a route when the page opens.
 */
import { store } from "./store";

export type Route =
  | { page: "home" }
  | { page: "new"; game: string; friends: boolean }
  | { page: "local"; id: string }
  | { page: "table"; id: string }
  | { page: "replay"; where: "local" | "table"; id: string }
  | { page: "rules"; game: string }
  | { page: "learn"; game: string }
  | { page: "companion"; game: string; detail: string }
  | { page: "tables" }
  | { page: "friends" }
  | { page: "today" }
  | { page: "mine" }
  | { page: "settings" }
  | { page: "licences" }
  | { page: "lost" };

function parse(hash: string): Route {
  const [page = "", a = "", b = ""] = hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  if (page === "") return { page: "home" };
  if (page === "new" && a) return { page, game: a, friends: b === "friends" };
  if (page === "local" && a) return { page, id: a };
  if (page === "t" && a) return { page: "table", id: a };
  if (page === "replay" && b && (a === "local" || a === "table")) return { page, where: a, id: b };
  if ((page === "rules" || page === "learn") && a) return { page, game: a };
  if (page === "companion" && a) return { page, game: a, detail: b };
  for (const plain of ["tables", "friends", "today", "mine", "settings", "licences"] as const)
    if (page === plain) return { page: plain };
  return { page: "lost" };
}

const link = /^\/t\/([\w-]+)\/?$/.exec(location.pathname);
if (link) history.replaceState(null, "", `/#/t/${link[1]}`);
else if (location.pathname !== "/" && location.pathname !== "/index.html")
  history.replaceState(null, "", location.hash ? `/${location.hash}` : "/#/nowhere");

export const route = store<Route>(parse(location.hash));
addEventListener("hashchange", () => {
  route.set(parse(location.hash));
  scrollTo(0, 0);
});

export function go(path: string): void {
  location.hash = path;
}

/** The way on after something that takes a while: not taken once the visitor has gone elsewhere. */
export function wayOn(): (path: string | (() => string)) => void {
  const from = location.hash;
  return (path) => {
    if (location.hash === from) go(typeof path === "string" ? path : path());
  };
}
