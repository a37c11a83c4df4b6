import type { Worker } from "node:worker_threads";
import { startThread } from "#app/http/thread.server.ts";
import type { SearchSource } from "#app/search/search.ts";
import { mediaFrom } from "./forms.ts";
import { copiesLimits, type LabelLanguage, type Media } from "./label.ts";
import { type PictureOf, pictureSearch } from "./picture.ts";
import { type PictureOrder, pictureNews } from "./pictureMessages.ts";
import { cp1252Character } from "./render/characters.ts";
import { eplCell } from "./render/face.ts";

const textOf = (quoted: string): string => quoted.replace(/\\(["\\])/g, "$1");
const data = (text: string): string =>
  `^FH_^FD${[...new TextEncoder().encode(text)].map((byte) => `_${byte.toString(16).padStart(2, "0")}`).join("")}^FS`;

type Line = { pattern: RegExp; draw(found: RegExpExecArray, media: Media): string };

const quoted = String.raw`"((?:[^"\\]|\\["\\])*)"`;

/** The EPL commands that our labels use and what each draws; settings draw nothing. */
const lines: readonly Line[] = [
  { pattern: /^(N|I8,A,001|q\d+|Q\d+,B?\d+|D\d+|S\d|Z[TB]|P\d+)?$/, draw: () => "" },
  {
    pattern: /^LO(\d+),(\d+),(\d+),(\d+)$/,
    draw: ([, x, y, width, height]) => `^FO${x},${y}^GB${width},${height},${height}^FS`,
  },
  {
    pattern: new RegExp(String.raw`^A(\d+),(\d+),0,([1-4]),(\d),(\d),N,${quoted}$`),
    draw([, x, y, name, across, down, text = ""], { dotsPerMm }) {
      const { pitch, height } = eplCell(dotsPerMm, Number(name));
      const step = pitch * Number(across);
      // Emulates a fixed pitch by placing each character separately; the picture's font is a little wider than tall.
      const font = `^APN,${height * Number(down)},${Math.round(step * 0.8)}`;
      return [...textOf(text)]
        .map((character, index) => `^FO${Number(x) + index * step},${y}${font}${data(character)}`)
        .join("");
    },
  },
  {
    pattern: /^B(\d+),(\d+),0,E30,(\d+),\d+,(\d+),B,"(\d{12})"$/,
    draw: ([, x, y, narrow, height, digits]) => `^FO${x},${y}^BY${narrow}^BEN,${height},Y,N^FD${digits}^FS`,
  },
  {
    pattern: new RegExp(String.raw`^B(\d+),(\d+),0,1,(\d+),\d+,(\d+),B,${quoted}$`),
    draw: ([, x, y, narrow, height, code = ""]) =>
      `^FO${x},${y}^BY${narrow}^BCN,${height},Y,N,N,A${data(textOf(code))}`,
  },
];

/**
 * Translates a label's EPL2 bytes into ZPL that puts the same dots on the paper, for the only
 * picture renderer. Throws on a command that our labels don't use.
 */
function eplAsZpl(bytes: Uint8Array, media: Media): string {
  const drawn = Array.from(bytes, cp1252Character)
    .join("")
    .split("\n")
    .map((line) => {
      for (const { pattern, draw } of lines) {
        const found = pattern.exec(line);
        if (found) return draw(found, media);
      }
      throw new Error(`No EPL command of a label: ${line}`);
    });
  return `^XA^CI28^LH0,0${drawn.join("")}^XZ`;
}

/** ZPL that puts the same dots on the paper as a label's bytes. */
export const drawnAsZpl = (
  bytes: Uint8Array,
  { language, media }: { language: LabelLanguage; media: Media },
): string => (language === "ZPL" ? new TextDecoder().decode(bytes) : eplAsZpl(bytes, media));

/** A picture of an address; missing or invalid values get their defaults. */
export function readPicture(requested: SearchSource): PictureOf {
  const { language, media, was, ...label } = pictureSearch.read(requested);
  return {
    label: { ...label, was: was === "" ? undefined : was, copies: copiesLimits.lowest },
    language,
    media: mediaFrom(media),
  };
}

/** A picture takes about 50 ms; the first one waits for the renderer to load. */
const timeoutMs = 15_000;
/** The renderer uses about 150 MB: it is stopped after this idle time. */
const idleMs = 10 * 60_000;
/** Maximum number of queued pictures; more would come too late for their readers. */
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
  // Don't keep an otherwise idle server process alive.
  started.unref();
  started.on("exit", () => {
    if (thread === started) thread = undefined;
  });
  thread = started;
  return started;
}

/** Draws one picture in the thread, which draws one at a time. */
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
 * The picture of a label: a PNG with a pixel per dot, drawn in a worker thread from the very bytes
 * that a printer gets. Throws if it can't be drawn or the queue is full.
 */
export async function pictureOf(
  bytes: Uint8Array,
  { language, media }: { language: LabelLanguage; media: Media },
): Promise<Uint8Array> {
  if (waiting >= waitingAtMost) throw new Error("Too many labels are being drawn; try again in a moment.");
  const { widthMm, heightMm, dotsPerMm } = media;
  const zpl = drawnAsZpl(bytes, { language, media });
  waiting += 1;
  const drawn = last.then(() => draw({ zpl, widthMm, heightMm, dotsPerMm }));
  last = drawn
    .catch(() => undefined)
    .finally(() => {
      waiting -= 1;
    });
  return drawn;
}
