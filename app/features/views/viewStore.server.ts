import { randomUUID } from "node:crypto";
import { and, asc, eq, getTableColumns, inArray, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#app/core/database/batchRead.server.ts";
import { lockUntilEnd } from "#app/core/database/lock.ts";
import { entriesOf } from "#app/core/search/search.ts";
import type { Database } from "#database/connect.ts";
import { maxNameLength, type ViewRole, viewRoles } from "./roles.ts";
import { savedViews, viewPins } from "./tables.ts";

/** A list with its filters, saved under a name (views#what). */
export type SavedView = {
  id: string;
  name: string;
  /** The list's URL when saved. It is parsed like a current one when opened. */
  href: string;
  owner: { subject: string; name: string };
  /** The role it is shared with; absent if it is private. */
  role?: ViewRole | undefined;
  /** When it was last changed, ISO 8601. */
  at: string;
};

export type ViewPerson = {
  subject: string;
  roles: readonly string[];
  name: string;
  /** Whether they may open the list of a URL; absent if all lists are open to them. */
  opens?: (href: string) => boolean;
};

export const maxViews = 50;
export const maxPins = 20;
const maxShared = 200;

export type ViewWords = { name: string; role?: ViewRole | undefined; pinned: boolean };

/** Why something was not saved, at the field to fix. */
export type Refusal = { field: "name" | "role" | "pinned"; words: string };

const isAdmin = ({ roles }: Pick<ViewPerson, "roles">): boolean => roles.includes("Admin");

/** Whether a person may change or remove a view: its author, or an Admin if it is shared (views#whose). */
export const mayChange = (person: Pick<ViewPerson, "subject" | "roles">, view: SavedView): boolean =>
  view.owner.subject === person.subject || (view.role !== undefined && isAdmin(person));

/** The roles that a person can share a view with: their own. */
export const rolesOf = ({ roles }: Pick<ViewPerson, "roles">) =>
  viewRoles.filter((role) => roles.includes(role));

/** The views that a person sees: their own, and those shared with their roles; an Admin maintains those of every role. */
const isSeenBy = (person: Pick<ViewPerson, "subject" | "roles">): SQL | undefined =>
  or(
    eq(savedViews.subject, person.subject),
    inArray(savedViews.role, isAdmin(person) ? [...viewRoles] : rolesOf(person)),
  );

const byName = (one: SavedView, other: SavedView): number =>
  one.name.localeCompare(other.name, "en", { numeric: true });

export const forWhom = ({ role }: Pick<SavedView, "role">): string =>
  role === undefined ? "Only you" : `Everybody with the role ${role}`;

/** The filter values in a list's URL. */
const filtersOf = (href: string): string[] => entriesOf(href).map(([, value]) => value);

export type Stored = { ok: true; view: SavedView } | ({ ok: false } & Refusal);
/** `before`: the previous version; undefined `view`: there is no such view that this person may change. */
export type Changed = Stored & { before?: SavedView };

const refused = (field: Refusal["field"], words: string) => ({ ok: false as const, field, words });

const gone = refused("name", "This view is not there any more, or is not yours to change.");

/** Characters that break a line, are invisible, or change the text direction. */
const unreadable = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const foldName = (name: string): string => name.toLowerCase();

const { foldedName: _, ...viewColumns } = getTableColumns(savedViews);

type ViewRow = Omit<typeof savedViews.$inferSelect, "foldedName">;
const toView = ({ id, name, href, subject, ownerName, role, at }: ViewRow): SavedView => ({
  ...{ id, name, href, owner: { subject, name: ownerName } },
  ...(role === null ? {} : { role }),
  at: at.toISOString(),
});

export type SeenViews = { views: SavedView[]; pins: string[] };

const seenRows = z.array(
  z.object({
    ...{ id: z.string(), name: z.string(), href: z.string(), subject: z.string(), owner_name: z.string() },
    ...{ role: z.enum(viewRoles).nullable(), at: z.coerce.date(), place: z.number().nullable() },
  }),
);

/** The saved views: ownership, visibility, permission to change, and limits (views#whose, views#limits). */
export function createViews(database: Database) {
  /** Why a view is invalid; undefined if it is valid, and stays so until the end of the transaction. */
  async function refusalOf(
    tx: Database,
    person: ViewPerson,
    view: Omit<SavedView, "at">,
    before?: SavedView,
  ): Promise<ReturnType<typeof refused> | undefined> {
    const { name, role, owner } = view;
    if (name === "") return refused("name", "Give the view a name.");
    if (name.length > maxNameLength)
      return refused("name", `A name has at most ${maxNameLength} characters; this one has ${name.length}.`);
    if (unreadable.test(name)) return refused("name", "A name is one line, without control characters.");
    await lockUntilEnd(tx, "views of a person", owner.subject);
    const made = await tx
      .select({ foldedName: savedViews.foldedName, href: savedViews.href })
      .from(savedViews)
      .where(and(eq(savedViews.subject, owner.subject), ne(savedViews.id, view.id)));
    if (made.some(({ foldedName }) => foldedName === foldName(name)))
      return refused("name", "A view of this name is there already. Choose another name.");
    const { opens = () => true } = person;
    if (!before && made.filter(({ href }) => opens(href)).length >= maxViews)
      return refused("name", `A person keeps at most ${maxViews} views. Remove one first.`);
    if (role === undefined && owner.subject !== person.subject)
      return refused("role", "Only its maker can keep a view alone.");
    if (role === undefined || role === before?.role) return undefined;
    if (!person.roles.includes(role))
      return refused("role", "A view can be shared with a role that you have yourself.");
    await lockUntilEnd(tx, "views of a role", role);
    if ((await tx.$count(savedViews, eq(savedViews.role, role))) >= maxShared)
      return refused("role", `A role has at most ${maxShared} shared views. Remove one first.`);
    return undefined;
  }

  /** Why a view cannot be pinned; undefined if it can, until the end of the transaction. */
  async function pinRefusalOf(tx: Database, person: ViewPerson, id: string) {
    await lockUntilEnd(tx, "pins of a person", person.subject);
    const isOther = and(eq(viewPins.subject, person.subject), ne(viewPins.view, id));
    const others = await tx
      .select({ view: viewPins.view })
      .from(viewPins)
      .innerJoin(savedViews, eq(savedViews.id, viewPins.view))
      .where(and(isOther, isSeenBy(person)));
    return others.length >= maxPins
      ? refused("pinned", `At most ${maxPins} views are pinned. Unpin one first.`)
      : undefined;
  }

  const setPin = async (
    tx: Database,
    { subject }: ViewPerson,
    view: string,
    isOn: boolean,
  ): Promise<void> => {
    if (isOn) await tx.insert(viewPins).values({ subject, view }).onConflictDoNothing();
    else await tx.delete(viewPins).where(and(eq(viewPins.subject, subject), eq(viewPins.view, view)));
  };

  return {
    /** The views that a person sees, by name, and the ids of their pinned ones. */
    seenBy: (person: Pick<ViewPerson, "subject" | "roles">): Read<SeenViews> => ({
      query: database
        .select({ ...viewColumns, place: viewPins.place })
        .from(savedViews)
        .leftJoin(viewPins, and(eq(viewPins.view, savedViews.id), eq(viewPins.subject, person.subject)))
        .where(isSeenBy(person))
        .orderBy(asc(viewPins.place), asc(savedViews.id)),
      parse(rows) {
        const seen = seenRows.parse(rows);
        return {
          views: seen.map(({ owner_name: ownerName, ...row }) => toView({ ...row, ownerName })).sort(byName),
          pins: seen.flatMap(({ id, place }) => (place === null ? [] : id)),
        };
      },
    }),

    save: (person: ViewPerson, { name, role, pinned }: ViewWords, href: string): Promise<Stored> =>
      database.transaction(async (tx): Promise<Stored> => {
        const owner = { subject: person.subject, name: person.name };
        const made = { id: randomUUID(), name, href, owner, role };
        const refusal =
          (await refusalOf(tx, person, made)) ??
          (pinned ? await pinRefusalOf(tx, person, made.id) : undefined);
        if (refusal) return refusal;
        const row = { subject: owner.subject, ownerName: owner.name, foldedName: foldName(name) };
        const [view] = await tx
          .insert(savedViews)
          .values({ ...row, id: made.id, name, href, role })
          .returning();
        if (!view) throw new Error("The view was not stored");
        if (pinned) await setPin(tx, person, view.id, true);
        return { ok: true, view: toView(view) };
      }),

    change: (person: ViewPerson, id: string, to: { words: ViewWords } | { href: string }): Promise<Changed> =>
      database.transaction(async (tx): Promise<Changed> => {
        const [stood] = await tx
          .select()
          .from(savedViews)
          .where(and(eq(savedViews.id, id), isSeenBy(person)))
          .for("update");
        const before = stood && toView(stood);
        if (!before || !mayChange(person, before)) return gone;
        const { name, role, href } =
          "href" in to ? { ...before, href: to.href } : { ...before, ...to.words, role: to.words.role };
        const refusal =
          (await refusalOf(tx, person, { id, owner: before.owner, name, role, href }, before)) ??
          ("words" in to && to.words.pinned ? await pinRefusalOf(tx, person, id) : undefined);
        if (refusal) return refusal;
        const [view] = await tx
          .update(savedViews)
          .set({ name, foldedName: foldName(name), href, role: role ?? null, at: sql`now()` })
          .where(eq(savedViews.id, id))
          .returning();
        if (!view) return gone;
        if ("words" in to) await setPin(tx, person, id, to.words.pinned);
        return { ok: true, view: toView(view), before };
      }),

    /** Removes a view for everybody; false if it doesn't exist, or this person may not remove it. */
    async remove(person: ViewPerson, id: string): Promise<boolean> {
      const isTheirs = eq(savedViews.subject, person.subject);
      const removed = await database
        .delete(savedViews)
        .where(
          and(eq(savedViews.id, id), isAdmin(person) ? or(isTheirs, isNotNull(savedViews.role)) : isTheirs),
        )
        .returning({ id: savedViews.id });
      return removed.length > 0;
    },

    /**
     * Removes the views whose name or filters name somebody; only counts them unless `isMeant`. Returns their number.
     */
    async forget(names: (text: string) => boolean, isMeant: boolean): Promise<number> {
      const all = await database
        .select({ id: savedViews.id, name: savedViews.name, href: savedViews.href })
        .from(savedViews);
      const found = all.filter(({ name, href }) => [name, ...filtersOf(href)].some((text) => names(text)));
      if (isMeant)
        await database.delete(savedViews).where(
          inArray(
            savedViews.id,
            found.map(({ id }) => id),
          ),
        );
      return found.length;
    },

    /** Pins or unpins a view in this person's side menu; returns an error message if not possible. */
    pin: (person: ViewPerson, id: string, isOn: boolean): Promise<Refusal | undefined> =>
      database.transaction(async (tx) => {
        if (isOn) {
          const [seen] = await tx
            .select({ id: savedViews.id })
            .from(savedViews)
            .where(and(eq(savedViews.id, id), isSeenBy(person)))
            .for("key share");
          const refusal = seen ? await pinRefusalOf(tx, person, id) : gone;
          if (refusal) return refusal;
        }
        await setPin(tx, person, id, isOn);
        return undefined;
      }),
  };
}
