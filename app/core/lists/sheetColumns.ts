import type { z } from "zod";
import { shownAsUtc } from "#app/core/values/wallClock.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { readMoment } from "#contract/numbers.ts";

/** How records become the rows of a spreadsheet: pure, and knows nothing but its options. */
export type SheetPlan<Options, Record> = {
  headings: (options: Options) => SheetHeading[];
  /** The cells of these records in the order of the headings; one record may be several rows, or none. */
  toRows: (records: readonly WireRow<Record>[], options: Options) => SheetRow[];
};

/** A cell of the spreadsheet: numbers stay numbers, everything else is text; null is an empty cell. */
export type SheetCell = string | number | null;
export type SheetRow = SheetCell[];
export type SheetHeading = { header: string; width: number; format?: string | undefined };

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
export type PlainSheetOptions = { timeZone: string; storeName?: string };

/** A plan by its columns and the entries that its records are; its options may decide either. */
export const defineSheetPlan = <Options extends { timeZone: string }, Record, Entry>({
  columns,
  toEntries,
}: {
  columns: readonly SheetColumn<Entry>[] | ((options: Options) => readonly SheetColumn<Entry>[]);
  toEntries: (records: readonly WireRow<Record>[], options: Options) => readonly Entry[];
}): SheetPlan<Options, Record> => {
  const columnsFor = (options: Options) => (typeof columns === "function" ? columns(options) : columns);
  return {
    headings: (options) => toHeadings(columnsFor(options), options.timeZone),
    toRows: (records, options) => toCells(columnsFor(options), toEntries(records, options), options.timeZone),
  };
};

const dayMs = 86_400_000;
/** Excel counts days from here. */
const dayZero = Date.UTC(1899, 11, 30);
/** A moment as Excel's number of days, on the clock of `timeZone`; what is no moment is kept as text. */
function momentCell(moment: string, timeZone: string): SheetCell {
  const at = readMoment(moment);
  if (at === undefined) return moment;
  // Rounded to far less than a second: Excel would show a moment before the full hour as the minute before it.
  return Math.round(((shownAsUtc(at, timeZone) - dayZero) / dayMs) * 1e9) / 1e9;
}
