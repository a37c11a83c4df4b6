import { fileURLToPath } from "node:url";
import { type Chunked, readEdifact } from "../index.ts";

const megabyte = 1024 * 1024;

/** Bytes of each file. */
const hostileSize = 10 * megabyte;

const tenOf = (head: string, unit: string) =>
  `${head}${unit.repeat(Math.ceil(hostileSize / unit.length))}`.slice(0, hostileSize);
const bare = "UNA:+.? '\nUNB+UNOC:3+A+B+261120:1042+1'\n";

/** Bytes without a pattern, the same in every run. */
function noise(): Uint8Array {
  const bytes = new Uint8Array(hostileSize);
  let state = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    bytes[at] = state >> 16;
  }
  return bytes;
}

/** Files of 10 MB that are designed to be slow, by their content. */
export const hostile: Readonly<Record<string, () => string | Uint8Array>> = {
  terminators: () => tenOf("", "'"),
  "no terminator at all": () => tenOf("UNB+UNOA:3'FTX+", "X"),
  "element separators": () => tenOf("UNB", "+"),
  "component separators": () => tenOf("UNB+UNOA:3'FTX+", ":"),
  "segments of one letter": () => tenOf("UNB+UNOA:3'", "A'"),
  headers: () => tenOf("", "UNB+UNOA:3'"),
  "headers of a level with line breaks": () => tenOf("", "UNB+UNOY:3'"),
  "headers in lines": () => tenOf("", "UNB+UNOA:3'\n"),
  advices: () => tenOf("", "UNA:+.? 'UNB+"),
  "advices and whole headers": () => tenOf("", "UNA:+.? 'UNB+UNOC:3+A:14+B:14+261120:1042+1'"),
  "whole interchanges": () =>
    tenOf("", "UNB+UNOC:3+A:14+B:14+261120:1042+1'UNH+1+ORDERS:D:01B:UN'BGM+220+1+9'UNT+3+1'UNZ+1+1'"),
  "UNT in lines without terminators": () => tenOf(bare, "UNT+1+1\n"),
  "UNH in lines that end with CR": () => tenOf(bare, "UNH+1\r"),
  "UNH and BGM in lines": () => tenOf(bare, "UNH+1+ORDERS:D:01B:UN\nBGM+1\n"),
  "groups' headers": () => tenOf("UNB+UNOA:3'", "UNG+1'"),
  "released characters": () => tenOf("UNB+UNOA:3'FTX+", "?+"),
  "released line breaks": () => tenOf("UNB+UNOA:3'FTX+", "?\n"),
  "line breaks": () => tenOf("UNB+UNOA:3'FTX+", "\n"),
  "lines that begin like an advice": () => tenOf("UNB+UNOA:3'FTX+", "\nUNA"),
  "groups in groups": () => tenOf("UNB+UNOA:3'UNH+1+ORDERS'BGM'", "RFF+A'PAI'LIN'PAI'"),
  messages: () => tenOf("UNB+UNOA:3'", "UNH+1+DESADV'CPS+1+1'"),
  "objects that never end": () => tenOf("UNB+UNOA:3'", "UNO+1+P+1+12'"),
  "objects of twelve bytes": () => tenOf("UNB+UNOA:3'", "UNO+1+PIC+1+12'''''''''''''UNP+12+1'"),
  "text before envelopes": () => tenOf("", "xx UNH+1+ORDERS\n"),
  zeros: () => new Uint8Array(hostileSize),
  noise,
};

/** Runs the work, and returns its time and that of its longest chunk, in milliseconds. */
export function timed<Result>(work: Chunked<Result>): { result: Result; time: number; piece: number } {
  const begin = performance.now();
  let piece = 0;
  for (;;) {
    const from = performance.now();
    const step = work.next();
    piece = Math.max(piece, performance.now() - from);
    if (step.done) return { result: step.value, time: performance.now() - begin, piece };
  }
}

/** Processor time and the longest piece in milliseconds, peak memory of the whole process in megabytes. */
export type HostileFigures = { cpu: number; memory: number; piece: number; segments: number };

function figuresOf(input: string | Uint8Array): HostileFigures {
  const before = process.cpuUsage();
  const { result, piece } = timed(readEdifact(input));
  const { user, system } = process.cpuUsage(before);
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  return { cpu: (user + system) / 1000, memory, piece, segments: result.segments.length };
}

// As a program of its own it reads one of the files: memory is that of a whole process.
const make = process.argv[1] === fileURLToPath(import.meta.url) && hostile[process.argv[2] ?? ""];
if (make) process.stdout.write(JSON.stringify(figuresOf(make())));
