import { Writable } from "node:stream";
import { parentPort, workerData } from "node:worker_threads";
import ExcelJS from "exceljs";
import { z } from "zod";
import { sheetColumns, sheetName, sheetViews } from "./sheetFormat.ts";
import { sheetSlice } from "./sheetSlice.ts";

/** Runs as a worker thread: rows come in slices, the file goes out in pieces as it grows. */
const start = sheetSlice.pick({ columns: true });
const order = z.union([z.object({ rows: sheetSlice.shape.rows }), z.object({ end: z.literal(true) })]);

const port = parentPort;
if (!port) throw new Error("sheetThread runs as a worker thread");

const { columns } = start.parse(workerData);
const out = new Writable({
  write(piece: Uint8Array, _encoding, done) {
    port.postMessage({ piece: new Uint8Array(piece) });
    done();
  },
});
const book = new ExcelJS.stream.xlsx.WorkbookWriter({
  stream: out,
  useStyles: true,
  useSharedStrings: false,
  zip: { zlib: { level: 1 } },
});
const sheet = book.addWorksheet(sheetName, { views: sheetViews });
sheet.columns = sheetColumns(columns);

/** Lets the zip write what it holds before more rows come. */
const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));

async function take(message: unknown): Promise<void> {
  const read = order.parse(message);
  if ("end" in read) {
    sheet.commit();
    await book.commit();
    port?.postMessage({ finished: true });
    port?.close();
    return;
  }
  for (const [index, row] of read.rows.entries()) {
    sheet.addRow(row).commit();
    if (index % 200 === 199) await breathe();
  }
  await breathe();
  port?.postMessage({ taken: true });
}

port.on("message", (message) => {
  take(message).catch((failure: unknown) => {
    port.postMessage({ failed: failure instanceof Error ? failure.message : String(failure) });
  });
});
