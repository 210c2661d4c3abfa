// A game of each kind in Debian's Firefox.
// Usage: firefox.mjs WASM
import { launchFirefox } from "./bidi.mjs";
import { playEach } from "./elsewhere.mjs";

await playEach("firefox", await launchFirefox(), 25);
