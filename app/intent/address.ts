import { entriesOf, firstOf, searchOf } from "#app/search/entries.ts";

/** The data of one page, as the router asks for it. */
export type PageData = {
  /** Path and query, without which routes are asked. */
  key: string;
  /** The routes that are asked; undefined for all of the page. */
  routes: readonly string[] | undefined;
};

/** The router's own field of a query: which routes of the page are asked. */
const routesField = "_routes";

/** What the router asks for by this address; undefined where that is no page's data. */
export function pageDataOf(url: URL): PageData | undefined {
  if (!url.pathname.endsWith(".data")) return undefined;
  const entries = entriesOf(url);
  const query = searchOf(entries.filter(([name]) => name !== routesField));
  return { key: url.pathname + query, routes: firstOf(entries, routesField)?.split(",") };
}

/** Where the router asks for these routes of a page. */
export function dataAddress(page: URL, routes: readonly string[] | undefined): URL {
  const path = page.pathname === "/" ? "/_root" : page.pathname.replace(/\/$/, "");
  const asked = routes ? [[routesField, routes.join(",")] as const] : [];
  return new URL(`${path}.data${searchOf(entriesOf(page), asked)}`, page);
}

/** Whether an answer about some routes says all that is asked. */
export const covers = (held: PageData["routes"], asked: PageData["routes"]): boolean =>
  held === undefined ? asked === undefined : asked?.every((route) => held.includes(route)) === true;
