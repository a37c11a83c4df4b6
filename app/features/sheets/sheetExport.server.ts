import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import type { z } from "zod";
import { auditFirst } from "#app/core/audit/audit.server.ts";
import { env } from "#app/core/env.server.ts";
import { attempt } from "#app/core/http/api.server.ts";
import { ApiError } from "#app/core/http/apiError.server.ts";
import { redirectWithFlash } from "#app/core/http/flash.server.ts";
import { hashOf } from "#app/core/http/once.server.ts";
import { declinePrefetch } from "#app/core/http/prefetch.server.ts";
import { notesNow } from "#app/core/http/requestNotes.server.ts";
import { startThread } from "#app/core/http/thread.server.ts";
import { readUntilStill } from "#app/core/lists/untilStill.ts";
import { searchWithout } from "#app/core/search/search.ts";
import { type AnswerReader, type Reading, readAnswer } from "#contract/calls.ts";
import { pagedListOf, recordKey, type WireRow } from "#contract/envelopes.ts";
import {
  type Held,
  mayFollow,
  type SheetNews,
  type SheetOrder,
  type SheetPlan,
  type sheetThreadData,
} from "./columns.ts";
import { notesOf, nothingToSave, type SheetSlice, sheetFileName } from "./sheetFile.ts";

/** A thread holds a page or two and the zip's window. */
const resourceLimits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 128 };
// Given on the command line, the server's own setting would hold for threads, too, whatever their limits say:
// a hundred megabytes each. The server's heap is made by now, and keeps it.
setFlagsFromString("--max-semi-space-size=0");
/** Bytes of the file that may wait for their reader before the thread is given more to write. */
const waitingBytes = 256 * 1024;

export type SheetBuild = {
  /** The xlsx file in pieces; it fails when the build does, so that no cut file looks whole. */
  file: ReadableStream<Uint8Array>;
  /**
   * Hands an answer's body to the thread; resolves to what it holds, as soon as that is known.
   * Waits while the reader of the file has not taken what there is. One body at a time.
   */
  read: AnswerReader<Held>;
  /** Has the thread write the rows that it holds: from here on they are handed out. */
  release: () => void;
  /** There are no more bodies: the file ends when the last one is written, with what it says of itself. */
  end: (notes: readonly string[]) => void;
  /** Ends the thread; a file that is not whole fails with this reason. */
  stop: (reason: Error) => void;
  ended: Promise<void>;
};

/**
 * Builds an xlsx file in a worker thread, so that the server's event loop only passes bytes on. `thread` is
 * the file of a thread that calls `runSheetThread`, `data` what that is called for. The thread ends with the file,
 * when the file's reader goes away, and when `signal` aborts.
 */
export function startSheet(
  thread: URL,
  data: z.input<typeof sheetThreadData>,
  signal: AbortSignal,
): SheetBuild {
  const worker = startThread(thread, { workerData: data, resourceLimits });
  const stopped = new AbortController();
  const stop = (reason: Error) => stopped.abort(reason);
  let finished = false;
  let onReading: (reading: Reading<Held>) => void = () => undefined;
  let onRoom: () => void = () => undefined;

  /** Resolves when `start`'s argument is called; rejects when the build stops. */
  const unlessStopped = <Value>(start: (resolve: (value: Value) => void) => void) =>
    new Promise<Value>((resolve, reject) => {
      const refuse = () => reject(stopped.signal.reason);
      if (stopped.signal.aborted) return refuse();
      stopped.signal.addEventListener("abort", refuse, { once: true });
      start((value) => {
        stopped.signal.removeEventListener("abort", refuse);
        resolve(value);
      });
    });

  let hasRoom = () => true;
  const file = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        hasRoom = () => (controller.desiredSize ?? 0) > 0;
        worker.on("message", (news: SheetNews) => {
          if (stopped.signal.aborted) return;
          if ("piece" in news) controller.enqueue(news.piece);
          else if ("reading" in news) onReading(news.reading);
          else if ("failed" in news) stop(new Error(news.failed));
          else {
            finished = true;
            controller.close();
          }
        });
        stopped.signal.addEventListener("abort", () => {
          if (!finished) controller.error(stopped.signal.reason);
          void worker.terminate();
        });
      },
      pull: () => onRoom(),
      cancel: () => stop(new Error("Nobody reads the spreadsheet any more.")),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: waitingBytes }),
  );
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  worker.on("error", stop);
  worker.on("exit", () => stop(new Error("The thread that builds the spreadsheet ended early.")));
  const leave = () => stop(new Error("The browser has gone.", { cause: signal.reason }));
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave, { once: true });

  return {
    file,
    async read(body) {
      while (!hasRoom()) {
        await unlessStopped<void>((resolve) => {
          onRoom = resolve;
        });
      }
      return unlessStopped<Reading<Held>>((resolve) => {
        onReading = resolve;
        worker.postMessage({ body } satisfies SheetOrder, [body.buffer]);
      });
    },
    release: () => worker.postMessage({ release: true } satisfies SheetOrder),
    end: (notes) => worker.postMessage({ end: true, notes } satisfies SheetOrder),
    stop,
    ended,
  };
}

/** Each is written by a thread: more of them at a time would only wait for the processor. */
const takeTurn = createTurns(2);

export type SheetSource<Options, Record> = {
  /** The parts of the file's name: store, and kind of rows. */
  subject: string;
  what: string;
  plan: SheetPlan<Options, Record>;
  options: Options;
  /** Records of a full page: another page may follow it. Undefined where answers say how many pages there are. */
  pageSize: number | undefined;
  /** Which page is asked for (from 1), or, when all are, which slice of them. */
  page: number;
  all: boolean;
  /** No record ever leaves the list, and new ones come first: reading its pages once misses none. */
  onlyGrows?: true;
  /** Calls the list and has its answer read by `read`. Throws ApiError. */
  readPage: <Value>(page: number, read: AnswerReader<Value>) => Promise<Value>;
  /** Pages of a slice of everything; more than one where the call's pages are small. */
  pagesPerSlice: number;
  sliceHref: (slice: number) => string;
};

/** Where a call has no page size, a slice of everything is this many pages, so that slices are worth a call. */
export const pagesPerSlice = 25;

const fileNameOf = <Options, Record>({ subject, what, page, all }: SheetSource<Options, Record>): string =>
  sheetFileName(subject, what, all ? "all" : page, new Date(), env.TIME_ZONE);

/** One slice as cells; `nextHref` leads on while everything is asked for and another page may follow. */
async function sheetSliceOf<Options, Record>(source: SheetSource<Options, Record>): Promise<SheetSlice> {
  const { plan, options, all, pageSize, onlyGrows = false } = source;
  const first = all ? (source.page - 1) * source.pagesPerSlice + 1 : source.page;
  const last = all ? source.page * source.pagesPerSlice : source.page;
  const answer = pagedListOf(plan.record);
  const records: WireRow<Record>[] = [];
  let page = first - 1;
  let more = true;
  while (more && page < last) {
    page += 1;
    const { rows, pages } = await source.readPage(page, (body) => readAnswer(answer, body));
    records.push(...rows);
    more = mayFollow(pageSize, page, { records: rows.length, pages });
  }
  return {
    fileName: fileNameOf(source),
    columns: plan.headings(options),
    records: records.map((record) => ({ key: recordKey(record.raw), rows: plan.toRows([record], options) })),
    isStill: !all || onlyGrows || (page === 1 && !more),
    nextHref: all && more ? source.sliceHref(source.page + 1) : undefined,
  };
}

/** The slice as the JSON answer of its resource route. Throws ApiError. */
export const sheetSliceResponse = async <Options, Record>(
  source: SheetSource<Options, Record>,
): Promise<Response> => {
  declinePrefetch();
  const slice = await sheetSliceOf(source);
  const auditLine = await auditRows(source, source.page, slice.records.length);
  return Response.json({ ...slice, auditLine } satisfies SheetSlice, {
    headers: { "Cache-Control": "private, no-store" },
  });
};

/** Tells one filter from another, and nothing of what it says: it may name a customer. */
function filterDigest(sliceHref: (slice: number) => string): string {
  const { pathname, search } = new URL(sliceHref(1), env.APP_URL);
  return hashOf(pathname + searchWithout(search, "rows")).slice(0, 12);
}

/**
 * Records rows in the audit trail before they are handed out: store, number and filter (audit#rows). Resolves to the
 * number of the line; undefined without any row. Throws a 503 page where there can be no line.
 */
async function auditRows<Options, Record>(
  { subject, what, all, page, sliceHref }: SheetSource<Options, Record>,
  part: number,
  rows: number,
): Promise<number | undefined> {
  if (rows === 0) return undefined;
  return auditFirst({
    kind: "export",
    did: `Took a spreadsheet of ${what}`,
    record: `${subject}, ${all ? `all that match, part ${part}` : `page ${page}`}`,
    outcome: "done",
    why: `${rows} ${rows === 1 ? "row" : "rows"}, filter ${filterDigest(sliceHref)}`,
  });
}

/** How long an export rests after a page, in times of the page, beside a server that is busy all the time. */
const restFactor = 2;
const maxRestMs = 3_000;

/**
 * Reads a page, and then rests, the longer the busier the server was meanwhile: a page costs the API and its database
 * as much as those of many people, who would wait for it. A server that has nothing else to do hardly rests.
 */
async function readAndRest<Value>(read: () => Promise<Value>): Promise<Value> {
  const [began, before] = [performance.now(), performance.eventLoopUtilization()];
  const value = await read();
  const { utilization } = performance.eventLoopUtilization(before);
  await delay(Math.min(maxRestMs, (performance.now() - began) * utilization * restFactor));
  return value;
}

/**
 * Hands the thread page after page: the next one is fetched while the thread writes the last part. A part is released
 * once its line is in the audit trail. `first` is what the first page held, whose line is `auditLine`.
 */
async function readOn<Options, Record>(
  source: SheetSource<Options, Record>,
  build: SheetBuild,
  first: Held,
  auditLine: number | undefined,
): Promise<void> {
  let [part, rows, late] = [2, 0, 0];
  const auditLines = auditLine === undefined ? [] : [auditLine];
  const endPart = async () => {
    const line = await auditRows(source, part, rows);
    build.release();
    if (line === undefined) return;
    auditLines.push(line);
    [part, rows] = [part + 1, 0];
  };
  build.release();
  const readPass = async (pass: number): Promise<boolean> => {
    let page = pass === 1 ? 1 : 0;
    let held = pass === 1 ? first : undefined;
    let fresh = held?.fresh ?? 0;
    while (!held || mayFollow(source.pageSize, page, held)) {
      page += 1;
      held = await readAndRest(() => source.readPage(page, build.read));
      fresh += held.fresh;
      rows += held.fresh;
      if ((page - 1) % source.pagesPerSlice === 0) await endPart();
    }
    if (pass > 1) late += fresh;
    return page === 1 || fresh === 0 || source.onlyGrows === true;
  };
  const isStill = source.all ? await readUntilStill(readPass) : true;
  await endPart();
  build.end(notesOf({ late, isStill }, auditLines));
}

/** Why a file was broken off half-way; what isn't an Error has its words elsewhere. */
const reasonOf = (problem: unknown): Error => {
  if (problem instanceof Error) return problem;
  const why = problem instanceof ApiError ? problem.view.message : "The session has ended.";
  return new Error(`The spreadsheet was broken off. ${why}`);
};

/** Why there is no file, as the words that a download of it shows instead. */
const refusedFile = ({ view: { message, advice, correlationId }, status }: ApiError): Response =>
  new Response(`The spreadsheet could not be made. ${message} ${advice}\nReference: ${correlationId}\n`, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });

/**
 * The xlsx file as an answer that streams. The first page is read before anything is sent: when it cannot be had, the
 * answer leads back to the list and says so there, instead of breaking a download off; so it does where there are no
 * rows (products#export-rows). A failure of a later page breaks the download off. `thread` builds the file.
 */
export async function sheetResponse<Options, Record>(
  request: Request,
  source: SheetSource<Options, Record>,
  listHref: string,
  thread: URL,
): Promise<Response> {
  declinePrefetch();
  const page = source.all ? 1 : source.page;
  const leave = await takeTurn(notesNow()?.subject ?? "", request.signal);
  const build = startSheet(thread, { what: source.what, options: source.options }, request.signal);
  void build.ended.then(leave);
  try {
    const read = await attempt(source.readPage(page, build.read));
    if (!read.ok) {
      build.stop(new Error(read.error.message));
      const { message, advice } = read.error;
      const words = `The spreadsheet could not be made. ${message} ${advice}`;
      return await redirectWithFlash(request, listHref, words, "attention");
    }
    if (read.value.records === 0) {
      build.stop(new Error(nothingToSave));
      return await redirectWithFlash(request, listHref, nothingToSave, "attention");
    }
    const auditLine = await auditRows(source, 1, read.value.records);
    readOn(source, build, read.value, auditLine).catch((problem: unknown) => build.stop(reasonOf(problem)));
  } catch (problem) {
    build.stop(reasonOf(problem));
    if (problem instanceof ApiError) return refusedFile(problem);
    throw problem;
  }
  if (request.method === "HEAD") build.stop(new Error("Nobody reads the answer to a HEAD request."));
  return new Response(build.file, {
    headers: {
      "Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "Content-Disposition": `attachment; filename="${fileNameOf(source)}"`,
      "Cache-Control": "private, no-store, no-transform",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

type Waiting = { who: string; begin: () => void };

/**
 * A queue for CPU-heavy work: limited concurrency, and one piece per person. `take` resolves to the function that
 * releases the turn; it rejects with the signal's reason for a caller that has gone before its turn.
 */
export function createTurns(concurrency: number) {
  const running = new Set<string>();
  const line: Waiting[] = [];

  function next(): void {
    const at = line.findIndex(({ who }) => running.size < concurrency && !running.has(who));
    if (at < 0) return;
    const [first] = line.splice(at, 1);
    first?.begin();
  }

  return function take(who: string, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        line.splice(line.indexOf(mine), 1);
        reject(signal.reason);
      };
      const mine: Waiting = {
        who,
        begin() {
          signal.removeEventListener("abort", leave);
          running.add(who);
          let isOver = false;
          resolve(() => {
            if (isOver) return;
            isOver = true;
            running.delete(who);
            next();
          });
        },
      };
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener("abort", leave, { once: true });
      line.push(mine);
      next();
    });
  };
}
