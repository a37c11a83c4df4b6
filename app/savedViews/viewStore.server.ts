import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Records } from "#app/records/records.server.ts";
import { createTransaction, type Draft } from "#app/records/transaction.server.ts";
import { entriesOf } from "#app/search/search.ts";
import type { Role } from "#contract/capabilities.ts";

/** The roles that a view can be shared with: those that open anything (roles#roles). */
export const viewRoles = ["Admin", "User", "PrintLabel", "Store"] as const satisfies readonly Role[];

/** A list with its filters, saved under a name (views#what). */
export const savedView = z.object({
  id: z.string(),
  name: z.string(),
  /** The list's URL when saved. It is parsed like a current one when opened. */
  href: z.string(),
  owner: z.object({ subject: z.string(), name: z.string() }),
  /** The role it is shared with; absent if it is private. */
  role: z.enum(viewRoles).optional(),
  /** When it was last changed, ISO 8601. */
  at: z.string(),
});
export type SavedView = z.output<typeof savedView>;

export type ViewPerson = {
  subject: string;
  roles: readonly string[];
  name: string;
  /** Whether they may open the list of a URL; absent if all lists are open to them. */
  opens?: (href: string) => boolean;
};

const maxNameLength = 60;
export const maxViews = 50;
export const maxPins = 20;
const maxShared = 200;

export type ViewWords = { name: string; role?: SavedView["role"]; pinned: boolean };

/** Why something was not saved, at the field to fix. */
export type Refusal = { field: "name" | "role" | "pinned"; words: string };

const isAdmin = ({ roles }: Pick<ViewPerson, "roles">): boolean => roles.includes("Admin");

/** Whether a person may change or remove a view: its author, or an Admin if it is shared (views#whose). */
export const mayChange = (person: Pick<ViewPerson, "subject" | "roles">, view: SavedView): boolean =>
  view.owner.subject === person.subject || (view.role !== undefined && isAdmin(person));

/** The roles whose shared views a person sees: their own, and every role's for an Admin, who maintains them. */
const rolesSeenBy = (person: Pick<ViewPerson, "roles">): SavedView["role"][] =>
  viewRoles.filter((role) => isAdmin(person) || person.roles.includes(role));

/** The roles that a person can share a view with: their own. */
export const rolesOf = ({ roles }: Pick<ViewPerson, "roles">) =>
  viewRoles.filter((role) => roles.includes(role));

const byName = (one: SavedView, other: SavedView): number =>
  one.name.localeCompare(other.name, "en", { numeric: true });

export const forWhom = ({ role }: Pick<SavedView, "role">): string =>
  role === undefined ? "Only you" : `Everybody with the role ${role}`;

/** Ten years: a view lasts until somebody removes it. */
const ttlSeconds = 10 * 365 * 24 * 3600;

const ownKey = (subject: string) => `views:own:${subject}`;
const roleKey = (role: string) => `views:role:${role}`;
const pinsKey = (subject: string) => `views:pins:${subject}`;
const placeOf = ({ role, owner }: SavedView): string =>
  role === undefined ? ownKey(owner.subject) : roleKey(role);

const views = z.array(savedView);
const pins = z.array(z.string());

type From = Pick<Draft, "get">;

/** The filter values in a list's URL. */
const filtersOf = (href: string): string[] => entriesOf(href).map(([, value]) => value);

export type Stored = { ok: true; view: SavedView } | ({ ok: false } & Refusal);
/** `before`: the previous version; undefined `view`: there is no such view that this person may change. */
export type Changed = Stored & { before?: SavedView };

const refused = (field: Refusal["field"], words: string) => ({ ok: false as const, field, words });

const gone = refused("name", "This view is not there any more, or is not yours to change.");

/** Characters that break a line, are invisible, or change the text direction. */
const unreadable = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * The saved views in these records: ownership, visibility, permission to change, and limits
 * (views#whose, views#limits). Each change is atomic across processes.
 */
export function createViews(records: Records, now: () => Date = () => new Date()) {
  const transaction = createTransaction(records, "views", ttlSeconds);
  const fromStore: From = { get: (key, schema) => records.get(key, schema) };

  const read = async (from: From, key: string): Promise<SavedView[]> => (await from.get(key, views)) ?? [];
  const readPins = async (from: From, subject: string): Promise<string[]> =>
    (await from.get(pinsKey(subject), pins)) ?? [];

  /** A person's private views, and those of every role. */
  async function listsFor(from: From, subject: string): Promise<SavedView[]> {
    const keys = [ownKey(subject), ...viewRoles.map(roleKey)];
    return (await Promise.all(keys.map((key) => read(from, key)))).flat();
  }

  async function seenBy(from: From, person: ViewPerson): Promise<SavedView[]> {
    const seen = rolesSeenBy(person);
    const all = await listsFor(from, person.subject);
    return all.filter(({ role, owner }) => owner.subject === person.subject || seen.includes(role));
  }

  /** All views of a person, including those for roles that they no longer have. */
  const madeBy = async (from: From, subject: string): Promise<SavedView[]> =>
    (await listsFor(from, subject)).filter(({ owner }) => owner.subject === subject);

  /** Why a view is invalid; undefined if it is valid. */
  async function refusalOf(draft: Draft, person: ViewPerson, view: SavedView, before?: SavedView) {
    if (view.name === "") return refused("name", "Give the view a name.");
    if (view.name.length > maxNameLength)
      return refused(
        "name",
        `A name has at most ${maxNameLength} characters; this one has ${view.name.length}.`,
      );
    if (unreadable.test(view.name)) return refused("name", "A name is one line, without control characters.");
    const made = (await madeBy(draft, view.owner.subject)).filter(({ id }) => id !== view.id);
    if (made.some(({ name }) => name.toLowerCase() === view.name.toLowerCase()))
      return refused("name", "A view of this name is there already. Choose another name.");
    const { opens = () => true } = person;
    if (!before && made.filter(({ href }) => opens(href)).length >= maxViews)
      return refused("name", `A person keeps at most ${maxViews} views. Remove one first.`);
    if (view.role === undefined && view.owner.subject !== person.subject)
      return refused("role", "Only its maker can keep a view alone.");
    const isShared = view.role !== undefined && view.role !== before?.role;
    if (isShared && !person.roles.includes(view.role ?? ""))
      return refused("role", "A view can be shared with a role that you have yourself.");
    if (isShared && (await read(draft, placeOf(view))).length >= maxShared)
      return refused("role", `A role has at most ${maxShared} shared views. Remove one first.`);
    return undefined;
  }

  async function setPin(draft: Draft, person: ViewPerson, id: string, isOn: boolean) {
    const seen = new Set((await seenBy(draft, person)).map((view) => view.id));
    const others = (await readPins(draft, person.subject)).filter((pin) => pin !== id && seen.has(pin));
    if (isOn && others.length >= maxPins)
      return refused("pinned", `At most ${maxPins} views are pinned. Unpin one first.`);
    draft.set(pinsKey(person.subject), isOn ? [...others, id] : others);
    return undefined;
  }

  async function put(draft: Draft, view: SavedView, before?: SavedView): Promise<void> {
    const without = async (key: string) => (await read(draft, key)).filter(({ id }) => id !== view.id);
    if (before && placeOf(before) !== placeOf(view))
      draft.set(placeOf(before), await without(placeOf(before)));
    draft.set(placeOf(view), [...(await without(placeOf(view))), view]);
  }

  return {
    /** The views that a person sees, by name, and their pinned ones, in pinning order. */
    async seen(person: ViewPerson): Promise<{ views: SavedView[]; pins: string[] }> {
      await transaction.recover();
      const [seen, pinned] = await Promise.all([
        seenBy(fromStore, person),
        readPins(fromStore, person.subject),
      ]);
      return {
        views: seen.sort(byName),
        pins: pinned.filter((pin) => seen.some(({ id }) => id === pin)),
      };
    },

    save: (person: ViewPerson, { name, role, pinned }: ViewWords, href: string): Promise<Stored> =>
      transaction.change(async (draft): Promise<Stored> => {
        const owner = { subject: person.subject, name: person.name };
        const made = { id: randomUUID(), name, href, owner, at: now().toISOString() };
        const view: SavedView = role === undefined ? made : { ...made, role };
        const refusal =
          (await refusalOf(draft, person, view)) ??
          (pinned ? await setPin(draft, person, view.id, true) : undefined);
        if (refusal) return refusal;
        await put(draft, view);
        return { ok: true, view };
      }),

    change: (person: ViewPerson, id: string, to: { words: ViewWords } | { href: string }): Promise<Changed> =>
      transaction.change(async (draft): Promise<Changed> => {
        const before = (await seenBy(draft, person)).find((view) => view.id === id);
        if (!before || !mayChange(person, before)) return gone;
        const { role: _, ...rest } = before;
        const at = now().toISOString();
        const view: SavedView =
          "href" in to
            ? { ...before, href: to.href, at }
            : { ...rest, name: to.words.name, at, role: to.words.role };
        const refusal =
          (await refusalOf(draft, person, view, before)) ??
          ("words" in to ? await setPin(draft, person, id, to.words.pinned) : undefined);
        if (refusal) return refusal;
        await put(draft, view, before);
        return { ok: true, view, before };
      }),

    /** Removes a view for everybody; false if it doesn't exist, or this person may not remove it. */
    remove: (person: ViewPerson, id: string): Promise<boolean> =>
      transaction.change(async (draft) => {
        const view = (await seenBy(draft, person)).find((one) => one.id === id);
        if (!view || !mayChange(person, view)) return false;
        const place = placeOf(view);
        draft.set(
          place,
          (await read(draft, place)).filter((one) => one.id !== id),
        );
        return true;
      }),

    /**
     * Removes the views of roles and of these people whose name or filters name somebody; only
     * counts them unless `isMeant`. Returns their number.
     */
    forget: (
      subjects: readonly string[],
      names: (text: string) => boolean,
      isMeant: boolean,
    ): Promise<number> =>
      transaction.change(async (draft) => {
        let count = 0;
        for (const key of [...subjects.map(ownKey), ...viewRoles.map(roleKey)]) {
          const before = await read(draft, key);
          const others = before.filter(
            ({ name, href }) => ![name, ...filtersOf(href)].some((text) => names(text)),
          );
          count += before.length - others.length;
          if (isMeant && others.length < before.length) draft.set(key, others);
        }
        return count;
      }),

    /** Pins or unpins a view in this person's side menu; returns an error message if not possible. */
    pin: (person: ViewPerson, id: string, isOn: boolean): Promise<Refusal | undefined> =>
      transaction.change(async (draft) => {
        const isSeen = (await seenBy(draft, person)).some((view) => view.id === id);
        if (isOn && !isSeen) return gone;
        return setPin(draft, person, id, isOn);
      }),
  };
}
