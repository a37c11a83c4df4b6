import { LRUCache } from "lru-cache";
import { readWithin } from "#app/core/api/api.server.ts";
import { audit } from "#app/core/audit/audit.server.ts";
import { may, type User } from "#app/core/auth/guard.server.ts";
import { nameOf } from "#app/core/auth/user.ts";
import { type Read, readOne } from "#app/core/database/batchRead.server.ts";
import { database } from "#app/core/database/database.server.ts";
import { env } from "#app/core/env.server.ts";
import { log } from "#app/core/log.server.ts";
import type { Counted } from "#app/core/records/todayLine.ts";
import { type OpenedList, openedList, type ViewList } from "./viewList.server.ts";
import {
  createViews,
  mayChange,
  type SavedView,
  type SeenViews,
  type ViewPerson,
} from "./viewStore.server.ts";
import type { ViewsMenu } from "./views/PinnedViews.tsx";

const limitMs = 10_000;

type Known = { at: number; count: Counted | undefined };
type Counting = { user: User; read: NonNullable<OpenedList["count"]> };

/** The last count by person and URL, in this process; concurrent callers share it. */
const stored = new LRUCache<string, Known, Counting>({
  max: 5_000,
  async fetchMethod(_key, _stale, { context: { user, read } }) {
    const result = await readWithin(user, limitMs, "background", read);
    // No number is better than a possibly outdated one.
    return { at: Date.now(), count: result.ok ? result.value : undefined };
  },
  ignoreFetchAbort: true,
  noDeleteOnFetchRejection: true,
});

const keyOf = ({ subject }: User, { href }: OpenedList): string => `${subject} ${href}`;
const isFresh = (user: User, list: OpenedList, youngerThanMs: number): boolean =>
  Date.now() - (stored.get(keyOf(user, list))?.at ?? 0) < youngerThanMs;

/** Counts a view again if its count is older than `youngerThanMs`. */
async function count(user: User, list: OpenedList, youngerThanMs: number): Promise<void> {
  const { count: read } = list;
  if (!read || isFresh(user, list, youngerThanMs)) return;
  await stored.fetch(keyOf(user, list), { forceRefresh: true, context: { user, read } });
}

/** Sequentially, so that many pinned views cause no more concurrent calls than one. */
async function countAll(user: User, pinned: readonly OpenableView[], youngerThanMs: number): Promise<void> {
  for (const { list } of pinned) await count(user, list, youngerThanMs);
}

const refreshMs = env.TODAY_REFRESH_SECONDS * 1000;

const menuOf = (user: User, all: readonly OpenableView[], pinned: readonly OpenableView[]): ViewsMenu => ({
  pinned: pinned.map(({ view: { id, name }, list }) => {
    const count = stored.get(keyOf(user, list))?.count;
    return { id, name, href: list.href, count };
  }),
  hasViews: all.length > 0,
  isFresh: pinned.every(({ list }) => !list.count || isFresh(user, list, refreshMs)),
});

const pinnedOf = (all: readonly OpenableView[]) => all.filter(({ isPinned }) => isPinned);

/** The side menu, without waiting for counts: outdated ones are recounted for the next page (views#counts). */
export function knownMenu(user: User, all: readonly OpenableView[]): ViewsMenu {
  const pinned = pinnedOf(all);
  if (refreshMs > 0)
    countAll(user, pinned, refreshMs).catch((problem: unknown) =>
      log.error({ err: problem, correlationId: user.correlationId }, "views could not be counted"),
    );
  return menuOf(user, all, pinned);
}

/** The same with every number recent, and that of the view `openedId` counted now: its list has just been opened. */
export async function countedMenu(
  user: User,
  all: readonly OpenableView[],
  openedId: string,
): Promise<ViewsMenu> {
  const pinned = pinnedOf(all);
  const opened = pinned.find(({ view }) => view.id === openedId);
  if (opened) await count(user, opened.list, 1_000);
  if (refreshMs > 0) await countAll(user, pinned, refreshMs);
  return menuOf(user, all, pinned);
}

export const views = createViews(database);

export const personOf = (user: User): Omit<ViewPerson, "opens"> => ({
  subject: user.subject,
  roles: user.roles,
  name: nameOf(user),
});

export type OpenableView = { view: SavedView; list: OpenedList; isPinned: boolean; mayChange: boolean };

/** A view that its author can no longer open, but may remove (views#closed). */
export type ClosedView = Omit<OpenableView, "list" | "mayChange"> & { list: OpenedList | undefined };

export function openTo(user: User, lists: readonly ViewList[], href: string): OpenedList | undefined {
  const list = openedList(lists, href);
  return list && may(user, list.permission) ? list : undefined;
}

/** The views that a user sees, by name, and separately their own that they can no longer open. */
function splitByAccess(user: User, lists: readonly ViewList[], { views: seen, pins }: SeenViews) {
  const person = personOf(user);
  const open: OpenableView[] = [];
  const closed: ClosedView[] = [];
  for (const view of seen) {
    const list = openTo(user, lists, view.href);
    const isOurs = mayChange(person, view);
    const isPinned = pins.includes(view.id);
    if (list) open.push({ view, list, isPinned, mayChange: isOurs });
    else if (isOurs) closed.push({ view, list: openedList(lists, view.href), isPinned });
  }
  return { open, closed };
}

export const allViewsOf = async (user: User, lists: readonly ViewList[]) =>
  splitByAccess(user, lists, await readOne(database, views.seenBy(user)));

/** The views that a user can open, for a statement with others. */
export function openViewsOf(user: User, lists: readonly ViewList[]): Read<OpenableView[]> {
  const { query, parse } = views.seenBy(user);
  return { query, parse: (rows) => splitByAccess(user, lists, parse(rows)).open };
}

export const viewsOf = (user: User, lists: readonly ViewList[]): Promise<OpenableView[]> =>
  readOne(database, openViewsOf(user, lists));

/** Records in the audit trail what was done to a shared view (views#audit). */
export async function auditView(did: string, view: SavedView, before?: SavedView): Promise<void> {
  if (view.role === undefined && before?.role === undefined) return;
  const why = view.role === undefined ? "No longer shared" : `For the role ${view.role}`;
  // Its filters may name a customer, and the trail is not deleted.
  const [href = ""] = view.href.split("?");
  await audit({ kind: "action", did, record: view.name, href, outcome: "done", why });
}
