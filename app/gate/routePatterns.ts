/** What is known of a route of the build. */
type BuiltRoute = { id: string; parentId?: string | undefined; path?: string | undefined };

const segmentsOf = (path: string): string[] => path.split("/").filter(Boolean);

const isOpen = (segment: string) => segment.startsWith(":");

/** Named segments stand before open ones, and `*` takes what is left. */
const rankOf = (segments: readonly string[]): string =>
  segments.map((segment) => (segment === "*" ? "c" : isOpen(segment) ? "b" : "a")).join("");

/**
 * Tells by which address of `app/routes.ts` a path is answered, such as `/returns/:exoId`; `/*` for none. It counts
 * and limits by kinds of pages, so that no record's name stands in a log.
 */
export function createRoutePattern(routes: Record<string, BuiltRoute | undefined>) {
  const fullPath = ({ path = "", parentId }: BuiltRoute): string => {
    const parent = parentId === undefined ? undefined : routes[parentId];
    return `${parent ? fullPath(parent) : ""}/${path}`;
  };
  const known = Object.values(routes).flatMap((route) => (route ? [segmentsOf(fullPath(route))] : []));
  const byRank = known
    .map((segments) => ({ segments, pattern: `/${segments.join("/")}`, rank: rankOf(segments) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1));

  return (pathname: string): string => {
    const page = pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
    const asked = segmentsOf(page.toLowerCase());
    const found = byRank.find(
      ({ segments }) =>
        (segments.length === asked.length || segments.at(-1) === "*") &&
        segments.every(
          (one, at) =>
            one === "*" || (isOpen(one) ? asked[at] !== undefined : one.toLowerCase() === asked[at]),
        ),
    );
    return found?.pattern ?? "/*";
  };
}
