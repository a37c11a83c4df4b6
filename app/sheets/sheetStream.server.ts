import { setFlagsFromString } from "node:v8";
import type { z } from "zod";
import type { AnswerReader, Reading } from "#app/http/apiAnswer.ts";
import { startThread } from "#app/http/thread.server.ts";
import { type Held, type SheetOrder, sheetNews, type sheetThreadData } from "./sheetPlan.ts";

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
  /** There are no more bodies: the file ends when the last one is written, with this note if there is one. */
  end: (note: string | undefined) => void;
  /** Ends the thread; a file that is not whole fails with this reason. */
  stop: (reason: Error) => void;
  /** Resolves once the thread has ended. */
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
        worker.on("message", (message) => {
          if (stopped.signal.aborted) return;
          const news = sheetNews.parse(message);
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
    end: (note) => worker.postMessage({ end: true, note } satisfies SheetOrder),
    stop,
    ended,
  };
}
