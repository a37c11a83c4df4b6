import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import { future } from "./yardstick.ts";

/** The benchmarks' baseline: two routes. */
export default defineConfig({
  plugins: [remix({ buildDirectory: "../../../test-results/bare", future })],
  css: { postcss: { plugins: [] } },
});
