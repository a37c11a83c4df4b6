import { z } from "zod";
import type { WireRow } from "#contract/envelopes.ts";
import type { SheetHeading, SheetRow } from "./sheetFile.ts";

/**
 * How answers of a list's call become the rows of its spreadsheet. One plan serves the slices that a browser
 * asks for and the thread that builds the server's file, so it is pure and knows nothing but its options.
 */
export type SheetPlan<Options, Record> = {
  record: z.ZodType<Record>;
  /** What besides the answers decides the rows: plain data, checked where a thread receives it. */
  options: z.ZodType<Options>;
  headings: (options: Options) => SheetHeading[];
  /** The cells of these records in the order of the headings; one record may be several rows, or none. */
  toRows: (records: readonly WireRow<Record>[], options: Options) => SheetRow[];
};

/** What a thread that builds a spreadsheet is started with: which one it is, and its plan's options. */
export const sheetThreadData = z.object({ what: z.string(), options: z.unknown() });

const held = z.object({ records: z.number(), fresh: z.number(), pages: z.number() });

/**
 * What one answer holds: so many records, of which so many were in none before, and of how many pages it says that it
 * is one (1 where it says nothing).
 */
export type Held = z.output<typeof held>;

/** Whether another page may follow the one with this number, which is the answer that holds this. */
export const mayFollow = (
  pageSize: number | undefined,
  page: number,
  { records, pages }: Pick<Held, "records" | "pages">,
): boolean => (pageSize === undefined ? page < pages : records === pageSize);

/** A message to the thread that builds a spreadsheet: an answer's body, or that there are no more, with the file's note. */
export const sheetOrder = z.union([
  z.object({ body: z.instanceof(Uint8Array) }),
  z.object({ end: z.literal(true), note: z.string().optional() }),
]);
export type SheetOrder = { body: Uint8Array<ArrayBuffer> } | { end: true; note?: string | undefined };

const reading = z.union([
  z.object({ ok: z.literal(true), value: held }),
  z.object({ ok: z.literal(false), fault: z.literal("notJson") }),
  z.object({ ok: z.literal(false), fault: z.literal("otherShape"), fields: z.array(z.string()) }),
]);

/**
 * A message from that thread: a piece of the file, what it found that a body holds, that the file is whole, or why
 * there is none.
 */
export const sheetNews = z.union([
  z.object({ piece: z.instanceof(Uint8Array) }),
  z.object({ reading }),
  z.object({ finished: z.literal(true) }),
  z.object({ failed: z.string() }),
]);
export type SheetNews = z.output<typeof sheetNews>;
