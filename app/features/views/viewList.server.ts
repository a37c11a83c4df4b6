import type { User } from "#app/core/auth/guard.server.ts";
import type { Counted } from "#app/core/records/todayLine.ts";
import type { Search } from "#app/core/search/search.ts";
import { storePage } from "#app/core/stores/model.ts";
import type { Permission, StorePageKey } from "#contract/capabilities.ts";
import type { WirePage } from "#contract/envelopes.ts";

export type OpenedList = {
  title: string;
  /** The store's alias; undefined for a list of all stores. */
  alias: string | undefined;
  permission: Permission;
  /** Its first page, as a current URL. */
  href: string;
  /** Counts its records; undefined if no call returns the count without reading everything. Throws ApiError. */
  count?: (user: User) => Promise<Counted | undefined>;
};

/** A list that can be saved: parses its URL, undefined for any other page. */
export type ViewList = (href: string) => OpenedList | undefined;

type Table<Value> = {
  title: string;
  permission: Permission;
  /** The path of the list; its first group is the alias of the store. */
  at: RegExp;
  search: Search<Value>;
  path: (alias: string, filter: Value) => string;
  count?:
    | ((user: User, alias: string | undefined, filter: Value) => Promise<Counted | undefined>)
    | undefined;
};

function decoded(part: string | undefined): string | undefined {
  try {
    return part === undefined ? undefined : decodeURIComponent(part);
  } catch (problem) {
    if (problem instanceof URIError) return undefined;
    throw problem;
  }
}

/**
 * A list whose URL is parsed as by its page: filters saved by an older version that no longer exist
 * get their defaults, and the first page opens (views#older).
 */
export const viewList =
  <Value extends object>({ title, permission, at, search, path, count }: Table<Value>): ViewList =>
  (href) => {
    const found = at.exec(href.split(/[?#]/, 1)[0] ?? "");
    if (!found) return undefined;
    const alias = decoded(found[1]);
    if (found[1] !== undefined && alias === undefined) return undefined;
    const read = search.read(href);
    const filter = { ...read, ...("page" in read ? { page: 1 } : {}), isChoosing: false };
    return {
      title,
      permission,
      alias,
      href: path(alias ?? "", filter),
      count: count && ((user: User) => count(user, alias, filter)),
    };
  };

/** A list at a store's page. */
export const storeViewList = <Value extends object>(
  { page, search, list }: Pick<Table<Value>, "search"> & { page: StorePageKey; list: Table<Value>["path"] },
  count?: Table<Value>["count"],
): ViewList =>
  viewList({
    title: storePage(page).label,
    permission: `store/${page}`,
    at: new RegExp(`^/store/([^/]+)/${page}/?$`),
    search,
    path: list,
    count,
  });

export function openedList(lists: readonly ViewList[], href: string): OpenedList | undefined {
  for (const list of lists) {
    const opened = list(href);
    if (opened) return opened;
  }
  return undefined;
}

/** All pages but the last are full, so that two calls count what a list with numbered pages holds (views#counts). */
export async function pagedCount(pageOf: (page: number) => Promise<WirePage<unknown>>): Promise<Counted> {
  const first = await pageOf(1);
  if (first.pages <= 1) return { count: first.rows.length, orMore: false };
  const last = await pageOf(first.pages);
  return { count: (first.pages - 1) * first.rows.length + last.rows.length, orMore: false };
}
