import ExcelJS from "exceljs";
import { isErrorView } from "#app/core/http/errorView.ts";
import type { SheetRow } from "#app/core/lists/sheetColumns.ts";
import { readSlices } from "./readSlices.ts";
import {
  noteName,
  notesOf,
  noteWidth,
  nothingToSave,
  type SheetSlice,
  sheetColumns,
  sheetFilter,
  sheetName,
  sheetSlice,
  sheetViews,
} from "./sheetFile.ts";

export type SheetProgress =
  | { kind: "working"; label: string; value: number; max: number }
  | { kind: "ok" | "background" | "attention"; message: string };
export type SheetOrder = { href: string; noun: string };
/** How far it has come, at the end with the file; `isTooLong` leaves it to the server. */
export type SheetNews = {
  progress: SheetProgress;
  file?: { bytes: ArrayBuffer; name: string };
  isTooLong?: true;
};

const count = new Intl.NumberFormat("en-AU");

/** A workbook in the browser's memory costs some 30 kB a row: beyond this the server streams the file. */
const recordLimit = 10_000;
const rowsBetweenNews = 250;

const tell = (news: SheetNews, transfer: ArrayBuffer[] = []) => self.postMessage(news, { transfer });

const tellWorking = (label: string, value = 0, max = 0) =>
  tell({ progress: { kind: "working", label, value, max } });
const tellBuilt = (rows: number, total: number) =>
  tellWorking(`Building the file: ${count.format(rows)} of ${count.format(total)} rows`, rows, total);
const tellFailed = (message: string) => tell({ progress: { kind: "attention", message } });

async function readSlice(href: string): Promise<SheetSlice> {
  const response = await fetch(href, { headers: { Accept: "application/json" } });
  if (response.redirected || response.status === 401) {
    throw new Error("Your session has ended. Sign in again, then download once more.");
  }
  if (!response.ok) {
    const message: unknown = await response.json().catch(() => undefined);
    throw new Error(
      isErrorView(message)
        ? `${message.message} ${message.advice}`
        : `The rows could not be read: ${response.status} ${response.statusText}`.trim(),
    );
  }
  const slice = sheetSlice.safeParse(await response.json());
  if (!slice.success) throw new Error("The rows arrived in a shape that the portal does not know.");
  return slice.data;
}

async function build(
  columns: SheetSlice["columns"],
  rows: SheetRow[],
  lines: readonly string[],
): Promise<ArrayBuffer> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet(sheetName, { views: sheetViews });
  sheet.columns = sheetColumns(columns);
  for (const [index, row] of rows.entries()) {
    sheet.addRow(row);
    if (index % rowsBetweenNews === 0) tellBuilt(index, rows.length);
  }
  sheet.autoFilter = sheetFilter(columns.length, rows.length);
  if (lines.length > 0) {
    const notes = book.addWorksheet(noteName);
    notes.columns = [{ width: noteWidth }];
    for (const line of lines) notes.addRow([line]);
  }
  tellBuilt(rows.length, rows.length);
  const file = await book.xlsx.writeBuffer();
  return new Uint8Array(file).slice().buffer;
}

async function run({ href, noun }: SheetOrder): Promise<void> {
  const first = await readSlice(href);
  const read: SheetSlice[] = [];
  let records = 0;
  for await (const slice of readSlices(first, ({ nextHref = "" }) => readSlice(nextHref))) {
    read.push(slice);
    records += slice.records.length;
    tellWorking(`Reading ${noun}: ${count.format(records)}`);
    if (slice.nextHref !== undefined && records >= recordLimit) {
      const message = `More than ${count.format(recordLimit)} ${noun}: the server builds this file.`;
      return tell({ progress: { kind: "background", message }, isTooLong: true });
    }
  }
  if (records === 0) return tellFailed(nothingToSave);
  const rows = read.flatMap((slice) => slice.records.flatMap((record) => record.rows));
  const bytes = await build(first.columns, rows, notesOf(read));
  const name = first.fileName;
  tell({ progress: { kind: "ok", message: `Saved ${name}` }, file: { bytes, name } }, [bytes]);
}

self.addEventListener("message", (event: MessageEvent<SheetOrder>) => {
  run(event.data).catch((failure: unknown) =>
    tellFailed(failure instanceof Error ? failure.message : String(failure)),
  );
});
