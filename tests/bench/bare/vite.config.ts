import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";

/** The yardstick of the benchmarks: Remix with its own defaults and nothing else. */
export default defineConfig({
  plugins: [
    remix({
      buildDirectory: "../../../test-results/bare",
      future: {
        v3_fetcherPersist: true,
        v3_lazyRouteDiscovery: true,
        v3_relativeSplatPath: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
  ],
  css: { postcss: { plugins: [] } },
});
