import { constants, setPriority } from "node:os";
import { Writable } from "node:stream";
import { setImmediate as breathe } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import WorkbookWriter from "exceljs/lib/stream/xlsx/workbook-writer.js";
import { readAnswer } from "#contract/calls.ts";
import { rawPage, readRow, recordKey } from "#contract/envelopes.ts";
import { type SheetNews, type SheetOrder, type SheetPlan, sheetThreadData } from "./columns.ts";
import {
  noteName,
  noteWidth,
  type SheetRow,
  sheetColumns,
  sheetFilter,
  sheetName,
  sheetViews,
} from "./sheetFile.ts";

/**
 * Records between two looks at what else there is to do, in which the zip writes. So few are also gone before the
 * garbage collector would promote them, which would cost much of a long file's time.
 */
const recordsAtOnce = 50;

type Run = <Options, Record>(plan: SheetPlan<Options, Record>) => void;

/** Builds a spreadsheet as a worker thread, whose `workerData` name one of these plans and give its options. */
export function runSheetThread(plans: Readonly<Record<string, (run: Run) => void>>): void {
  const { what, options } = sheetThreadData.parse(workerData);
  // Pages go first. Only on Linux a thread has a priority of its own.
  if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const plan = plans[what];
  if (!plan) throw new Error(`There is no plan of a spreadsheet of ${what}`);
  plan((one) => runPlan(one, options));
}

/**
 * Bodies of answers come in one by one, the file goes out in pieces as it grows. Of each body the thread first reports
 * what it holds; its rows are written once they are released, while the next one is fetched. A record that comes twice
 * is written once.
 */
function runPlan<Options, Record>(plan: SheetPlan<Options, Record>, given: unknown): void {
  const port = parentPort;
  if (!port) throw new Error("A spreadsheet is built in a worker thread");
  const tell = (news: SheetNews, transfer: ArrayBuffer[] = []) => port.postMessage(news, transfer);

  const options = plan.options.parse(given);
  const book = new WorkbookWriter({
    stream: new Writable({
      write(bytes: Uint8Array, _encoding, done) {
        const piece = new Uint8Array(bytes);
        tell({ piece }, [piece.buffer]);
        done();
      },
    }),
    useStyles: true,
    useSharedStrings: false,
    zip: { zlib: { level: 1 } },
  });
  const sheet = book.addWorksheet(sheetName, { views: sheetViews });
  const columns = sheetColumns(plan.headings(options));
  sheet.columns = columns;

  const known = new Set<string>();
  function isFresh(raw: unknown): boolean {
    const before = known.size;
    return known.add(recordKey(raw)).size > before;
  }

  let written = 0;
  function writeRow(cells: SheetRow): void {
    written += 1;
    const row = sheet.addRow(cells);
    // A cell of its own style is compared with all others; one that shares its column's is found at once.
    row.eachCell({ includeEmpty: true }, (cell, number) => {
      cell.style = columns[number - 1]?.style ?? cell.style;
    });
    row.commit();
  }

  let unreleased: unknown[][] = [];
  function read(body: Uint8Array): void {
    const reading = readAnswer(rawPage, body);
    if (!reading.ok) {
      tell({ reading });
      return;
    }
    const { rows, pages } = reading.value;
    const fresh = rows.filter(isFresh);
    unreleased.push(fresh);
    tell({ reading: { ok: true, value: { records: rows.length, fresh: fresh.length, pages } } });
  }

  async function release(): Promise<void> {
    const pages = unreleased;
    unreleased = [];
    for (const page of pages) await write(page);
  }

  async function write(fresh: readonly unknown[]): Promise<void> {
    for (let at = 0; at < fresh.length; at += recordsAtOnce) {
      const records = fresh
        .slice(at, at + recordsAtOnce)
        .map((raw, index) => readRow(plan.record, raw, at + index));
      for (const row of plan.toRows(records, options)) writeRow(row);
      await breathe();
    }
  }

  async function finish(lines: readonly string[]): Promise<void> {
    sheet.autoFilter = sheetFilter(columns.length, written);
    sheet.commit();
    if (lines.length > 0) {
      const notes = book.addWorksheet(noteName);
      notes.columns = [{ width: noteWidth }];
      for (const line of lines) notes.addRow([line]).commit();
      notes.commit();
    }
    await book.commit();
    tell({ finished: true });
    port?.close();
  }

  let work = Promise.resolve();
  port.on("message", (order: SheetOrder) => {
    work = work
      .then(() => {
        if ("end" in order) return finish(order.notes);
        return "release" in order ? release() : read(order.body);
      })
      .catch((problem: unknown) =>
        tell({ failed: problem instanceof Error ? problem.message : String(problem) }),
      );
  });
}
