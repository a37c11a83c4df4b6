import { z } from "zod";

/** What the thread that builds a spreadsheet is told: an answer's body, or that there is no more of them. */
export const sheetOrder = z.union([
  z.object({ body: z.instanceof(Uint8Array) }),
  z.object({ end: z.literal(true) }),
]);
export type SheetOrder = { body: Uint8Array<ArrayBuffer> } | { end: true };

const reading = z.union([
  z.object({ ok: z.literal(true), value: z.number() }),
  z.object({ ok: z.literal(false), fault: z.literal("notJson") }),
  z.object({ ok: z.literal(false), fault: z.literal("otherShape"), fields: z.array(z.string()) }),
]);

/**
 * What the thread tells back: a piece of the file, how many records it read in a body, that the file is
 * whole, or why there is none.
 */
export const sheetNews = z.union([
  z.object({ piece: z.instanceof(Uint8Array) }),
  z.object({ reading }),
  z.object({ finished: z.literal(true) }),
  z.object({ failed: z.string() }),
]);
export type SheetNews = z.output<typeof sheetNews>;
