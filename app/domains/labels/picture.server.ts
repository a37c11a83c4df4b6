import type { Worker } from "node:worker_threads";
import { startThread } from "#app/http/thread.server.ts";
import { eplAsZpl } from "./eplPicture.ts";
import type { LabelLanguage, Media } from "./label.ts";
import { type PictureOrder, pictureNews } from "./pictureMessages.ts";

/** A picture takes some 50 ms; the first one waits for the renderer to load. */
const timeoutMs = 15_000;
/** The renderer holds some 150 MB: it goes when nobody has asked for so long. */
const idleMs = 10 * 60_000;
/** Pictures that may wait for the thread; more would be late for whoever asked. */
const waitingAtMost = 60;

let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

function endThread(): void {
  void thread?.terminate();
  thread = undefined;
}

function runningThread(): Worker {
  if (thread) return thread;
  const started = startThread(new URL("./pictureThread.ts", import.meta.url), {});
  // A server that has nothing else to do may end.
  started.unref();
  started.on("exit", () => {
    if (thread === started) thread = undefined;
  });
  thread = started;
  return started;
}

/** Has the thread draw one picture; it draws one at a time. */
function draw(order: PictureOrder): Promise<Uint8Array> {
  const worker = runningThread();
  clearTimeout(idle);
  worker.ref();
  return new Promise<Uint8Array>((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(late);
      worker.off("message", hear).off("error", fail).off("exit", ended);
      worker.unref();
      idle = setTimeout(endThread, idleMs).unref();
      finish();
    };
    const fail = (reason: unknown) => settle(() => reject(reason));
    const ended = () => fail(new Error("The thread that draws labels ended early."));
    const hear = (message: unknown) => {
      const news = pictureNews.parse(message);
      if ("png" in news) settle(() => resolve(news.png));
      else fail(new Error(`The label could not be drawn: ${news.failed}`));
    };
    const late = setTimeout(() => {
      endThread();
      fail(new Error("The label took too long to draw."));
    }, timeoutMs);
    worker.on("message", hear).on("error", fail).on("exit", ended);
    worker.postMessage(order);
  });
}

/**
 * The picture of a label, a PNG with a pixel for each dot, drawn from the very bytes that a printer gets, in
 * a worker thread. Throws where they can't be drawn, and when too many are waiting already.
 */
export async function pictureOf(
  bytes: Uint8Array,
  { language, media }: { language: LabelLanguage; media: Media },
): Promise<Uint8Array> {
  if (waiting >= waitingAtMost) throw new Error("Too many labels are being drawn; try again in a moment.");
  const { widthMm, heightMm, dotsPerMm } = media;
  const zpl = language === "ZPL" ? new TextDecoder().decode(bytes) : eplAsZpl(bytes, media);
  waiting += 1;
  const drawn = last.then(() => draw({ zpl, widthMm, heightMm, dotsPerMm }));
  last = drawn
    .catch(() => undefined)
    .finally(() => {
      waiting -= 1;
    });
  return drawn;
}
