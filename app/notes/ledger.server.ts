import { z } from "zod";
import type { Records } from "#app/records/records.server.ts";
import { createTransaction, type Draft } from "#app/records/transaction.server.ts";
import { maxNotes, type NoteRef, noteKinds } from "./notes.ts";

/** Two years after the last change of them (notes#kept). */
const ttlSeconds = 2 * 365 * 24 * 3600;
/** Records that may be handled at the same time: all of them are read whenever Today is counted. */
const maxHandled = 300;
/** Those of one person, who leaves room for the others. */
const maxHandledByOne = 100;

const person = { subject: z.string(), by: z.string(), at: z.string() };
const note = z.object({ id: z.string(), ...person, text: z.string(), isHandling: z.boolean() });

const storedNotes = z.object({
  /** How often anything of it was changed. */
  turns: z.number(),
  /** Oldest first. */
  notes: z.array(note),
  taken: z.object(person).optional(),
  /** Who had it before. */
  hadBy: z.string().optional(),
});
export type StoredNotes = z.output<typeof storedNotes>;

/** A record, by what people call it and where it is shown. */
const named = {
  kind: z.enum(noteKinds),
  store: z.string(),
  id: z.string(),
  name: z.string(),
  href: z.string(),
};

const handled = z.object({
  ...named,
  /** How it stood; another one once it changes. */
  revision: z.string(),
  /** The lines of Today that it left, and since when it stood there. */
  lines: z.array(z.string()),
  since: z.string().optional(),
  because: z.string(),
  ...person,
});
export type Handled = z.output<typeof handled>;

/** A record that somebody has. */
const held = z.object({ ...named, at: z.string() });
export type Held = z.output<typeof held>;
/** Of one person: as many as are handed over together. */
const maxHeld = 500;

/** Who does it, by the identity provider's lasting name and the name that people know. */
export type Doer = { subject: string; by: string };

/** Whether a change was made; `refused` says in words why it was not, and `holder` who has the record. */
export type Changed = { is: "done" } | { is: "same" } | { is: "refused"; words: string; holder?: string };

export const noNotes: StoredNotes = { turns: 0, notes: [] };

const handledKey = "notes-handled";
const heldKey = (subject: string) => `notes-held:${subject}`;
const notesKey = ({ kind, store, id }: NoteRef) => `notes:${kind}:${store.toLowerCase()}:${id}`;

export const isSameRecord = (one: NoteRef, other: NoteRef): boolean => notesKey(one) === notesKey(other);

type Open = { draft: Draft; stored: StoredNotes; all: Handled[]; at: string };

const done: Changed = { is: "done" };
const same: Changed = { is: "same" };
const refused = (words: string): Changed => ({ is: "refused", words });
const full = refused(`There are ${maxNotes} notes here, which is the most that a record can have.`);

/**
 * Notes, who has a record, and what was handled (notes#kept). Changes are made one at a time across processes, so that
 * two people who write at the same moment lose nothing.
 */
export function createNotes(records: Records) {
  const transaction = createTransaction(records, "notes", ttlSeconds);

  const heldBy = async (draft: Draft, subject: string) =>
    (await draft.get(heldKey(subject), z.array(held))) ?? [];

  /** Changes what a person has: no longer this record, or this one as well. */
  async function hold(
    draft: Draft,
    subject: string,
    ref: NoteRef,
    also: readonly Held[] = [],
  ): Promise<void> {
    const others = (await heldBy(draft, subject)).filter((one) => !isSameRecord(one, ref));
    draft.set(heldKey(subject), [...others, ...also]);
  }

  /** Whether somebody has as much as one person can have: a record beyond that would be on nobody's list. */
  const hasMost = async ({ draft }: Open, { subject }: Doer): Promise<boolean> =>
    (await heldBy(draft, subject)).length >= maxHeld;

  /** Gives a record to somebody, whoever has it now. */
  async function give(
    { draft, stored, at }: Open,
    ref: NoteRef,
    to: Doer,
    shown: Pick<Held, "name" | "href">,
  ) {
    const { taken } = stored;
    if (taken) {
      stored.hadBy = taken.by;
      await hold(draft, taken.subject, ref);
    }
    stored.taken = { ...to, at };
    await hold(draft, to.subject, ref, [{ ...ref, ...shown, at }]);
  }

  const change = (ref: NoteRef, work: (open: Open) => Changed | Promise<Changed>): Promise<Changed> =>
    transaction.change(async (draft) => {
      const stored = structuredClone((await draft.get(notesKey(ref), storedNotes)) ?? noNotes);
      const all = (await draft.get(handledKey, z.array(handled))) ?? [];
      const outcome = await work({ draft, stored, all, at: new Date().toISOString() });
      if (outcome.is === "done") draft.set(notesKey(ref), { ...stored, turns: stored.turns + 1 });
      return outcome;
    });

  return {
    async read(ref: NoteRef): Promise<StoredNotes> {
      await transaction.recover();
      return (await records.get(notesKey(ref), storedNotes)) ?? noNotes;
    },

    /** What is kept of several, in their order, at the price of one question. */
    async readEach(refs: readonly NoteRef[]): Promise<(StoredNotes | undefined)[]> {
      await transaction.recover();
      return records.getEach(refs.map(notesKey), storedNotes);
    },

    /** All that is handled, as far as nobody has seen that it changed; the oldest first. */
    async handled(): Promise<Handled[]> {
      await transaction.recover();
      return (await records.get(handledKey, z.array(handled))) ?? [];
    },

    async held(subject: string): Promise<Held[]> {
      await transaction.recover();
      return (await records.get(heldKey(subject), z.array(held))) ?? [];
    },

    write: (ref: NoteRef, doer: Doer, id: string, text: string) =>
      change(ref, ({ stored, at }) => {
        if (stored.notes.some((one) => one.id === id)) return same;
        if (stored.notes.length >= maxNotes) return full;
        stored.notes.push({ id, ...doer, at, text, isHandling: false });
        return done;
      }),

    /** Takes a record; from somebody who has it only where that is said (`over`). */
    take: (ref: NoteRef, doer: Doer, over: boolean, shown: Pick<Held, "name" | "href">) =>
      change(ref, async (open) => {
        const { taken } = open.stored;
        if (taken?.subject === doer.subject) return same;
        if (taken && !over) return refused(`${taken.by} took it a moment ago.`);
        if (await hasMost(open, doer))
          return refused(
            `You have ${maxHeld} records, the most that one person can have. Give some back first.`,
          );
        await give(open, ref, doer, shown);
        return done;
      }),

    /**
     * Hands a record over to a colleague, with a note if there is a text. It is taken away from whoever hands it over and
     * from `from`, its holder when it was looked at (empty: nobody), and from nobody else.
     */
    handOver: (
      ref: NoteRef,
      doer: Doer,
      to: Doer,
      note: { id: string; text: string },
      shown: Pick<Held, "name" | "href">,
      from: string,
    ) =>
      change(ref, async (open) => {
        const { stored, at } = open;
        const { taken } = stored;
        const isNew = note.text !== "" && !stored.notes.some(({ id }) => id === note.id);
        const isTheirs = taken?.subject === to.subject;
        if (isTheirs && !isNew) return same;
        if (taken && !isTheirs && ![from, doer.subject].includes(taken.subject))
          return { ...refused(`${taken.by} took it a moment ago.`), holder: taken.by };
        if (isNew && stored.notes.length >= maxNotes) return full;
        if (!isTheirs && (await hasMost(open, to)))
          return refused(`${to.by} has ${maxHeld} records, the most that one person can have.`);
        if (isNew) stored.notes.push({ ...note, ...doer, at, isHandling: false });
        if (!isTheirs) await give(open, ref, to, shown);
        return done;
      }),

    giveBack: (ref: NoteRef, doer: Doer) =>
      change(ref, async ({ draft, stored }) => {
        const { taken } = stored;
        if (!taken) return same;
        if (taken.subject !== doer.subject) return refused(`${taken.by} has it now.`);
        delete stored.taken;
        stored.hadBy = doer.by;
        await hold(draft, doer.subject, ref);
        return done;
      }),

    /** Marks a record as handled in its current state; the reason becomes one of its notes. */
    handle: (
      ref: NoteRef,
      doer: Doer,
      note: string,
      state: Pick<Handled, "name" | "href" | "revision" | "lines" | "since" | "because">,
    ) =>
      change(ref, ({ draft, stored, all, at }) => {
        const other = all.find((one) => isSameRecord(one, ref));
        if (other && other.revision === state.revision)
          return other.subject === doer.subject && other.because === state.because
            ? same
            : refused(`${other.by} said a moment ago that it is handled.`);
        const others = all.filter((one) => one !== other);
        if (others.length >= maxHandled)
          return refused(`${maxHandled} records are handled, which is the most. Take one back first.`);
        if (others.filter(({ subject }) => subject === doer.subject).length >= maxHandledByOne)
          return refused(
            `You have handled ${maxHandledByOne} records, the most for one person. Take one back first.`,
          );
        if (stored.notes.length >= maxNotes) return full;
        draft.set(handledKey, [...others, { ...ref, ...state, ...doer, at } satisfies Handled]);
        stored.notes.push({ id: note, ...doer, at, text: state.because, isHandling: true });
        return done;
      }),

    unhandle: (ref: NoteRef) =>
      change(ref, ({ draft, all }) => {
        const others = all.filter((one) => !isSameRecord(one, ref));
        if (others.length === all.length) return same;
        draft.set(handledKey, others);
        return done;
      }),

    /**
     * Removes all that was said about these records, and that they were handled; only counts them unless `isMeant`.
     * Returns of how many there is any.
     */
    forget: (refs: readonly NoteRef[], isMeant: boolean): Promise<number> =>
      transaction.change(async (draft) => {
        const found: { ref: NoteRef; holder: string | undefined }[] = [];
        for (const ref of refs) {
          const stored = await draft.get(notesKey(ref), storedNotes);
          if (stored) found.push({ ref, holder: stored.taken?.subject });
        }
        if (!isMeant) return found.length;
        for (const { ref, holder } of found) {
          draft.delete(notesKey(ref));
          if (holder !== undefined) await hold(draft, holder, ref);
        }
        const all = (await draft.get(handledKey, z.array(handled))) ?? [];
        const others = all.filter((one) => !refs.some((ref) => isSameRecord(one, ref)));
        if (others.length < all.length) draft.set(handledKey, others);
        return found.length;
      }),

    async forgetHandled(changed: readonly Handled[]): Promise<void> {
      if (changed.length === 0) return;
      const isGone = (one: Handled) =>
        changed.some((other) => isSameRecord(one, other) && one.revision === other.revision);
      await transaction.change(async (draft) => {
        const all = (await draft.get(handledKey, z.array(handled))) ?? [];
        draft.set(
          handledKey,
          all.filter((one) => !isGone(one)),
        );
      });
    },
  };
}
