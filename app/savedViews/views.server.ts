import { audit } from "#app/audit/audit.server.ts";
import { may, type User } from "#app/auth/guard.server.ts";
import { nameOf } from "#app/auth/user.ts";
import { lastingRecords } from "#app/records/portalRecords.server.ts";
import { createViews } from "./keeper.server.ts";
import { mayChange, type SavedView, type ViewPerson } from "./model.ts";
import { type OpenedList, openedList, type ViewList } from "./viewList.server.ts";

/** The portal's saved views. */
export const views = createViews(lastingRecords);

/** A person, as far as views go. */
export const personOf = (user: User): ViewPerson => ({
  subject: user.subject,
  roles: user.roles,
  name: nameOf(user),
});

/** A view that a person sees, with the list that it opens. */
export type OpenableView = { view: SavedView; list: OpenedList; isPinned: boolean; mayChange: boolean };

/**
 * The views that a person sees, by name; those of a list that their roles do not open are not among them, nor are those
 * of a list that there is no more (views#older).
 */
export async function viewsOf(user: User, lists: readonly ViewList[]): Promise<OpenableView[]> {
  const person = personOf(user);
  const { views: seen, pins } = await views.seen(person);
  return seen.flatMap((view) => {
    const list = openedList(lists, view.href);
    if (!list || !may(user, list.deed)) return [];
    return [{ view, list, isPinned: pins.includes(view.id), mayChange: mayChange(person, view) }];
  });
}

/** Writes down what was done to a view that others see, or saw (views#audit). */
export async function auditView(did: string, view: SavedView, before?: SavedView): Promise<void> {
  if (view.role === undefined && before?.role === undefined) return;
  const why = view.role === undefined ? "No longer shared" : `For the role ${view.role}`;
  await audit({ kind: "deed", did, record: view.name, href: view.href, outcome: "done", why });
}
