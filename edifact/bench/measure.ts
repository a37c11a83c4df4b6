import { performance } from "node:perf_hooks";
import {
  annotate,
  atOnce,
  decode,
  Findings,
  inSlices,
  messageDocument,
  type Reading,
  readEdifact,
  type Sliced,
  tokenise,
} from "../index.ts";

/** One figure; `holds` says whether it meets its target. */
export type Line = { what: string; target: string; measured: string; holds?: boolean };

const megabyte = 1024 * 1024;

const line = (number: number) =>
  `LIN+${number}++9399991${String(number).padStart(6, "0")}:SRV'PIA+1+CNV-${number}:SA'IMD+F++:::SHOE ?'LOW?' ${number}'\n` +
  `QTY+21:${number % 50}:PCE'MOA+203:${number % 50}.95'PRI+AAA:39.95:::1:PCE'RFF+LI:${number}'\n`;

/** Orders of `lines` lines each, about `size` bytes in all. */
function ordersOf(size: number, lines: number): Uint8Array {
  const messages: string[] = [];
  let length = 0;
  for (let message = 1; length < size; message += 1) {
    const body = Array.from({ length: lines }, (_, index) => line(message * lines + index)).join("");
    const header = `UNH+${message}+ORDERS:D:01B:UN:EAN010'BGM+220+PO${message}+9'DTM+137:20261120:102'NAD+BY+1::9'\n`;
    const text = `${header}${body}UNS+S'CNT+2:${lines}'UNT+${lines * 7 + 7}+${message}'\n`;
    messages.push(text);
    length += text.length;
  }
  const envelope = "UNA:+.? '\nUNB+UNOC:3+MERIDIAN:ZZ+UTOPIA:ZZ+261120:1042+1'\n";
  return new TextEncoder().encode(`${envelope}${messages.join("")}UNZ+${messages.length}+1'\n`);
}

const tenOf = (head: string, unit: string) =>
  `${head}${unit.repeat(Math.ceil((10 * megabyte) / unit.length))}`.slice(0, 10 * megabyte);
const bare = "UNA:+.? '\nUNB+UNOC:3+A+B+261120:1042+1'\n";

/** Bytes without a pattern, the same at every run. */
function noise(): Uint8Array {
  const bytes = new Uint8Array(10 * megabyte);
  let state = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    bytes[at] = state >> 16;
  }
  return bytes;
}

/** Files of 10 MB that are made to be slow. */
const hostile: [name: string, make: () => string | Uint8Array][] = [
  ["terminators", () => tenOf("", "'")],
  ["no terminator at all", () => tenOf("UNB+UNOA:3'FTX+", "X")],
  ["element separators", () => tenOf("UNB", "+")],
  ["segments of one letter", () => tenOf("UNB+UNOA:3'", "A'")],
  ["headers", () => tenOf("", "UNB+UNOA:3'")],
  ["headers of a level with line breaks", () => tenOf("", "UNB+UNOY:3'")],
  ["advices", () => tenOf("", "UNA:+.? 'UNB+")],
  ["UNT in lines without terminators", () => tenOf(bare, "UNT+1+1\n")],
  ["UNH in lines that end with CR", () => tenOf(bare, "UNH+1\r")],
  ["UNH and BGM in lines", () => tenOf(bare, "UNH+1+ORDERS:D:01B:UN\nBGM+1\n")],
  ["groups' headers", () => tenOf("UNB+UNOA:3'", "UNG+1'")],
  ["released characters", () => tenOf("UNB+UNOA:3'FTX+", "?+")],
  ["released line breaks", () => tenOf("UNB+UNOA:3'FTX+", "?\n")],
  ["line breaks", () => tenOf("UNB+UNOA:3'FTX+", "\n")],
  ["lines that begin like an advice", () => tenOf("UNB+UNOA:3'FTX+", "\nUNA")],
  ["groups in groups", () => tenOf("UNB+UNOA:3'UNH+1+ORDERS'BGM'", "RFF+A'PAI'LIN'PAI'")],
  ["messages", () => tenOf("UNB+UNOA:3'", "UNH+1+DESADV'CPS+1+1'")],
  ["objects that never end", () => tenOf("UNB+UNOA:3'", "UNO+1+P+1+12'")],
  ["text before envelopes", () => tenOf("", "xx UNH+1+ORDERS\n")],
  ["zeros", () => new Uint8Array(10 * megabyte)],
  ["noise", noise],
];

/** Does the work, and tells its time and that of its longest piece, in milliseconds. */
function timed<Result>(work: Sliced<Result>): { result: Result; time: number; piece: number } {
  const begin = performance.now();
  let piece = 0;
  for (;;) {
    const from = performance.now();
    const step = work.next();
    piece = Math.max(piece, performance.now() - from);
    if (step.done) return { result: step.value, time: performance.now() - begin, piece };
  }
}

/** How long others waited at most while the work was done in slices, in milliseconds. */
async function blockedBy(work: () => Sliced<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const watch = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  await inSlices(work());
  clearInterval(watch);
  return longest;
}

/** The time that all messages take as JSON, each given up after its text was made, and the characters of it. */
function writtenAsJson({ interchanges }: Reading): { time: number; size: number } {
  const begin = performance.now();
  let size = 0;
  for (const { messages } of interchanges)
    for (const message of messages) size += JSON.stringify(atOnce(messageDocument(message)).document).length;
  return { time: performance.now() - begin, size };
}

const milliseconds = (time: number) => `${Math.round(time)} ms`;

/** The EDIFACT library: a file of 10 MB, and files of 10 MB that are made to be slow; of these the ones named `only`. */
export async function measureEdifact(only = ""): Promise<Line[]> {
  const lines: Line[] = [];
  const atMost = (what: string, time: number, limit: number) =>
    lines.push({
      what,
      target: `≤ ${milliseconds(limit)}`,
      measured: milliseconds(time),
      holds: time <= limit,
    });
  const note = (what: string, measured: string) => lines.push({ what, target: "–", measured });

  const bytes = ordersOf(10 * megabyte, 200);
  const { text } = atOnce(decode(bytes, new Findings()));
  atMost("EDIFACT of 10 MB: tokenised", timed(tokenise(text, new Findings())).time, 1000);
  const whole = timed(readEdifact(bytes));
  atMost("… decoded, tokenised, checked and put into trees", whole.time, 3000);
  note("… segments", String(whole.result.segments.length));
  const { time, size } = writtenAsJson(whole.result);
  note(
    "… all messages as JSON, one after the other",
    `${milliseconds(time)}, ${Math.round(size / megabyte)} MB`,
  );
  const begin = performance.now();
  for (const segment of whole.result.segments.slice(0, 20_000)) annotate(whole.result.decoded.text, segment);
  note("20,000 segments annotated", milliseconds(performance.now() - begin));
  atMost(
    "Longest wait of others while 10 MB are read in slices",
    await blockedBy(() => readEdifact(bytes)),
    50,
  );
  const single = ordersOf(10 * megabyte, 40_000);
  atMost("… as one message", await blockedBy(() => readEdifact(single)), 50);

  for (const [name, make] of hostile) {
    if (!name.includes(only)) continue;
    const input = make();
    const before = process.cpuUsage();
    const { result, piece } = timed(readEdifact(input));
    const { user, system } = process.cpuUsage(before);
    const cpu = (user + system) / 1000;
    lines.push({
      what: `10 MB of ${name}, processor time`,
      target: `≤ ${milliseconds(1500)}`,
      measured: `${milliseconds(cpu)}, longest piece ${milliseconds(piece)}, ${result.segments.length} segments`,
      holds: cpu <= 1500,
    });
  }
  return lines;
}
