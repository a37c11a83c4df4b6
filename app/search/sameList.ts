import type { Search } from "./defineSearch.ts";

/**
 * Whether two URLs show the same list: the same scope, matched by `at` at the start of their paths,
 * and the same search. What is opened over a list, below its path, makes no difference.
 */
export const sameList =
  <Filter>(at: RegExp, search: Search<Filter>) =>
  (one: URL, other: URL): boolean => {
    const list = at.exec(one.pathname)?.[0];
    return list !== undefined && list === at.exec(other.pathname)?.[0] && search.same(one, other);
  };
