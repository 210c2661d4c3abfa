// A service worker.
