import { defineConfig } from "vite";

export default defineConfig({
  base: "/",
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: "es" },
  server: { fs: { allow: [".."] } },
});
