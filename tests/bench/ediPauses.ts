import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { z } from "zod";
import { checkInterchanges } from "#contract/ediCheck.ts";
import { getInterchanges } from "#contract/ediPartner.ts";
import { getOrders } from "#contract/orders.ts";
import { hostile } from "#edifact/bench/hostile.ts";
import { seedPartner } from "#platform/seed/edi/texts.ts";
import { apiToken } from "../support/apiToken.ts";
import { fileOf, linesFrom, longOrderFile, ordersMessage } from "../support/ediFiles.ts";
import { startPlatform } from "../support/platform.ts";
import { startPostgres } from "../support/postgres.ts";
import { measurePortal } from "./ediPortal.ts";
import { resetLoop, watchedLoop } from "./loop.ts";
import { processorTimeOf, usageOf } from "./processorTime.ts";
import { type Line, tableOf } from "./table.ts";

// How long calls wait beside files that are taken in, in all and of the platform's own processor time, and how long the
// portal's pages of files keep it:
// `npm run bench:edi-pauses [-- portal | part of a file's name [PGlite | PostgreSQL]]`.

const [only = "", database = ""] = process.argv.slice(2);
const appUrl = "http://localhost:3999";
const mostWait = 100;
const milliseconds = (time: number) => `${Math.round(time)} ms`;

const orderText = (number: number) =>
  fileOf(String(100_000 + number), [ordersMessage(`PAUSE-${number}`, linesFrom(1))], { sender: seedPartner });

/** What is taken in, by its name; the files of `edifact/bench` beside good ones. */
const files: Readonly<Record<string, () => string | Uint8Array>> = {
  "an order": () => orderText(0),
  // As many segments as an order may have that is made at all.
  "an order of 6,600 lines": () => longOrderFile(6600).replace("MYERTEST", seedPartner.identification),
  "an order of 10 MB": () => longOrderFile(250_000).replace("MYERTEST", seedPartner.identification),
  ...Object.fromEntries(
    ["noise", "UNT in lines without terminators", "advices and whole headers"].flatMap((name) => {
      const make = hostile[name];
      return make ? [[`10 MB of ${name}`, make]] : [];
    }),
  ),
  "2,000 orders in one interchange": () =>
    fileOf(
      "99999",
      Array.from({ length: 2000 }, (_, index) => ({
        ...ordersMessage(`PAUSE-ONE-${index}`, linesFrom(1)),
        reference: String(index + 1),
      })),
      { sender: seedPartner },
    ),
  // The last: its orders are still being made when it has long been taken in.
  "10,000 orders in interchanges of their own": () =>
    Array.from({ length: 10_000 }, (_, index) => orderText(index + 1)).join(""),
};

/** The platform that is asked, and the processor time that it has spent. */
type Watching = { pool: Pool; authorization: string; spent(): number };

/** The longest wait for a call, and the most processor time that the platform spent during one, in milliseconds. */
type Watched = { longest: number; spent: number };

/** Asks again and again, one question after the other, until it is stopped. */
async function watch(
  { pool, authorization, spent }: Watching,
  path: string,
  signal: AbortSignal,
): Promise<Watched> {
  const most: Watched = { longest: 0, spent: 0 };
  while (!signal.aborted) {
    const from = { at: performance.now(), spent: spent() };
    const { statusCode, body } = await pool.request({ method: "GET", path, headers: { authorization } });
    await body.dump({ limit: 64_000_000 });
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
    most.longest = Math.max(most.longest, performance.now() - from.at);
    most.spent = Math.max(most.spent, spent() - from.spent);
    await delay(20);
  }
  return most;
}

const told = ({ longest, spent }: Watched) =>
  `${milliseconds(longest)} (${milliseconds(spent)} of processor time)`;

const listed = z.object({ items: z.array(z.object({ id: z.string() })) });

async function isAtRest(pool: Pool, authorization: string, id: string): Promise<boolean> {
  const filters = JSON.stringify({ documentId: id, states: ["new", "active"] });
  const path = `${getInterchanges.path}?${new URLSearchParams({ page: "1", filters })}`;
  const { body } = await pool.request({ method: "GET", path, headers: { authorization } });
  return listed.parse(await body.json()).items.length === 0;
}

async function takeIn(pool: Pool, authorization: string, content: Buffer): Promise<void> {
  const headers = { authorization, "content-type": "application/edifact" };
  const { statusCode, body } = await pool.request({
    method: "POST",
    path: `${getInterchanges.path}?name=bench.edi`,
    headers,
    body: content,
    headersTimeout: 600_000,
  });
  const answer = await body.text();
  if (statusCode !== 201) throw new Error(`Taking in answered ${statusCode}: ${answer.slice(0, 300)}`);
  for (const { id } of [listed.parse(JSON.parse(answer)).items.at(-1)].flatMap((last) => last ?? []))
    while (!(await isAtRest(pool, authorization, id))) await delay(500);
}

async function check(pool: Pool, authorization: string, content: Buffer): Promise<void> {
  const headers = { authorization, "content-type": "application/edifact" };
  const { statusCode, body } = await pool.request({
    method: "POST",
    path: checkInterchanges.path,
    headers,
    body: content,
    headersTimeout: 600_000,
  });
  await body.dump({ limit: 64_000_000 });
  if (statusCode !== 200) throw new Error(`Checking answered ${statusCode}`);
}

async function measureOn(name: string, environment: Record<string, string>): Promise<Line[]> {
  const platform = await startPlatform({ appUrl, environment: { ...watchedLoop, ...environment } });
  const pool = new Pool(platform.url, { connections: 4, pipelining: 1, bodyTimeout: 600_000 });
  try {
    const authorization = `Bearer ${await apiToken(platform.url, appUrl, "admin@utopia.example")}`;
    const orders = `${getOrders.path}?${new URLSearchParams({ storegroup: "", page: "1", pagesize: "20" })}`;
    const watching = { pool, authorization, spent: processorTimeOf(platform.pid) };
    const lines: Line[] = [];
    const measured = async (what: string, work: () => Promise<void>) => {
      const stop = new AbortController();
      const watches = Promise.all([
        watch(watching, "/health", stop.signal),
        watch(watching, orders, stop.signal),
      ]);
      await delay(500);
      await resetLoop(platform);
      const from = { at: performance.now(), ...usageOf(platform.pid) };
      // What broke is told, not that those who watch found the platform gone.
      await work().finally(() => stop.abort());
      const took = performance.now() - from.at;
      const { seconds, megabytes } = usageOf(platform.pid);
      const [health, page] = await watches;
      const { blocked } = await resetLoop(platform);
      lines.push({
        what: `${name}: ${what}`,
        target: `≤ ${milliseconds(mostWait)}`,
        measured: `${(took / 1000).toFixed(1)} s (${(seconds - from.seconds).toFixed(1)} s of processor time, ${Math.round(megabytes)} MB), pause ${milliseconds(blocked)}, call ${told(health)}, page of orders ${told(page)}`,
        holds: Math.max(page.longest, blocked) <= mostWait,
      });
      process.stderr.write(`${lines.at(-1)?.what}: ${lines.at(-1)?.measured}\n`);
    };
    // The first calls compile what all others use.
    await takeIn(pool, authorization, Buffer.from(orderText(20_000)));
    await measured("nothing", () => delay(5000));
    for (const [what, make] of Object.entries(files).filter(([one]) => one.includes(only))) {
      // Made before anybody waits: this process watches.
      const content = Buffer.from(make());
      await measured(`check of ${what}`, () => check(pool, authorization, content));
      await measured(what, () => takeIn(pool, authorization, content));
    }
    return lines;
  } finally {
    await pool.close();
    await platform.stop();
  }
}

async function measurePlatforms(): Promise<Line[]> {
  const lines = database === "PostgreSQL" ? [] : await measureOn("PGlite", {});
  const postgres = database === "PGlite" ? undefined : await startPostgres();
  if (!postgres) return lines;
  try {
    return [...lines, ...(await measureOn("PostgreSQL", { PLATFORM_DATABASE_URL: postgres.url }))];
  } finally {
    await postgres.stop();
  }
}

const lines = [
  ...(only === "portal" ? [] : await measurePlatforms()),
  ...(only === "" || only === "portal" ? await measurePortal() : []),
];
process.stdout.write(`\n${tableOf(lines)}\n`);
