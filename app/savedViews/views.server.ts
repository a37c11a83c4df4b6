import { audit } from "#app/audit/audit.server.ts";
import { may, type User } from "#app/auth/guard.server.ts";
import { nameOf } from "#app/auth/user.ts";
import { lastingRecords } from "#app/records/portalRecords.server.ts";
import { mayChange, type SavedView, type ViewPerson } from "./model.ts";
import { type OpenedList, openedList, type ViewList } from "./viewList.server.ts";
import { createViews } from "./viewStore.server.ts";

export const views = createViews(lastingRecords);

export const personOf = (user: User): Omit<ViewPerson, "opens"> => ({
  subject: user.subject,
  roles: user.roles,
  name: nameOf(user),
});

export type OpenableView = { view: SavedView; list: OpenedList; isPinned: boolean; mayChange: boolean };

/** A view that its author can no longer open, but may remove (views#closed). */
export type ClosedView = Omit<OpenableView, "list" | "mayChange"> & { list: OpenedList | undefined };

/** The list of a URL, if this user may open it. */
export function openTo(user: User, lists: readonly ViewList[], href: string): OpenedList | undefined {
  const list = openedList(lists, href);
  return list && may(user, list.permission) ? list : undefined;
}

/** The views that a user sees, by name, and separately their own that they can no longer open. */
export async function allViewsOf(user: User, lists: readonly ViewList[]) {
  const person = personOf(user);
  const { views: seen, pins } = await views.seen(person);
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

export const viewsOf = async (user: User, lists: readonly ViewList[]): Promise<OpenableView[]> =>
  (await allViewsOf(user, lists)).open;

/** Records in the audit trail what was done to a shared view (views#audit). */
export async function auditView(did: string, view: SavedView, before?: SavedView): Promise<void> {
  if (view.role === undefined && before?.role === undefined) return;
  const why = view.role === undefined ? "No longer shared" : `For the role ${view.role}`;
  // Its filters may name a customer, and the trail is stored for ten years.
  const [href = ""] = view.href.split("?");
  await audit({ kind: "action", did, record: view.name, href, outcome: "done", why });
}
