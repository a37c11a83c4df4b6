import type { User } from "#app/auth/guard.server.ts";
import type { Search } from "#app/search/defineSearch.ts";
import type { Counted } from "#app/today/lines.ts";
import type { Permission } from "#contract/capabilities.ts";

/** A list as a view of it opens today. */
export type OpenedList = {
  title: string;
  /** The store's alias; undefined for a list of all stores. */
  alias: string | undefined;
  permission: Permission;
  /** Its first page, as today's list writes its address. */
  href: string;
  /** Counts what it holds; nothing where no call tells without reading all of it. Throws ApiError. */
  count?: (user: User) => Promise<Counted | undefined>;
};

/** A list that can be kept by a name: what it finds in an address, undefined where that is another page. */
export type ViewList = (href: string) => OpenedList | undefined;

type Table<Value> = {
  title: string;
  permission: Permission;
  /** The path of the list; its first group is the alias of the store. */
  at: RegExp;
  search: Search<Value>;
  path: (alias: string, filter: Value) => string;
  count?: (user: User, alias: string | undefined, filter: Value) => Promise<Counted | undefined>;
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
 * A list whose address is read as its page reads it: filters that an older version kept and that there are no more fall
 * back, and the first page opens (views#older).
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
      ...(count ? { count: (user: User) => count(user, alias, filter) } : {}),
    };
  };

/** What an address opens among these lists; undefined where it is none of them. */
export function openedList(lists: readonly ViewList[], href: string): OpenedList | undefined {
  for (const list of lists) {
    const opened = list(href);
    if (opened) return opened;
  }
  return undefined;
}
