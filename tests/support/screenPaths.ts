import routes from "#app/routes.ts";
import type { Reply } from "./visitor.ts";

type Placed = { path?: string; file: string; children: readonly Placed[] };

const pathsOf = (placed: readonly Placed[], above: string): string[] =>
  placed.flatMap(({ path, file, children }) => {
    const here = path === undefined ? above : `${above}/${path}`;
    return [...(file.endsWith(".tsx") ? [here || "/"] : []), ...pathsOf(children, here)];
  });

/** The path of every screen in `app/routes.ts`: rendered pages, without files and data routes. */
export const screenPaths: readonly string[] = [...new Set(pathsOf(routes, ""))];

/** The URLs of a page's links and forms. */
export const hrefsIn = ({ text, url }: Reply): URL[] =>
  [...text.matchAll(/\s(?:href|action)="([^"#]+)/g)].map(
    ([, href = ""]) => new URL(href.replaceAll("&amp;", "&"), url),
  );

const patternOf = (screen: string) => new RegExp(`^${screen.replace(/:\w+/g, "[^/]+")}/?$`);
/** Screens without a parameter at the end of their path: a URL that matches one of them is no record. */
const named = screenPaths.filter((path) => !/[:*]/.test(path.split("/").at(-1) ?? "")).map(patternOf);
/** Whether a URL is one of a screen's, by the screen's path in the routes. */
export const isOf = (screen: string, { pathname }: URL) =>
  patternOf(screen).test(pathname) &&
  !/\.\w+$/.test(pathname) &&
  (!/:\w+$/.test(screen) || !named.some((other) => other.test(pathname)));
