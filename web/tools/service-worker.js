// Keeps the page, the boards and the engine for when there is no network. The build puts
// the list of files and a version made of their contents in place of the two names below.
//
// One version at a time: this worker answers from its own files only, so a page never gets
// parts of two versions. A newer worker waits until no page of the older one is left, or
// until a page says "take over" (src/newer.ts), and then throws the older files away.
const PREFIX = "tablier-";
const VERSION = `${PREFIX}VERSION`;
const FILES = ["FILES"];

addEventListener("install", (event) => {
  // Past the browser's own cache, which may still hold files of another version; not for assets,
  // whose names change with their contents: what this page has fetched is not fetched again.
  const how = (file) => ({ cache: file.startsWith("/assets/") ? "default" : "reload" });
  const fetchAll = (cache) => cache.addAll(FILES.map((file) => new Request(file, how(file))));
  event.waitUntil(caches.open(VERSION).then(fetchAll));
});

addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(skipWaiting());
});

addEventListener("activate", (event) => {
  const clean = async () => {
    const older = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== VERSION);
    await Promise.all(older.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(clean());
});

async function keptOr(path, request) {
  const cache = await caches.open(VERSION);
  return (await cache.match(path)) ?? fetch(request);
}

const isPage = (url) => url.pathname === "/" || url.pathname.startsWith("/t/");

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (isPage(url)) event.respondWith(keptOr("/", event.request));
  // Only what we keep is answered from here; the server speaks for the rest.
  else if (FILES.includes(url.pathname)) event.respondWith(keptOr(url.pathname, event.request));
});
