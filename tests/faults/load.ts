import { readFileSync } from "node:fs";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { Agent, setGlobalDispatcher } from "undici";
import { type Asked, signInCrowd, startBench } from "../bench/crowd.ts";
import { at, markdownTable, megabytes, milliseconds } from "../bench/table.ts";
import { longOrderFile, testEdiPartner } from "../support/ediFiles.ts";
import { repository } from "../support/processes.ts";
import { publish } from "../support/reliabilityTable.ts";
import { startProxy } from "../support/upstream/proxy.ts";

/*
 * 200 people at work on the production build, both databases on one PostgreSQL, or embedded: alone, and beside exports,
 * a slow upstream and a long EDI file. `npm run load [-- --embedded] [-- --quick] [-- --write]`.
 */

const isQuick = process.argv.includes("--quick");
const isEmbedded = process.argv.includes("--embedded");
const people = 200;
const warmUpMs = isQuick ? 15_000 : 60_000;
const aloneMs = isQuick ? 20_000 : 300_000;
const besideMs = isQuick ? 20_000 : 240_000;
const exportedRows = 100_000;
const slowMs = 3_000;
/** Beside anything, the slowest of a hundred pages may take so many times as long as without. */
const maxFactor = 2;
/** Growth of a process between the first and the last quarter of the time alone that is not noise. */
const maxGrowth = 1.25;

const say = (words: string) => process.stderr.write(`${words}\n`);

/** Copies the products of a store until it has `exportedRows`. */
async function addProducts(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ column_name: string }>(
    "select column_name from information_schema.columns where table_name = 'meta_products' and is_generated = 'NEVER'",
  );
  const names = rows.map(({ column_name }) => column_name);
  const changed: Record<string, string> = { id: "t.id || '-' || copy", position: "t.position + copy * many" };
  await client.query(
    `insert into meta_products (${names.join(", ")})
     select ${names.map((name) => changed[name] ?? `t.${name}`).join(", ")}
     from (select *, max(position) over () + 1 as many from meta_products where store_id = (select id from stores where alias = 'SDY')) t
     cross join generate_series(1, $1 / t.many) as copy where t.position + copy * many < $1`,
    [exportedRows],
  );
  await client.query("vacuum (analyze) meta_products");
  await client.end();
}

const home = await mkdtemp(join(tmpdir(), "load-"));
/** The file of partners, with one more, whose interchanges are long. */
async function writePartners(): Promise<string> {
  const { name, identification, qualifier, our_identification, our_qualifier } = testEdiPartner;
  const rows = JSON.parse(readFileSync(join(repository, "packages/platform/partners.json"), "utf8"));
  rows.push({ name, identification, qualifier, our_identification, our_qualifier, store: "MYR" });
  const path = join(home, "partners.json");
  await writeFile(path, JSON.stringify(rows));
  return path;
}

const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;

const edi = await startProxy(() => bench.platform.url);
const bench = await startBench(
  { EDI_API_URL: edi.origin, PLATFORM_EDI_PARTNERS: await writePartners() },
  { processes: 1, isEmbedded },
);
setGlobalDispatcher(new Agent({ headersTimeout: 300_000, bodyTimeout: 300_000 }));
const problems: string[] = [];

/** Repeats `work` until the phase is over; returns how often it was finished. */
async function repeat(isOver: () => boolean, work: (turn: number) => Promise<void>): Promise<number> {
  let turn = 0;
  for (; !isOver(); turn += 1) await work(turn);
  return turn;
}

/** Takes the whole spreadsheet of a store's products. */
async function exportAll(visitor: Crowd["first"], turn: number): Promise<void> {
  const began = performance.now();
  const reply = await visitor.get("/store/SDY/products/export.xlsx?rows=all");
  // One person has so many a minute.
  if (reply.status === 429) return pause(Number(reply.headers["retry-after"] ?? 5) * 1000);
  const isWhole = reply.status === 200 && reply.body.subarray(-22).readUInt32LE() === 0x06054b50;
  if (!isWhole) problems.push(`export ${turn}: ${reply.status}, ${reply.body.length} bytes`);
  say(`  an export: ${((performance.now() - began) / 1000).toFixed(0)} s, ${megabytes(reply.body.length)}`);
}

type Crowd = Awaited<ReturnType<typeof signInCrowd>>;

let files = 0;
const longFile = longOrderFile(20_000);
/** Puts a file of nearly 1 MB, the largest by default, into the partners' folder, as they do: under another name until it is whole. */
async function sendLongFile(): Promise<void> {
  files += 1;
  const [folder, name] = [join(bench.platform.ediFolder, "in"), `long-${files}.edi`];
  const text = longFile
    .replaceAll("69999", `7${String(files).padStart(4, "0")}`)
    .replace("PO-LONG", `PO-LONG-${files}`);
  await writeFile(join(folder, `.${name}`), text);
  await rename(join(folder, `.${name}`), join(folder, name));
}

type Phase = {
  name: string;
  ms: number;
  /** Screens that are slow themselves, and so not compared. */
  except?: RegExp;
  beside?: (crowd: Crowd, isOver: () => boolean) => Promise<string>;
};

const phases: Phase[] = [
  { name: "alone", ms: aloneMs },
  {
    name: `exports of ${isEmbedded ? "a store's products" : `${exportedRows.toLocaleString("en-AU")} rows`}, one after another`,
    ms: besideMs,
    beside: async ({ first }, isOver) => `${await repeat(isOver, (turn) => exportAll(first, turn))} exports`,
  },
  {
    name: `the EDI service answers after ${slowMs / 1000} s`,
    ms: besideMs,
    except: /interchange/i,
    async beside(_crowd, isOver) {
      edi.failEverywhere({ kind: "delay", milliseconds: slowMs }, /^\/(?!api\/)/);
      while (!isOver()) await pause(200);
      const slowed = edi.calls.length;
      edi.reset();
      return `${slowed} slow calls`;
    },
  },
  {
    name: "an EDIFACT interchange of 1 MB every 20 s",
    ms: besideMs,
    async beside(_crowd, isOver) {
      const sent = await repeat(isOver, async () => {
        await sendLongFile();
        const next = performance.now() + 20_000;
        while (!isOver() && performance.now() < next) await pause(200);
      });
      return `${sent} interchanges`;
    },
  },
];

async function run({ name, ms, beside }: Phase, crowd: Crowd) {
  say(`${people} people, ${name}: ${ms / 1000} s …`);
  const asked: Asked[] = [];
  const memory: [portal: number, platform: number][] = [];
  const look = () => memory.push([memoryOf(bench.portals[0]?.pid ?? 0), memoryOf(bench.platform.pid)]);
  const looking = setInterval(look, ms / 40);
  let isOver = false;
  const [, done] = await Promise.all([
    crowd
      .work({ people, processes: 1, milliseconds: ms }, (one) => asked.push(one))
      .finally(() => {
        isOver = true;
      }),
    beside?.(crowd, () => isOver),
  ]);
  clearInterval(looking);
  edi.calls.length = 0;
  const failed = asked.filter(({ status }) => status >= 400);
  for (const { screen, at: address, status } of failed.slice(0, 10))
    problems.push(`${name}: ${status} ${screen} ${address}`);
  return { name, asked, failed: failed.length, memory, done };
}

const timesOf = (asked: readonly Asked[], fits: (screen: string) => boolean) =>
  asked.filter(({ kind, screen }) => kind === "page" && fits(screen)).map(({ took }) => took);

const average = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** A process's memory in the first and in the last quarter of a phase. */
function memoryOver(memory: readonly (readonly number[])[], process: 0 | 1): [number, number] {
  const quarter = Math.ceil(memory.length / 4);
  const of = (some: typeof memory) => average(some.map((one) => one[process] ?? 0));
  return [of(memory.slice(0, quarter)), of(memory.slice(-quarter))];
}

try {
  if (bench.databaseUrl) await addProducts(bench.databaseUrl);
  say("Signing in …");
  const crowd = await signInCrowd(bench.portals.map(({ url }) => url));
  await crowd.work({ people, processes: 1, milliseconds: warmUpMs }, () => undefined);
  const results: Awaited<ReturnType<typeof run>>[] = [];
  for (const phase of phases) results.push(await run(phase, crowd));
  const [alone] = results;
  const rows = results.map(({ name, asked, failed, memory, done }, index) => {
    const except = phases[index]?.except;
    const fits = (screen: string) => !except?.test(screen);
    const times = timesOf(asked, fits);
    const [median, late] = [at(times, 0.5), at(times, 0.99)];
    const factor = late / at(timesOf(alone?.asked ?? [], fits), 0.99);
    if (factor >= maxFactor) problems.push(`${name}: p99 is ${factor.toFixed(1)} times that of people alone`);
    const over = ([0, 1] as const).map((process) => memoryOver(memory, process));
    if (index === 0)
      for (const [before, after] of over)
        if (after > before * maxGrowth)
          problems.push(`alone: ${megabytes(before)} grew to ${megabytes(after)}`);
    return [
      done === undefined ? name : `${name} (${done})`,
      `${asked.length}`,
      `${failed}`,
      milliseconds(median),
      milliseconds(late),
      index === 0 ? "" : `${factor.toFixed(2)} ×`,
      ...over.map(([before, after]) => `${megabytes(before)} → ${megabytes(after)}`),
    ];
  });
  const screens = [...new Set(alone?.asked.flatMap(({ kind, screen }) => (kind === "page" ? [screen] : [])))];
  const byScreen = screens.sort().map((screen) => [
    screen,
    ...results.map(({ asked }) => {
      const times = timesOf(asked, (one) => one === screen);
      return `${at(times, 0.5).toFixed(0)}, ${at(times, 0.99).toFixed(0)}`;
    }),
  ]);
  const heads = [
    "Beside people",
    "Requests",
    "Failed",
    "p50",
    "p99",
    "p99 against alone",
    "Portal",
    "Platform",
  ];
  const ofScreens = ["Screen: p50, p99 in ms", "alone", "exports", "slow EDI", "1 MB"];
  process.stdout.write(`\n${markdownTable(ofScreens, byScreen)}\n`);
  publish(isEmbedded ? "load embedded" : "load", markdownTable(heads, rows), problems);
} finally {
  await bench.stop();
  await edi.stop();
  await rm(home, { recursive: true });
}
