import { may, type User } from "#app/core/auth/guard.server.ts";
import { handleOf } from "#app/core/auth/sessionStore.server.ts";
import { nameOf } from "#app/core/auth/user.ts";
import type { SettledListener } from "#app/core/commands/settled.server.ts";
import { database } from "#app/core/database/database.server.ts";
import { hashOf, tokens } from "#app/core/http/once.server.ts";
import { readable } from "#app/core/lists/listed.ts";
import {
  type RecordKindKey,
  type RecordRef,
  type RecordState,
  recordKindKeys,
  recordPermissions,
} from "#app/core/records/record.ts";
import type { TodayLine } from "#app/core/records/todayLine.ts";
import { shorten } from "#app/core/values/values.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { createNotes, type Doer, type NotedMark, type RecordNotes } from "./ledger.server.ts";
import { isMarked, type NotesView, type RowMark } from "./notes.ts";
import { notesPath } from "./paths.ts";

const holderOf = (user: User, { holder, hadBy }: RecordNotes): Pick<NotesView, "holder" | "hadBy"> => ({
  holder: holder && {
    by: holder.by,
    at: holder.at,
    handle: handleOf(holder.subject),
    isMine: holder.subject === user.subject,
  },
  hadBy: hadBy === holder?.by ? undefined : hadBy,
});

/** The notes of a record in this state, for a person who may open it; they return to `back`. */
export async function notesOf(
  user: User,
  ref: RecordRef,
  back: string,
  state: RecordState,
): Promise<NotesView> {
  const stored = await portalNotes.read(ref);
  // What has changed since is handled no more.
  const handled = stored.handled?.revision === state.revision ? stored.handled : undefined;
  const mayHandle = may(user, recordPermissions[ref.kind].act);
  return {
    here: notesPath(ref, back),
    ...holderOf(user, stored),
    handled: handled && { by: handled.by, at: handled.at, because: handled.because, canTakeBack: mayHandle },
    revision: state.lines.length > 0 && mayHandle ? state.revision : undefined,
    notes: stored.notes.reverse(),
    token: tokens.makeFor(user, ["notes", ref, stored.turns]),
  };
}

/** A record of a list, as notes know it; `revision` if the list tells it, `key` if its row's is not its id. */
type NoteRow = { ref: RecordRef; key?: string } & Partial<Pick<RecordState, "revision">>;

const toRowMark = (
  { takenBy, notes, handledRevision }: NotedMark,
  revision: string | undefined,
): RowMark => ({
  takenBy,
  notes,
  isHandled: handledRevision !== undefined && (revision === undefined || revision === handledRevision),
});

/** What there is to say of records, by their rows; those without anything are not among them. */
export async function marksOf(noteRows: readonly NoteRow[]): Promise<Record<string, RowMark>> {
  const found = await portalNotes.marks(noteRows.map(({ ref }) => ref));
  const marks = noteRows.flatMap(({ ref, key = ref.id, revision }, index): [string, RowMark][] => {
    const mark = found[index];
    return mark ? [[key, toRowMark(mark, revision)]] : [];
  });
  return Object.fromEntries(marks.filter(([, mark]) => isMarked(mark)));
}

export const marksOfRows = <Wire>(
  rows: readonly WireRow<Wire>[],
  toNoteRow: (row: Wire) => NoteRow,
): Promise<Record<string, RowMark>> => marksOf(readable(rows).map(toNoteRow));

export const portalNotes = createNotes(database);

/** Whoever does something to notes, by the name that people know. */
export const doerOf = (user: User): Doer => ({
  subject: user.subject,
  by: nameOf(user) || "Somebody without a name",
});

/** Writes what was typed beside a command into its record's notes, once for one form (actions#remark). */
export const writeRemark: SettledListener = async ({ user, token, ended, dialog }) => {
  const { about, text } = dialog?.remark ?? {};
  if (ended.is !== "done" || !about || !text) return;
  await portalNotes.write(about, doerOf(user), hashOf([token, text]), text);
};

/** More records of a kind than this are one line, with a link to each of the latest of them. */
const maxHeldLines = 5;
const maxHeldLinks = 50;
const maxAboutLength = 200;

const manyOf: Readonly<Record<RecordKindKey, string>> = {
  return: "returns",
  order: "orders",
  interchange: "interchanges",
  "edi-order": "EDI orders",
  product: "products",
  "master-product": "master products",
  rule: "rules",
};

const heldLine = (
  key: unknown,
  words: string,
  at: string,
  way: Pick<TodayLine, "href" | "places" | "about">,
): TodayLine => ({
  ...way,
  key: `held:${hashOf(key)}`,
  words: `You have ${words}`,
  isOne: true,
  isMine: true,
  count: 0,
  orMore: false,
  oldestAt: at,
  revision: hashOf([at, words, way.about]),
});

/** The records that this person has, without a number: they count where they wait (today#yours). */
export async function heldToday({ subject }: { subject: string }): Promise<TodayLine[]> {
  const records = await portalNotes.held(subject);
  return recordKindKeys.flatMap((kind) => {
    const all = records.filter((one) => one.kind === kind);
    const [oldest] = all;
    if (!oldest || all.length <= maxHeldLines)
      return all.map(({ store, id, name, href, at, note }) => {
        const about = note ? `${note.by}: ${shorten(note.text, maxAboutLength)}` : undefined;
        return heldLine([kind, store, id], name, at, { href, about });
      });
    const places = all.slice(-maxHeldLinks).map(({ name, href }) => ({ label: name, words: "", href }));
    return [heldLine(kind, `${all.length} ${manyOf[kind]}`, oldest.at, { href: "", places })];
  });
}
