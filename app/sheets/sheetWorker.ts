import ExcelJS from "exceljs";
import { isErrorView } from "#app/http/errorView.ts";
import { readSlices } from "./readSlices.ts";
import {
  noteName,
  noteWidth,
  nothingToSave,
  type SheetRow,
  type SheetSlice,
  sheetColumns,
  sheetFilter,
  sheetName,
  sheetSlice,
  sheetViews,
} from "./sheetFile.ts";

export type SheetOrder = { href: string };
export type SheetNews =
  | { kind: "reading"; records: number }
  | { kind: "building"; rows: number; total: number }
  | { kind: "done"; file: ArrayBuffer; fileName: string }
  | { kind: "too-many"; limit: number }
  | { kind: "failed"; message: string };

/** A workbook in the browser's memory costs some 30 kB a row: beyond this the server streams the file. */
const recordLimit = 10_000;
const rowsBetweenNews = 250;

const tell = (news: SheetNews) => self.postMessage(news);

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

async function build(columns: SheetSlice["columns"], rows: SheetRow[], note?: string): Promise<ArrayBuffer> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet(sheetName, { views: sheetViews });
  sheet.columns = sheetColumns(columns);
  for (const [index, row] of rows.entries()) {
    sheet.addRow(row);
    if (index % rowsBetweenNews === 0) tell({ kind: "building", rows: index, total: rows.length });
  }
  sheet.autoFilter = sheetFilter(columns.length, rows.length);
  if (note !== undefined) {
    const notes = book.addWorksheet(noteName);
    notes.columns = [{ width: noteWidth }];
    notes.addRow([note]);
  }
  tell({ kind: "building", rows: rows.length, total: rows.length });
  const file = await book.xlsx.writeBuffer();
  return new Uint8Array(file).slice().buffer;
}

async function run({ href }: SheetOrder): Promise<void> {
  const read = await readSlices(href, readSlice, recordLimit, (records) =>
    tell({ kind: "reading", records }),
  );
  if (!read) return tell({ kind: "too-many", limit: recordLimit });
  const { head, records, note } = read;
  if (records.length === 0) return tell({ kind: "failed", message: nothingToSave });
  const file = await build(head.columns, records.flat(), note);
  self.postMessage({ kind: "done", file, fileName: head.fileName } satisfies SheetNews, {
    transfer: [file],
  });
}

self.addEventListener("message", (event: MessageEvent<SheetOrder>) => {
  run(event.data).catch((failure: unknown) =>
    tell({ kind: "failed", message: failure instanceof Error ? failure.message : String(failure) }),
  );
});
