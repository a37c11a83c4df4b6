import { may, type User } from "#app/auth/guard.server.ts";
import { tokens } from "#app/http/once.server.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { portalNotes, recordPermissions } from "./kind.server.ts";
import { type Handled, isSameRecord, noNotes, type StoredNotes } from "./ledger.server.ts";
import { isMarked, type NoteRef, type NotesView, type RecordState, type RowMark } from "./notes.ts";
import { notesPath } from "./paths.ts";

const holderOf = (user: User, { taken, hadBy }: StoredNotes): Pick<NotesView, "taken" | "hadBy"> => ({
  taken: taken && { by: taken.by, at: taken.at, isMine: taken.subject === user.subject },
  hadBy: hadBy === taken?.by ? undefined : hadBy,
});

/** Whether a record is handled still: it has not changed since, as far as is known. */
const isStill = (one: Handled, ref: NoteRef, { revision }: Partial<Pick<RecordState, "revision">>): boolean =>
  isSameRecord(one, ref) && (revision === undefined || one.revision === revision);

/**
 * The notes of a record as this person sees them, who may open it; `back` is where they state, and `state` how the
 * record stands.
 */
export async function notesOf(
  user: User,
  ref: NoteRef,
  back: string,
  state: RecordState,
): Promise<NotesView> {
  const [stored, all] = await Promise.all([portalNotes.read(ref), portalNotes.handled()]);
  const handled = all.find((one) => isStill(one, ref, state));
  const mayHandle = may(user, recordPermissions[ref.kind].act);
  return {
    here: notesPath(ref, back),
    ...holderOf(user, stored),
    handled: handled && { by: handled.by, at: handled.at, because: handled.because, canTakeBack: mayHandle },
    revision: state.lines.length > 0 && mayHandle ? state.revision : undefined,
    notes: stored.notes.map(({ subject: _, ...note }) => note).reverse(),
    token: tokens.makeFor(user, ["notes", ref, stored.turns]),
  };
}

/**
 * A record of a list, as notes know it; without `revision` where the list does not tell it. `key` is its row's,
 * if that is not its id.
 */
type NoteRow = { ref: NoteRef; key?: string } & Partial<Pick<RecordState, "revision">>;

/** What there is to say of records, by their rows; those without anything are not among them. */
export async function marksOf(noted: readonly NoteRow[]): Promise<Record<string, RowMark>> {
  const [each, all] = await Promise.all([
    portalNotes.readEach(noted.map(({ ref }) => ref)),
    portalNotes.handled(),
  ]);
  const marks = noted.map(({ ref, key = ref.id, revision }, index): [string, RowMark] => {
    const { taken, notes } = each[index] ?? noNotes;
    const isHandled = all.some((one) => isStill(one, ref, revision === undefined ? {} : { revision }));
    return [key, { takenBy: taken?.by, notes: notes.length, isHandled }];
  });
  return Object.fromEntries(marks.filter(([, mark]) => isMarked(mark)));
}

export const marksOfRows = <Wire>(
  rows: readonly WireRow<Wire>[],
  toNoteRow: (row: Wire) => NoteRow,
): Promise<Record<string, RowMark>> =>
  marksOf(rows.flatMap((row) => (row.readable ? [toNoteRow(row.row)] : [])));
