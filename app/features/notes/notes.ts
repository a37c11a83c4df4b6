import type { Moment } from "#app/core/values/values.ts";

/** Characters that a reason for 'Handled' has at most; notes that a record has at most. */
export const maxBecauseLength = 500;
export const maxNotes = 200;

/** One note: what somebody wrote, or why they said that it is handled. */
export type Note = { id: string; by: string; at: Moment; text: string; isHandling: boolean };

/** The part 'Notes' of a record as it is shown (notes#part). */
export type NotesView = {
  /** Where its forms are sent; it leads back to where they stood. */
  here: string;
  holder?: { by: string; handle: string; at: Moment; isMine: boolean };
  /** Who had it last, where that is somebody else. */
  hadBy?: string;
  /** It left Today for everybody, until it changes. */
  handled?: { by: string; at: Moment; because: string; canTakeBack: boolean };
  /** The revision of its state if it is in Today: then it can be marked as handled. */
  revision?: string;
  /** Newest first. */
  notes: Note[];
  /** The one-time token of its forms: the same until somebody changes anything here. */
  token: string;
  /** They stand beside another form: without scripting their answer has a window of its own, and that form stays. */
  isBesideForm?: boolean;
};

/** Who else has the record. */
export const holderIn = (notes: NotesView | undefined): NotesView["holder"] =>
  notes?.holder?.isMine ? undefined : notes?.holder;

/** What a list's row says of it (notes#rows). */
export type RowMark = { takenBy?: string; notes: number; isHandled: boolean };

export const isMarked = ({ takenBy, notes, isHandled }: RowMark): boolean =>
  takenBy !== undefined || notes > 0 || isHandled;

/** What can be done in the part 'Notes' of a record. */
export const notesIntents = ["write", "take", "takeOver", "giveBack", "handle", "unhandle"] as const;
export type NotesIntent = (typeof notesIntents)[number];

/** The response to a form of the part: the errors, with all that was typed. */
export type NotesAnswer = {
  intent: NotesIntent;
  text: string;
  problem: string;
  /** Nothing is wrong: it was kept while its writer was signed out. */
  isSafe?: true;
};
