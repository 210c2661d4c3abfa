import { defineConfig } from "vite";
import { chunks } from "./tools/chunks.mjs";
import { licences } from "./tools/licences.mjs";

const { write, collect } = licences();

export default defineConfig({
  base: "/",
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { output: { manualChunks: chunks(), onlyExplicitManualChunks: true } },
  },
  plugins: [write],
  worker: { format: "es", plugins: () => [collect] },
  server: { fs: { allow: [".."] } },
});
