import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { repository } from "./processes.ts";

const manifest = z.object({
  routes: z.record(
    z.string(),
    z.object({
      id: z.string(),
      parentId: z.string().optional(),
      path: z.string().optional(),
      index: z.boolean().optional(),
      hasLoader: z.boolean(),
      hasAction: z.boolean(),
    }),
  ),
});

export type BuiltRoute = { id: string; path: string; hasLoader: boolean; hasAction: boolean };

/** Every route of the production build, with parameters as Remix writes them (`/store/:alias`). */
export function builtRoutes(): BuiltRoute[] {
  const folder = join(repository, "build/client/assets");
  const file = readdirSync(folder).find((name) => /^manifest-.*\.js$/.test(name));
  if (file === undefined) throw new Error("The production build has no manifest");
  const text = readFileSync(join(folder, file), "utf8");
  const { routes } = manifest.parse(JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)));
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    return route === undefined ? "" : `${pathOf(route.parentId)}${route.path ? `/${route.path}` : ""}`;
  };
  return Object.values(routes).map(({ id, hasLoader, hasAction }) => ({
    id,
    path: pathOf(id) || "/",
    hasLoader,
    hasAction,
  }));
}
