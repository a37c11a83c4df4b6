import { z } from "zod";
import { zonedFormats } from "#app/core/ui/text/time.ts";
import type { Reading } from "#contract/calls.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { readMoment } from "#contract/numbers.ts";
import type { SheetHeading, SheetRow } from "./sheetFile.ts";

/**
 * How answers of a list's call become the rows of its spreadsheet. One plan serves the slices that a browser
 * asks for and the thread that builds the server's file, so it is pure and knows nothing but its options.
 */
export type SheetPlan<Options, Record> = {
  record: z.ZodType<Record>;
  /** Settings of the rows: plain data, validated by the thread that receives it. */
  options: z.ZodType<Options>;
  headings: (options: Options) => SheetHeading[];
  /** The cells of these records in the order of the headings; one record may be several rows, or none. */
  toRows: (records: readonly WireRow<Record>[], options: Options) => SheetRow[];
};

/** What a thread that builds a spreadsheet is started with: which one it is, and its plan's options. */
export const sheetThreadData = z.object({ what: z.string(), options: z.unknown() });

/**
 * What one answer holds: so many records, of which so many were in none before, and of how many pages it says that it
 * is one (1 where it says nothing).
 */
export type Held = { records: number; fresh: number; pages: number };

/** Whether another page may follow the one with this number, which is the answer that holds this. */
export const mayFollow = (
  pageSize: number | undefined,
  page: number,
  { records, pages }: Pick<Held, "records" | "pages">,
): boolean => (pageSize === undefined ? page < pages : records === pageSize);

/** A message to the thread that builds a spreadsheet: an answer's body, or that there are no more, with the file's note. */
export type SheetOrder =
  | { body: Uint8Array<ArrayBuffer> }
  | { release: true }
  | { end: true; notes: readonly string[] };

/** A message from that thread: a piece of the file, what a body holds, that the file is whole, or why there is none. */
export type SheetNews =
  | { piece: Uint8Array }
  | { reading: Reading<Held> }
  | { finished: true }
  | { failed: string };

/** A cell of the spreadsheet: numbers stay numbers, everything else is text; null is an empty cell. */
export type SheetCell = string | number | null;

const formats = { money: "#,##0.00", units: "#,##0.##", moment: "yyyy-mm-dd hh:mm" } as const;

/**
 * One column of a spreadsheet: `width` in characters; without a `kind` it is one of text. What is no number in a
 * column of numbers stays text. The values of a column of moments are ISO moments, or what was sent in their place.
 */
export type SheetColumn<Entry> = {
  header: string;
  width: number;
  kind?: keyof typeof formats;
  value: (entry: Entry) => SheetCell | undefined;
};

export const sheetColumn = <Entry>(
  header: string,
  width: number,
  value: SheetColumn<Entry>["value"],
  kind?: keyof typeof formats,
): SheetColumn<Entry> => ({ header, width, value, kind });

/**
 * Header, width and number format of every column, in order. A cell holds no zone: the header of moments says that they
 * are on the clock of `timeZone` (screens#sheet).
 */
export const toHeadings = <Entry>(columns: readonly SheetColumn<Entry>[], timeZone = "UTC"): SheetHeading[] =>
  columns.map(({ header, width, kind }) => {
    const words = kind === "moment" ? `${header} (${timeZone})` : header;
    return {
      header: words,
      width: Math.max(width, kind === "moment" ? words.length : 0),
      format: kind && formats[kind],
    };
  });

/** Excel refuses a file with a longer cell. */
const maxCellLength = 32_767;

/** Text as a cell may hold it: no control characters, no half surrogates, at most 32,767 characters. */
function cleanCell(cell: SheetCell | undefined): SheetCell {
  if (typeof cell !== "string") return cell ?? null;
  if (cell === "") return null;
  const text = cell
    .replace(/\p{Cs}/gu, "\ufffd")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot hold these, escaped or not
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
  return text.length > maxCellLength ? `${text.slice(0, maxCellLength - 1)}…` : text;
}

/** The record of a row; one that could not be read still takes its place, `inPlace` with its id and what is wrong. */
export const recordOf = <Record>(
  row: WireRow<Record>,
  contract: z.ZodType<Record>,
  inPlace: (id: string, problem: string) => object,
): Record =>
  row.readable ? row.row : contract.parse(inPlace(row.id, `This row could not be read: ${row.problem}`));

/** One row per entry, its cells in the order of the columns; moments are on the clock of `timeZone` (an IANA name). */
export const toCells = <Entry>(
  columns: readonly SheetColumn<Entry>[],
  entries: readonly Entry[],
  timeZone = "UTC",
): SheetRow[] =>
  entries.map((entry) =>
    columns.map(({ kind, value }) => {
      const cell = value(entry);
      return cleanCell(kind === "moment" && typeof cell === "string" ? momentCell(cell, timeZone) : cell);
    }),
  );

/** Options of a plan without others: the zone of the clock that moments are on, and the store of a store's list. */
export const plainSheetOptions = z.object({ timeZone: z.string(), storeName: z.string().optional() });
export type PlainSheetOptions = z.output<typeof plainSheetOptions>;

/** A plan by its columns and the entries that its records are; its options may decide either. */
export const defineSheetPlan = <Options extends { timeZone: string }, Record, Entry>({
  columns,
  toEntries,
  ...plan
}: Pick<SheetPlan<Options, Record>, "record" | "options"> & {
  columns: readonly SheetColumn<Entry>[] | ((options: Options) => readonly SheetColumn<Entry>[]);
  toEntries: (records: readonly WireRow<Record>[], options: Options) => readonly Entry[];
}): SheetPlan<Options, Record> => {
  const columnsFor = (options: Options) => (typeof columns === "function" ? columns(options) : columns);
  return {
    ...plan,
    headings: (options) => toHeadings(columnsFor(options), options.timeZone),
    toRows: (records, options) => toCells(columnsFor(options), toEntries(records, options), options.timeZone),
  };
};

const dayMs = 86_400_000;
/** Excel counts days from here. */
const dayZero = Date.UTC(1899, 11, 30);
const clockOf = zonedFormats("en-CA", {
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
});

/** A moment as Excel's number of days, on the clock of `timeZone`; what is no moment is kept as text. */
function momentCell(moment: string, timeZone: string): SheetCell {
  const at = readMoment(moment);
  if (at === undefined) return moment;
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of clockOf(timeZone).formatToParts(at)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  // Rounded to far less than a second: Excel would show a moment before the full hour as the minute before it.
  return Math.round(((shown - dayZero) / dayMs) * 1e9) / 1e9;
}
