import { defineConfig } from "vite";
import { licences } from "./tools/licences.mjs";

const { write, collect } = licences();

export default defineConfig({
  base: "/",
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  plugins: [write],
  worker: { format: "es", plugins: () => [collect] },
  server: { fs: { allow: [".."] } },
});
