import { performance } from "node:perf_hooks";
import { hostile } from "#edifact/bench/hostile.ts";
import { type Readings, readings } from "#platform/domains/edi/interchanges/inbound.ts";

/**
 * How long one file of a partner, of the largest size by default, keeps the platform's event loop from others while it is
 * read: when it arrives, for its steps, and for a check (edi#reading). `npm run bench:edi`, with a part of a kind's name
 * for these kinds alone.
 */
const size = 1024 * 1024;
const maxPauseMs = 100;
const attempts = 3;

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** `unit` as often as it fits between head and tail. */
function filled(head: string, unit: (index: number) => string, tail: (count: number) => string): Uint8Array {
  const units: string[] = [];
  let length = head.length;
  for (;;) {
    const next = unit(units.length);
    if (length + next.length + tail(units.length).length > size) break;
    units.push(next);
    length += next.length;
  }
  return bytesOf(head + units.join("") + tail(units.length));
}

const header = (reference: number) => `UNB+UNOC:3+MYERPARTNER:ZZ+UTOPIA:ZZ+261120:1042+${reference}++++1'`;
const ofMessages = (messageOf: (reference: number) => string) => () =>
  filled(header(1), messageOf, (count) => `UNZ+${count}+1'`);
const ofLines = (type: string, beginning: string, line: (index: number) => string, segments: number) => () =>
  filled(
    `${header(1)}UNH+1+${type}:D:01B:UN'${beginning}`,
    line,
    (count) => `UNS+S'UNT+${count * segments + 4}+1'UNZ+1+1'`,
  );

/** Files that are whole and good, of as many and as small parts as there can be. */
const good: Record<string, () => Uint8Array> = {
  "orders without lines": ofMessages(
    (reference) => `UNH+${reference}+ORDERS:D:01B:UN'BGM+220+P${reference}+9'UNT+3+${reference}'`,
  ),
  "unsupported messages": ofMessages(
    (reference) => `UNH+${reference}+INVOIC:D:01B:UN'BGM'UNT+3+${reference}'`,
  ),
  "interchanges of one order": () =>
    filled(
      "",
      (reference) =>
        `${header(reference)}UNH+1+ORDERS:D:01B:UN'BGM+220+P${reference}+9'UNT+3+1'UNZ+1+${reference}'`,
      () => "",
    ),
  "an order of lines": ofLines(
    "ORDERS",
    "BGM+220+P1+9'",
    (index) => `LIN+${index + 1}'QTY+21:1'PRI+AAA:1'`,
    3,
  ),
  "an order of released characters": ofLines(
    "ORDERS",
    "BGM+220+P1+9'",
    (index) => `LIN+${index + 1}'IMD+F++:::?'?+?:??'`,
    2,
  ),
  "an order of 20,000 segments": ofLines(
    "ORDERS",
    "BGM+220+P1+9'",
    (index) => `LIN+${index + 1}++9314000011029:SRV'IMD+F++:::${"A LONG TEXT ".repeat(7)}'QTY+21:14:PCE'`,
    3,
  ),
  "an order of segments without a place": ofLines("ORDERS", "BGM+220+P1+9'", () => "AAA'", 1),
  acknowledgements: ofMessages(
    (reference) =>
      `UNH+${reference}+CONTRL:D:3:UN'UCI+${reference}+UTOPIA:ZZ+MYERPARTNER:ZZ+7'UNT+3+${reference}'`,
  ),
  "packages of a despatch advice": ofLines(
    "DESADV",
    "BGM+351+P1+9'",
    (index) => `CPS+${index + 1}'PAC+1'GIN+BJ+${index}'`,
    3,
  ),
};

const cut = (content: string | Uint8Array) =>
  (typeof content === "string" ? bytesOf(content) : content).subarray(0, size);
const kinds: [name: string, make: () => Uint8Array][] = [
  ...Object.entries(good),
  ...Object.entries(hostile).map(([name, make]): [string, () => Uint8Array] => [name, () => cut(make())]),
];

type Pause = { wall: number; cpu: number };

/** The longest time between two turns of the event loop while `work` runs, and the longest processor time. */
async function maxPause(work: () => Promise<unknown>): Promise<Pause> {
  const longest: Pause = { wall: 0, cpu: 0 };
  let isRunning = true;
  const turns = (async () => {
    let [last, used] = [performance.now(), process.cpuUsage()];
    while (isRunning) {
      await new Promise((resolve) => setImmediate(resolve));
      const { user, system } = process.cpuUsage(used);
      longest.wall = Math.max(longest.wall, performance.now() - last);
      longest.cpu = Math.max(longest.cpu, (user + system) / 1000);
      [last, used] = [performance.now(), process.cpuUsage()];
    }
  })();
  await work();
  isRunning = false;
  await turns;
  return longest;
}

/** The best of some attempts: a busy machine slows all of them. */
async function pauseOf(what: keyof Readings, content: Uint8Array): Promise<Pause> {
  const best: Pause = { wall: Number.POSITIVE_INFINITY, cpu: Number.POSITIVE_INFINITY };
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { wall, cpu } = await maxPause(() => readings[what]({ content }));
    best.wall = Math.min(best.wall, wall);
    best.cpu = Math.min(best.cpu, cpu);
  }
  return best;
}

const only = process.argv[2] ?? "";
for (const [name, make] of kinds.filter(([one]) => one.includes(only))) {
  const content = make();
  const pauses = {
    facts: await pauseOf("facts", content),
    steps: await pauseOf("steps", content),
    both: await pauseOf("both", content),
  };
  const holds = Object.values(pauses).every(({ cpu }) => cpu <= maxPauseMs);
  const words = Object.entries(pauses).map(
    ([what, { wall, cpu }]) => `${what} ${Math.round(cpu)} (${Math.round(wall)}) ms`,
  );
  process.stdout.write(`${holds ? " " : "✗"} ${name.padEnd(40)} ${words.join(", ")}\n`);
  if (!holds) process.exitCode = 1;
}
