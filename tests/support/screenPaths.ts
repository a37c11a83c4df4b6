import routes from "#app/routes.ts";

type Placed = { path?: string; file: string; children: readonly Placed[] };

const pathsOf = (placed: readonly Placed[], above: string): string[] =>
  placed.flatMap(({ path, file, children }) => {
    const here = path === undefined ? above : `${above}/${path}`;
    return [...(file.endsWith(".tsx") ? [here || "/"] : []), ...pathsOf(children, here)];
  });

/** The address of every screen of the product, as `app/routes.ts` has it: what is drawn, and no file or bare data. */
export const screenPaths: readonly string[] = [...new Set(pathsOf(routes, ""))];
