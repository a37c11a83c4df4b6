import type { z } from "zod";
import type { WireRow } from "#contract/envelopes.ts";
import type { SheetHeading, SheetRow } from "./sheetSlice.ts";

/**
 * How answers of a list's call become the rows of its spreadsheet. One plan serves the slices that a browser
 * asks for and the thread that builds the server's file, so it is pure and knows nothing but its options.
 */
export type SheetPlan<Options, Record> = {
  /** One row of the list, as the contract has it. */
  record: z.ZodType<Record>;
  /** What besides the answers decides the rows: plain data, checked where a thread receives it. */
  options: z.ZodType<Options>;
  /** Records of a full page: another page may follow it. */
  pageSize: number;
  headings: (options: Options) => SheetHeading[];
  /** The cells of these records in the order of the headings; one record may be several rows, or none. */
  toRows: (records: readonly WireRow<Record>[], options: Options) => SheetRow[];
};
