import { performance } from "node:perf_hooks";
import { annotate } from "#edifact/annotate.ts";
import { decode } from "#edifact/decode.ts";
import { messageDocument } from "#edifact/document.ts";
import { Findings } from "#edifact/finding.ts";
import { type Reading, readEdifact } from "#edifact/read.ts";
import { atOnce, inSlices, type Sliced } from "#edifact/slices.ts";
import { tokenise } from "#edifact/tokenise.ts";
import type { Line } from "./table.ts";

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

const hostile: [name: string, text: string][] = [
  ["terminators", "'".repeat(10 * megabyte)],
  ["element separators", `UNB${"+".repeat(10 * megabyte)}`],
  ["segments of one value", `UNB+UNOA:3'${"A+'".repeat(3 * megabyte)}`],
  ["headers", "UNB+UNOA:3'".repeat(megabyte)],
  ["advices", "UNA:+.? 'UNB+".repeat(megabyte * 0.75)],
  ["released characters", `UNB+UNOA:3'FTX+${"?+".repeat(5 * megabyte)}`],
  ["line breaks", `UNB+UNOA:3'FTX+${"\n".repeat(10 * megabyte)}`],
  ["groups in groups", `UNB+UNOA:3'UNH+1+ORDERS'BGM'${"RFF+A'PAI'LIN'PAI'".repeat(megabyte / 2)}`],
  ["messages", `UNB+UNOA:3'${"UNH+1+DESADV'CPS+1+1'".repeat(megabyte / 2)}`],
  [
    "noise",
    Array.from({ length: 10 * megabyte }, (_, at) => String.fromCharCode((at * 7919 + (at >> 7)) % 255)).join(
      "",
    ),
  ],
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

/** The EDIFACT library: a file of 10 MB, and files of 10 MB that are made to be slow. */
export async function measureEdifact(): Promise<Line[]> {
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

  for (const [name, input] of hostile) {
    const { time, result } = timed(readEdifact(input));
    lines.push({
      what: `10 MB of ${name}`,
      target: `≤ ${milliseconds(5000)}`,
      measured: `${milliseconds(time)}, ${result.segments.length} segments`,
      holds: time <= 5000,
    });
  }
  return lines;
}
