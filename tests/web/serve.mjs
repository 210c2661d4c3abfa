// Serves web/dist as the server does: files, and the page for a table's link.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { dist } from "./browser.mjs";

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

/** Starts on a free port; answers { url, stop }. */
export function serve(folder, port = 0) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    let file = join(folder, path);
    if (path === "/" || path.startsWith("/t/")) file = join(folder, "index.html");
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  return new Promise((done) => {
    server.listen(port, "127.0.0.1", () => {
      done({
        url: `http://127.0.0.1:${server.address().port}`,
        stop: () => (server.closeAllConnections(), new Promise((closed) => server.close(closed))),
      });
    });
  });
}

/** Serves the page that was built; without one the test says so and is left out, which fails the run. */
export function servePage() {
  if (!existsSync(`${dist}/index.html`)) {
    console.log("web/dist is missing: make web builds it");
    process.exit(77);
  }
  return serve(dist);
}
