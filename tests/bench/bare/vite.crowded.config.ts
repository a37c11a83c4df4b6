import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import portalRoutes from "../../../app/routes.ts";
import { future } from "./yardstick.ts";

/** The module of the portal's list that the bare list replaces. */
const listModule = "domains/metaproducts/routes/products.tsx";

/**
 * The baseline with the portal's number of routes, each at its path and inside its parents, all empty except for the
 * list.
 */
export default defineConfig({
  plugins: [
    remix({
      buildDirectory: "../../../test-results/crowded",
      future,
      ignoredRouteFiles: ["**/*"],
      routes: (defineRoutes) =>
        defineRoutes((define) => {
          const add = (routes: typeof portalRoutes) => {
            for (const { id, path, index, file, children } of routes) {
              const module = file === listModule ? "routes/list.tsx" : "empty.tsx";
              if (index) define(path, module, { id, index });
              else define(path, module, { id }, () => add(children));
            }
          };
          add(portalRoutes);
        }),
    }),
  ],
  css: { postcss: { plugins: [] } },
});
