import { execFileSync } from "node:child_process";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import {
  annotate,
  type Chunked,
  Findings,
  messageDocument,
  type Reading,
  readEdifact,
  runCooperatively,
  runSync,
  tokenise,
} from "../index.ts";
import { type HostileFigures, hostile, timed } from "./hostile.ts";

const megabyte = 1024 * 1024;

const line = (number: number) =>
  `LIN+${number}++9399991${String(number).padStart(6, "0")}:SRV'PIA+1+CNV-${number}:SA'IMD+F++:::SHOE ?'LOW?' ${number}'\n` +
  `QTY+21:${number % 50}:PCE'MOA+203:${number % 50}.95'PRI+AAA:39.95:::1:PCE'RFF+LI:${number}'\n`;

/** Orders of `lines` lines each, about `size` bytes in total. */
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

/** The longest delay of other work during cooperative parsing, in milliseconds. */
async function blockedBy(work: () => Chunked<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const watch = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  await runCooperatively(work());
  clearInterval(watch);
  return longest;
}

/** The time and the characters of all messages as JSON, one after the other. */
function writtenAsJson({ interchanges }: Reading): { time: number; size: number } {
  const begin = performance.now();
  let size = 0;
  for (const { messages } of interchanges)
    for (const message of messages) size += JSON.stringify(runSync(messageDocument(message)).document).length;
  return { time: performance.now() - begin, size };
}

const milliseconds = (time: number) => `${Math.round(time)} ms`;

/** Targets for 10 MB: processor time, and memory of the whole process. */
const maxCpuMs = 1500;
const maxMemoryMb = 400;
const attempts = 3;

const measured = (name: string): HostileFigures => {
  const child = new URL("./hostile.ts", import.meta.url);
  const output = execFileSync(process.execPath, [...process.execArgv, fileURLToPath(child), name]);
  return JSON.parse(output.toString());
};

/** The best of several attempts, each in a process of its own: a busy machine slows all of them. */
function readHostile(name: string): HostileFigures {
  const all = Array.from({ length: attempts }, () => measured(name));
  return all.reduce((best, one) => (one.cpu < best.cpu ? one : best));
}

/** Kinds of slow files: those with this in their names. */
const only = process.argv[2] ?? "";

/** One figure; `holds` says whether it meets its target. */
const print = (what: string, target: string, measured: string, holds = true) =>
  process.stdout.write(`${holds ? " " : "✗"} ${what.padEnd(64)} ${target.padEnd(10)} ${measured}\n`);
const atMost = (what: string, time: number, limit: number) =>
  print(what, `≤ ${milliseconds(limit)}`, milliseconds(time), time <= limit);

const bytes = ordersOf(10 * megabyte, 200);
const text = new TextDecoder().decode(bytes);
atMost("EDIFACT of 10 MB: tokenised", timed(tokenise(text, new Findings())).time, 1000);
const whole = timed(readEdifact(bytes));
const { segments, decoded } = whole.result;
atMost("… decoded, tokenised, checked and put into trees", whole.time, 3000);
print("… segments", "–", String(segments.length));
const { time, size } = writtenAsJson(whole.result);
const sizeInWords = `${milliseconds(time)}, ${Math.round(size / megabyte)} MB`;
print("… all messages as JSON, one after the other", "–", sizeInWords);
const begin = performance.now();
for (const segment of segments.slice(0, 20_000)) annotate(decoded.text, segment);
print("20,000 segments annotated", "–", milliseconds(performance.now() - begin));
const cooperatively = await blockedBy(() => readEdifact(bytes));
atMost("Longest wait of others while 10 MB are read cooperatively", cooperatively, 50);
const single = ordersOf(10 * megabyte, 40_000);
atMost("… as one message", await blockedBy(() => readEdifact(single)), 50);

for (const name of Object.keys(hostile).filter((one) => one.includes(only))) {
  const { cpu, memory, piece, segments } = readHostile(name);
  print(
    `10 MB of ${name}`,
    `≤ ${milliseconds(maxCpuMs)}, ${maxMemoryMb} MB`,
    `${milliseconds(cpu)}, ${memory} MB, longest piece ${milliseconds(piece)}, ${segments} segments`,
    cpu <= maxCpuMs && memory <= maxMemoryMb,
  );
}
