/** Every URL of the stores: the Stores screen and what hangs below one store. */
export const storesPath = "/store/";

/** A page of one store; `segment` is the page's path segment, empty for the Overview. */
export const storePath = (alias: string, segment = ""): string =>
  `/store/${encodeURIComponent(alias)}${segment === "" ? "" : `/${segment}`}`;

/**
 * The same URL with the alias in its canonical case: only the alias segment changes, what follows it
 * (page, ids, search) stays as it was asked for.
 */
export function canonicalStoreUrl(url: URL, alias: string): string {
  const rest = url.pathname.split("/").slice(3).join("/");
  return `${storePath(alias)}${rest === "" ? "" : `/${rest}`}${url.search}`;
}
