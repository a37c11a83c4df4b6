import { z } from "zod";

/** What can be done in the part 'Notes' of a record. */
export const notesIntents = ["write", "take", "takeOver", "giveBack", "handle", "unhandle"] as const;
export type NotesIntent = (typeof notesIntents)[number];

/** A form of the part: `text` is a note, or why it is handled; `seen` how the record stood as that was said. */
export const notesForm = z.object({
  intent: z.enum(notesIntents).default("write"),
  text: z.string().default(""),
  seen: z.string().default(""),
});
export type NotesForm = z.output<typeof notesForm>;
