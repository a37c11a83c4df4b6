import { Writable } from "node:stream";
import { setImmediate as breathe } from "node:timers/promises";
import WorkbookWriter from "exceljs/lib/stream/xlsx/workbook-writer.js";
import {
  noteName,
  notesOf,
  noteWidth,
  type SheetSlice,
  sheetColumns,
  sheetFilter,
  sheetName,
  sheetViews,
} from "./sheetFile.ts";

/** Bytes of the file that may wait for their reader before more is written. */
const waitingBytes = 256 * 1024;
/** Rows between two looks at what else the server has to do; a record may have many. */
const rowsAtOnce = 100;

/**
 * Writes an xlsx file from slices: no more is read or written while its reader takes nothing, and the slices end when
 * the reader goes away or `signal` aborts. The file fails when they do, so that no cut file looks whole.
 */
export function writeSheet(
  slices: AsyncIterable<SheetSlice>,
  signal: AbortSignal,
  reasonOf: (problem: unknown) => Error,
): ReadableStream<Uint8Array> {
  const bytes = new ByteLengthQueuingStrategy({ highWaterMark: waitingBytes });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(undefined, undefined, bytes);
  const file = writable.getWriter();
  const stop = (problem: unknown) => void file.abort(reasonOf(problem)).catch(() => undefined);
  const leave = () => stop(new Error("The browser has gone.", { cause: signal.reason }));
  signal.addEventListener("abort", leave, { once: true });
  write(slices, file)
    .catch(stop)
    .finally(() => signal.removeEventListener("abort", leave));
  return readable;
}

async function write(slices: AsyncIterable<SheetSlice>, file: WritableStreamDefaultWriter<Uint8Array>) {
  const book = new WorkbookWriter({
    stream: new Writable({
      write(piece: Uint8Array, _encoding, done) {
        // It fails when nobody reads the file any more, which `ready` says, too.
        file.write(new Uint8Array(piece)).catch(() => undefined);
        done();
      },
    }),
    useStyles: true,
    useSharedStrings: false,
    zip: { zlib: { level: 1 } },
  });
  const sheet = book.addWorksheet(sheetName, { views: sheetViews });
  let columns: ReturnType<typeof sheetColumns> = [];
  let written = 0;
  const read: Parameters<typeof notesOf>[0][number][] = [];
  for await (const { records, isStill, auditLine, ...slice } of slices) {
    if (read.length === 0) {
      columns = sheetColumns(slice.columns);
      sheet.columns = columns;
    }
    read.push({ isStill, auditLine });
    for (const { rows } of records) {
      for (const cells of rows) {
        written += 1;
        const row = sheet.addRow(cells);
        // A cell of its own style is compared with all others; one that shares its column's is found at once.
        row.eachCell({ includeEmpty: true }, (cell, number) => {
          cell.style = columns[number - 1]?.style ?? cell.style;
        });
        row.commit();
        if (written % rowsAtOnce === 0) {
          await breathe();
          await file.ready;
        }
      }
    }
  }
  sheet.autoFilter = sheetFilter(columns.length, written);
  sheet.commit();
  const lines = notesOf(read);
  if (lines.length > 0) {
    const notes = book.addWorksheet(noteName);
    notes.columns = [{ width: noteWidth }];
    for (const line of lines) notes.addRow([line]).commit();
    notes.commit();
  }
  await book.commit();
  await file.close();
}
