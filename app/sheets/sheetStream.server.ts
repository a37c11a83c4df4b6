import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import type { SheetHeading, SheetRow } from "./sheetSlice.ts";

// The build puts the compiled thread's own file here (`vite.config.ts`); from source it is TypeScript.
const threadFile = new URL("./sheetThread.ts", import.meta.url);
const fromSource = threadFile.pathname.endsWith(".ts");
/** A thread of Node 20 reads TypeScript only after registering a loader of its own. */
const sourceStarter = `import("tsx/esm/api").then(({ register }) => {
  register();
  return import(${JSON.stringify(threadFile.href)});
});`;

/** The thread holds one slice and the zip's window: the server's own heap settings are far too much for it. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 192 };

const startThread = (columns: readonly SheetHeading[]): Worker =>
  fromSource
    ? new Worker(sourceStarter, { eval: true, workerData: { columns }, resourceLimits })
    : new Worker(threadFile, { workerData: { columns }, resourceLimits });

const word = z.union([
  z.object({ piece: z.instanceof(Uint8Array) }),
  z.object({ taken: z.literal(true) }),
  z.object({ finished: z.literal(true) }),
  z.object({ failed: z.string() }),
]);

/**
 * An xlsx file in pieces, from rows in slices. The file is built in a worker thread, so that the server's
 * event loop only passes pieces on; the next slice is asked for when the last one is written and the reader
 * has taken what there was. Ends the thread also when the reader goes away. Throws what the slices throw.
 */
export async function* sheetPieces(
  columns: readonly SheetHeading[],
  slices: AsyncIterable<readonly SheetRow[]>,
): AsyncGenerator<Uint8Array> {
  const thread = startThread(columns);
  const heard: z.output<typeof word>[] = [];
  thread.on("message", (message) => heard.push(word.parse(message)));
  const dead = once(thread, "exit").then(() => {
    throw new Error("The thread that builds the spreadsheet ended early.");
  });
  // Watched by every wait below; before the first one nobody listens yet.
  dead.catch(() => undefined);

  async function* hear(until: "taken" | "finished"): AsyncGenerator<Uint8Array> {
    for (;;) {
      const message = heard.shift();
      if (!message) await Promise.race([once(thread, "message"), dead]);
      else if ("failed" in message) throw new Error(message.failed);
      else if ("piece" in message) yield message.piece;
      else if (until in message) return;
    }
  }

  try {
    for await (const rows of slices) {
      thread.postMessage({ rows });
      yield* hear("taken");
    }
    thread.postMessage({ end: true });
    yield* hear("finished");
  } finally {
    await thread.terminate();
  }
}

/** The pieces as a response body; a failure half-way breaks the download off, so that no cut file looks whole. */
export function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
