// Keeps the page, the boards and the engine for when there is no network. The build puts
// the list of files and a version made of their contents in place of the two names below.
const VERSION = "tablier-VERSION";
const FILES = ["FILES"];

addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" }))))
      .then(() => skipWaiting()),
  );
});

addEventListener("activate", (event) => {
  // A page opened before may still ask for the parts it knows: the last version stays too.
  const clean = async () => {
    const old = (await caches.keys()).filter((name) => name !== VERSION);
    await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(clean());
});

const isPage = (url) => url.pathname === "/" || url.pathname.startsWith("/t/");

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (isPage(url)) {
    event.respondWith(caches.match("/").then((kept) => kept ?? fetch(event.request)));
    return;
  }
  // Only what we keep is answered from here; the server speaks for the rest.
  if (FILES.includes(url.pathname))
    event.respondWith(caches.match(url.pathname).then((kept) => kept ?? fetch(event.request)));
});
