import routes from "#app/routes.ts";

type Placed = { path?: string; file: string; children: readonly Placed[] };

const pathsOf = (placed: readonly Placed[], above: string): string[] =>
  placed.flatMap(({ path, file, children }) => {
    const here = path === undefined ? above : `${above}/${path}`;
    return [...(file.endsWith(".tsx") ? [here || "/"] : []), ...pathsOf(children, here)];
  });

/** The path of every screen in `app/routes.ts`: rendered pages, without files and data routes. */
export const screenPaths: readonly string[] = [...new Set(pathsOf(routes, ""))];
