import type { User } from "#app/auth/guard.server.ts";
import { env } from "#app/env.server.ts";
import { readWithin } from "#app/http/readWithin.server.ts";
import { log } from "#app/log.server.ts";
import type { Counted } from "#app/today/lines.ts";
import type { ViewsMenu } from "./shown.ts";
import type { OpenedList } from "./viewList.server.ts";
import type { OpenableView } from "./views.server.ts";

/** Counting one view may take so long. */
const limitMs = 10_000;
const maxEntries = 5_000;

type Known = { at: number; count?: Counted | undefined; reading?: Promise<void> };

/** What was counted last, by person and address, in this process; who was not here for longest goes first. */
const stored = new Map<string, Known>();

function knownOf({ subject }: User, { href }: OpenedList): Known {
  const place = `${subject} ${href}`;
  const found = stored.get(place) ?? { at: 0 };
  stored.delete(place);
  stored.set(place, found);
  for (const oldest of stored.keys()) {
    if (stored.size <= maxEntries) break;
    stored.delete(oldest);
  }
  return found;
}

/** Counts a view again that is older than `youngerThanMs`; whoever asks meanwhile waits for the same counting. */
async function count(user: User, list: OpenedList, youngerThanMs: number): Promise<void> {
  const known = knownOf(user, list);
  const { count: read } = list;
  if (!read || Date.now() - known.at < youngerThanMs) return;
  known.reading ??= readWithin(user, limitMs, "background", read)
    .then((result) => {
      // No number is better than one that may be wrong by now.
      known.count = result.ok ? result.value : undefined;
      known.at = Date.now();
    })
    .finally(() => {
      delete known.reading;
    });
  await known.reading;
}

/** One after the other: a person who has pinned many asks the service no more at once than one who has pinned one. */
async function countAll(user: User, pinned: readonly OpenableView[], youngerThanMs: number): Promise<void> {
  for (const { list } of pinned) await count(user, list, youngerThanMs);
}

const refreshMs = env.TODAY_REFRESH_SECONDS * 1000;

const menuOf = (user: User, all: readonly OpenableView[], pinned: readonly OpenableView[]): ViewsMenu => ({
  pinned: pinned.map(({ view: { id, name }, list }) => {
    const { count } = knownOf(user, list);
    return { id, name, href: list.href, ...(count ? { count } : {}) };
  }),
  hasViews: all.length > 0,
  isFresh: pinned.every(({ list }) => !list.count || Date.now() - knownOf(user, list).at < refreshMs),
});

const pinnedOf = (all: readonly OpenableView[]) => all.filter(({ isPinned }) => isPinned);

/**
 * What the side menu shows, without waiting for a count: old numbers are counted again for the next page (views#counts).
 */
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
