import { and, asc, count, desc, eq, gt, gte, inArray, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#app/core/database/batchRead.server.ts";
import { inSeconds, textArray, withoutNul } from "#app/core/database/columns.ts";
import { lockUntilEnd } from "#app/core/database/lock.ts";
import type { RecordKindKey, RecordRef } from "#app/core/records/record.ts";
import { readMoment } from "#contract/numbers.ts";
import type { Database } from "#database/connect.ts";
import { maxNotes, type Note } from "./notes.ts";
import { handledRecords, notedRecords, notes, recordHolders } from "./tables.ts";

/** Two years after the last change of them (notes#kept). */
const ttlSeconds = 2 * 365 * 24 * 3600;
/** Records that one person has: as many as are handed over together. */
const maxHeld = 500;

/** Who does it, by the identity provider's lasting name and the name that people know. */
export type Doer = { subject: string; by: string };
type Done = Doer & { at: string };

/** How people call a record, and where it is shown. */
type RecordName = { name: string; href: string };

/** How a record stands that is handled, and why it is. */
export type HandledState = { revision: string; lines: string[]; since?: string | undefined; because: string };

export type RecordNotes = {
  /** How often anything of it was changed. */
  turns: number;
  /** Oldest first. */
  notes: Note[];
  holder?: Done | undefined;
  /** Who had it before. */
  hadBy?: string | undefined;
  handled?: (Done & Pick<HandledState, "revision" | "because">) | undefined;
};

/** What a list says of a record. */
export type NotedMark = { notes: number; takenBy?: string | undefined; handledRevision?: string | undefined };

/** A record that somebody has, and the latest note that another person wrote for them on it since. */
export type Held = RecordRef & RecordName & { at: string; note: { by: string; text: string } | null };

export type Handled = RecordRef & RecordName & Doer & { at: string; because: string };

/** A handled record of which somebody is to see whether it has changed. */
export type HandledToCheck = RecordRef & { record: number; revision: string };

/** So many handled records that left the same lines of Today; `since` is when the first of them had come, if known. */
export type HandledInLines = { lines: string[]; records: number; since: string | undefined };

const inLinesRows = z.array(
  z.object({ lines: z.array(z.string()), records: z.number(), since: z.coerce.date().nullable() }),
);

/** Whether a change was made; `refused` says in words why it was not, and `holder` who has the record. */
export type Changed = { is: "done" } | { is: "same" } | { is: "refused"; words: string; holder?: string };

/** A record whose row this transaction has locked. */
type Open = { tx: Database; record: number; turn: number; holder: Doer | undefined };

const done: Changed = { is: "done" };
const same: Changed = { is: "same" };
const refused = (words: string): Changed => ({ is: "refused", words });
const full = refused(`There are ${maxNotes} notes here, which is the most that a record can have.`);

const foldStore = ({ store }: RecordRef): string => store.toLowerCase();

const isRecord = (ref: RecordRef): SQL | undefined =>
  and(eq(notedRecords.kind, ref.kind), eq(notedRecords.store, foldStore(ref)), eq(notedRecords.id, ref.id));

const isAnyOf = (refs: readonly RecordRef[]): SQL =>
  sql`(${notedRecords.kind}, ${notedRecords.store}, ${notedRecords.id}) in (select * from unnest(
    ${textArray(refs.map(({ kind }) => kind))}, ${textArray(refs.map(foldStore))}, ${textArray(refs.map(({ id }) => id))}))`;

const isAlive = gt(notedRecords.expiresAt, sql`now()`);

const ref = { kind: notedRecords.kind, store: notedRecords.store, id: notedRecords.id };

const isNoteOf = eq(notes.record, notedRecords.n);
const isHolderOf = eq(recordHolders.record, notedRecords.n);
const isHandled = eq(handledRecords.record, notedRecords.n);

const doneOf = ({ subject, by, at }: Doer & { at: Date }): Done => ({ subject, by, at: at.toISOString() });
const withMoment = <Row extends { at: Date }>({ at, ...row }: Row) => ({ ...row, at: at.toISOString() });

/** Notes, who has a record, and what was handled (notes#kept). */
export function createNotes(database: Database) {
  /**
   * Changes what is said of a record while nobody else does. Two people who do so at the same moment lose nothing: the
   * second waits for the row that the first has locked, or made.
   */
  const change = (ref: RecordRef, work: (open: Open) => Promise<Changed>): Promise<Changed> =>
    database.transaction(async (tx) => {
      await tx.delete(notedRecords).where(and(isRecord(ref), lte(notedRecords.expiresAt, sql`now()`)));
      const [row] = await tx
        .insert(notedRecords)
        .values({ ...ref, store: foldStore(ref), expiresAt: inSeconds(ttlSeconds) })
        .onConflictDoUpdate({
          target: [notedRecords.kind, notedRecords.store, notedRecords.id],
          set: { turns: notedRecords.turns },
        })
        .returning({ record: notedRecords.n, turns: notedRecords.turns });
      if (!row) throw new Error("The row of a record was neither made nor found");
      const [holder] = await tx.select().from(recordHolders).where(eq(recordHolders.record, row.record));
      const turn = row.turns + 1;
      const outcome = await work({ tx, record: row.record, turn, holder });
      if (outcome.is === "done")
        await tx
          .update(notedRecords)
          .set({ turns: turn, expiresAt: inSeconds(ttlSeconds) })
          .where(eq(notedRecords.n, row.record));
      return outcome;
    });

  /** Adds a note; `same` where it is there already, `refused` where the record has as many as it can. */
  async function addNote(
    { tx, record, turn }: Open,
    note: Doer & { id: string; text: string; isHandling: boolean },
  ): Promise<Changed> {
    const [found] = await tx
      .select({ all: count(), isThere: sql<boolean>`coalesce(bool_or(${notes.id} = ${note.id}), false)` })
      .from(notes)
      .where(eq(notes.record, record));
    if (found?.isThere) return same;
    if (found && found.all >= maxNotes) return full;
    await tx.insert(notes).values({ ...note, record, turn });
    return done;
  }

  /** Whether somebody has as much as one person can have. */
  async function hasMost({ tx }: Open, doer: Doer): Promise<boolean> {
    await lockUntilEnd(tx, "records of a person", doer.subject);
    return (await tx.$count(recordHolders, eq(recordHolders.subject, doer.subject))) >= maxHeld;
  }

  /** Gives a record to somebody, whoever has it now. */
  async function give({ tx, record, holder }: Open, to: Doer, about: RecordName): Promise<void> {
    const next = { ...to, ...about, at: sql`now()` };
    await tx
      .insert(recordHolders)
      .values({ record, ...next })
      .onConflictDoUpdate({ target: recordHolders.record, set: next });
    if (holder) await tx.update(notedRecords).set({ hadBy: holder.by }).where(eq(notedRecords.n, record));
  }

  return {
    /** All that is said of a record. */
    async read(ref: RecordRef): Promise<RecordNotes> {
      const rows = await database
        .select({ entry: notedRecords, holder: recordHolders, handled: handledRecords, note: notes })
        .from(notedRecords)
        .leftJoin(recordHolders, isHolderOf)
        .leftJoin(handledRecords, isHandled)
        .leftJoin(notes, isNoteOf)
        .where(and(isRecord(ref), isAlive))
        .orderBy(asc(notes.turn));
      const [first] = rows;
      if (!first) return { turns: 0, notes: [] };
      const { entry, holder, handled } = first;
      return {
        turns: entry.turns,
        notes: rows.flatMap(({ note }) => {
          if (!note) return [];
          const { id, by, at, text, isHandling } = note;
          return { id, by, at: at.toISOString(), text, isHandling };
        }),
        holder: holder ? doneOf(holder) : undefined,
        hadBy: entry.hadBy ?? undefined,
        handled: handled
          ? { ...doneOf(handled), revision: handled.revision, because: handled.because }
          : undefined,
      };
    },

    /** What there is to say of the records of a page, in their order. */
    async marks(refs: readonly RecordRef[]): Promise<(NotedMark | undefined)[]> {
      if (refs.length === 0) return [];
      const rows = await database
        .select({
          ...ref,
          notes: database.$count(notes, isNoteOf),
          takenBy: recordHolders.by,
          handledRevision: handledRecords.revision,
        })
        .from(notedRecords)
        .leftJoin(recordHolders, isHolderOf)
        .leftJoin(handledRecords, isHandled)
        .where(and(isAnyOf(refs), isAlive));
      const keyOf = (one: RecordRef) => JSON.stringify([one.kind, foldStore(one), withoutNul(one.id)]);
      const found = new Map(
        rows.map(({ takenBy, handledRevision, notes, ...one }) => [
          keyOf(one),
          { notes, takenBy: takenBy ?? undefined, handledRevision: handledRevision ?? undefined },
        ]),
      );
      return refs.map((one) => found.get(keyOf(one)));
    },

    /** What is handled of these kinds, as far as nobody has seen that it changed, by the lines of Today that it left. */
    handledInLines: (kinds: readonly RecordKindKey[]): Read<HandledInLines[]> => ({
      query: database
        .select({
          lines: handledRecords.lines,
          records: count().as("records"),
          // Where one of them is not known, the first of all is not.
          since:
            sql`case when bool_and(${handledRecords.since} is not null) then min(${handledRecords.since}) end`.as(
              "since",
            ),
        })
        .from(handledRecords)
        .innerJoin(notedRecords, isHandled)
        .where(and(inArray(notedRecords.kind, [...kinds]), isAlive))
        .groupBy(handledRecords.lines),
      parse: (rows) =>
        inLinesRows.parse(rows).map(({ since, ...row }) => ({ ...row, since: since?.toISOString() })),
    }),

    /** The latest that are handled of these kinds, the last one first. */
    async handled(kinds: readonly RecordKindKey[], most: number): Promise<Handled[]> {
      const { subject, by, at, name, href, because } = handledRecords;
      const rows = await database
        .select({ ...ref, subject, by, at, name, href, because })
        .from(handledRecords)
        .innerJoin(notedRecords, isHandled)
        .where(and(inArray(notedRecords.kind, [...kinds]), isAlive))
        .orderBy(desc(at))
        .limit(most);
      return rows.map(withMoment);
    },

    /**
     * Handled records of these kinds that nobody has looked at for so long, the longest first: for the caller alone, who
     * is to look whether they have changed.
     */
    handledToCheck(
      kinds: readonly RecordKindKey[],
      { most, seconds }: { most: number; seconds: number },
    ): Promise<HandledToCheck[]> {
      // Its own step of the statement: as a subquery it could be run more than once.
      const due = database.$with("due").as(
        database
          .select({ ...ref, record: handledRecords.record })
          .from(handledRecords)
          .innerJoin(notedRecords, isHandled)
          .where(
            and(
              inArray(notedRecords.kind, [...kinds]),
              isAlive,
              sql`coalesce(${handledRecords.lookedAt}, '-infinity') < ${inSeconds(-seconds)}`,
            ),
          )
          .orderBy(sql`${handledRecords.lookedAt} nulls first`)
          .limit(most)
          .for("update", { of: handledRecords, skipLocked: true }),
      );
      return database
        .with(due)
        .update(handledRecords)
        .set({ lookedAt: sql`now()` })
        .from(due)
        .where(eq(handledRecords.record, due.record))
        .returning({
          ...{ kind: due.kind, store: due.store, id: due.id },
          ...{ record: handledRecords.record, revision: handledRecords.revision },
        });
    },

    /** The records that a person has, the first one first. */
    async held(subject: string): Promise<Held[]> {
      const { name, href, at } = recordHolders;
      // The note of a handover is as old as the holding: they are one transaction.
      const note = database
        .select({ by: notes.by, text: notes.text })
        .from(notes)
        .where(
          and(
            eq(notes.record, recordHolders.record),
            ne(notes.subject, recordHolders.subject),
            gte(notes.at, recordHolders.at),
            eq(notes.isHandling, false),
          ),
        )
        .orderBy(desc(notes.turn))
        .limit(1)
        .as("note");
      const rows = await database
        .select({ ...ref, name, href, at, note: { by: note.by, text: note.text } })
        .from(recordHolders)
        .innerJoin(notedRecords, isHolderOf)
        .leftJoinLateral(note, sql`true`)
        .where(and(eq(recordHolders.subject, subject), isAlive))
        .orderBy(asc(at));
      return rows.map(withMoment);
    },

    write: (ref: RecordRef, doer: Doer, id: string, text: string) =>
      change(ref, (open) => addNote(open, { ...doer, id, text, isHandling: false })),

    /** Takes a record; from somebody who has it only where that is said (`over`). */
    take: (ref: RecordRef, doer: Doer, over: boolean, about: RecordName) =>
      change(ref, async (open) => {
        const { holder } = open;
        if (holder?.subject === doer.subject) return same;
        if (holder && !over) return refused(`${holder.by} took it a moment ago.`);
        if (await hasMost(open, doer))
          return refused(
            `You have ${maxHeld} records, the most that one person can have. Give some back first.`,
          );
        await give(open, doer, about);
        return done;
      }),

    /**
     * Hands a record over to a colleague, with a note if there is a text. It is taken away from whoever hands it over and
     * from `from`, its holder when it was looked at (empty: nobody), and from nobody else.
     */
    handOver: (
      ref: RecordRef,
      doer: Doer,
      to: Doer,
      note: { id: string; text: string },
      about: RecordName,
      from: string,
    ) =>
      change(ref, async (open) => {
        const { holder } = open;
        const isTheirs = holder?.subject === to.subject;
        if (holder && !isTheirs && ![from, doer.subject].includes(holder.subject))
          return { ...refused(`${holder.by} took it a moment ago.`), holder: holder.by };
        if (!isTheirs && (await hasMost(open, to)))
          return refused(`${to.by} has ${maxHeld} records, the most that one person can have.`);
        const added = note.text === "" ? same : await addNote(open, { ...note, ...doer, isHandling: false });
        if (added.is === "refused" || isTheirs) return added;
        await give(open, to, about);
        return done;
      }),

    giveBack: (ref: RecordRef, doer: Doer) =>
      change(ref, async ({ tx, record, holder }) => {
        if (!holder) return same;
        if (holder.subject !== doer.subject) return refused(`${holder.by} has it now.`);
        await tx.delete(recordHolders).where(eq(recordHolders.record, record));
        await tx.update(notedRecords).set({ hadBy: doer.by }).where(eq(notedRecords.n, record));
        return done;
      }),

    /** Marks a record as handled in its current state; the reason becomes one of its notes. */
    handle: (ref: RecordRef, doer: Doer, note: string, { since, ...state }: RecordName & HandledState) =>
      change(ref, async (open) => {
        const { tx, record } = open;
        const [other] = await tx.select().from(handledRecords).where(eq(handledRecords.record, record));
        if (other?.revision === state.revision)
          return other.subject === doer.subject && other.because === state.because
            ? same
            : refused(`${other.by} said a moment ago that it is handled.`);
        const added = await addNote(open, { ...doer, id: note, text: state.because, isHandling: true });
        if (added.is === "refused") return added;
        const from = readMoment(since);
        const next = {
          ...doer,
          ...state,
          since: from === undefined ? null : new Date(from),
          at: sql`now()`,
          lookedAt: null,
        };
        await tx
          .insert(handledRecords)
          .values({ record, ...next })
          .onConflictDoUpdate({ target: handledRecords.record, set: next });
        return done;
      }),

    unhandle: (ref: RecordRef) =>
      change(ref, async ({ tx, record }) => {
        const gone = await tx
          .delete(handledRecords)
          .where(eq(handledRecords.record, record))
          .returning({ record: handledRecords.record });
        return gone.length > 0 ? done : same;
      }),

    /**
     * Removes all that was said about these records, and that they were handled; only counts them unless `isMeant`.
     * Returns of how many there is any.
     */
    async forget(refs: readonly RecordRef[], isMeant: boolean): Promise<number> {
      if (refs.length === 0) return 0;
      const { turns } = notedRecords;
      const found = isMeant
        ? await database.delete(notedRecords).where(isAnyOf(refs)).returning({ turns })
        : await database.select({ turns }).from(notedRecords).where(isAnyOf(refs));
      return found.filter(({ turns }) => turns > 0).length;
    },

    /** These records have changed: they are handled no more, unless that was said again of how they stand now. */
    async forgetHandled(changed: readonly HandledToCheck[]): Promise<void> {
      if (changed.length === 0) return;
      await database
        .delete(handledRecords)
        .where(
          or(
            ...changed.map(({ record, revision }) =>
              and(eq(handledRecords.record, record), eq(handledRecords.revision, revision)),
            ),
          ),
        );
    },
  };
}
