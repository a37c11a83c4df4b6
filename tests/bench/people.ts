import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { Redis } from "ioredis";
import pg from "pg";
import { startPlatform } from "../support/platform.ts";
import { startPortal } from "../support/portal.ts";
import { startPostgres } from "../support/postgres.ts";
import { freePort } from "../support/processes.ts";
import { startRedis } from "../support/redis.ts";
import { formsIn, Visitor } from "../support/visitor.ts";
import { usageOf } from "./processorTime.ts";
import { at } from "./table.ts";

/*
 * Simulated staff on the production build, with the platform on PostgreSQL and sessions in Redis: everybody opens a
 * page, thinks, and opens the next, while the open page polls as in a browser. The result is processor time per
 * process, which is independent of other load on the machine. Response times are not, and are printed for information.
 */

const seconds = process.argv.includes("--quick") ? 4 : 12;
/** Average time between two pages of a person, uniformly from half to one and a half of it. */
const thinkMs = 10_000;
/** How often a page polls (app/lists/Follower.tsx). */
const liveMs = 15_000;
const crowds = [50, 100, 200, 400];
/** Sign-ins are rate-limited by address (app/gate/admit.server.ts), so several people share a session. */
const sessions = 48;
const staff = ["admin", "clerk", "merch"] as const;

const say = (words: string) => process.stderr.write(`${words}\n`);

function secondsOfTree(pid: number): number {
  const partsOf = (name: string | number) =>
    readFileSync(`/proc/${name}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ")
      .map(Number);
  let ticks = partsOf(pid)
    .slice(11, 15)
    .reduce((sum, one) => sum + one, 0);
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const parts = partsOf(name);
      if (parts[1] === pid) ticks += (parts[11] ?? 0) + (parts[12] ?? 0);
    } catch {
      // It has ended in the meantime, and counts with its parent.
    }
  }
  return ticks / 100;
}

type Kind = "page" | "live" | "write";
type Counts = Record<Kind, number>;
const none = (): Counts => ({ page: 0, live: 0, write: 0 });

/** A day's pages with their frequencies, and the open page's polls. */
type Page = { at: string; live?: string };

const linksIn = (html: string, pattern: RegExp): string[] => [
  ...new Set(
    [...html.matchAll(/\shref="([^"#?]+)/g)].flatMap(([, href = ""]) => (pattern.test(href) ? [href] : [])),
  ),
];

/** Only one of the roles may open it. */
const labels: Page = { at: "/store/CLK/printlabel" };

/** A day's pages in the proportion of its tasks (docs/tasks.md), on existing records. */
async function pagesOf(visitor: Visitor): Promise<Page[]> {
  const html = async (at: string) => (await visitor.get(at)).text;
  const list = (at: string): Page => ({ at, live: `${at.replace(/\/$/, "")}/live.data` });
  const some = async (at: string, pattern: RegExp, live = true): Promise<Page[]> =>
    linksIn(await html(at), pattern)
      .slice(0, 12)
      .map((one) => (live ? list(one) : { at: one }));
  const orders = await some("/orders/", /^\/orders\/[^/.]+$/);
  const returns = await some("/returns/", /^\/returns\/(?!credits)[^/.]+$/);
  const interchanges = await some("/edi/myer/interchanges", /^\/edi\/myer\/interchanges\/[^/.]+$/);
  const products = await some("/store/CLK/products", /^\/store\/CLK\/products\/[^/.]+$/, false);
  const times = (many: number, of: readonly Page[]) =>
    Array.from({ length: many }, (_, index) => of[index % of.length]).flatMap((page) => page ?? []);
  return [
    ...times(16, [list("/orders/"), list("/store/CLK/orders"), { at: "/orders/?q=1" }]),
    ...times(18, orders),
    ...times(14, [list("/returns/"), { at: "/returns/?page=2" }]),
    ...times(18, returns),
    ...times(8, [{ at: "/store/CLK/products" }, { at: "/store/SDY/products" }]),
    ...times(6, products),
    ...times(6, [{ at: "/today", live: "/today/live" }]),
    ...times(4, [{ at: "/find?q=EXO-0001" }]),
    ...times(4, [list("/edi/myer/interchanges")]),
    ...times(4, interchanges),
    ...times(2, [labels]),
  ];
}

/** One action for each return: the paths of the dialogs. */
async function stepsOf(visitor: Visitor): Promise<string[]> {
  const found = new Map<string, string>();
  for (const page of [1, 2, 3, 4, 5, 6]) {
    const { text } = await visitor.get(`/returns/?page=${page}`);
    for (const step of linksIn(text, /^\/returns\/[^/]+\/actions\/[\w-]+$/))
      found.set(step.split("/")[2] ?? "", step);
  }
  return [...found.values()];
}

async function takeStep(visitor: Visitor, at: string): Promise<boolean> {
  const dialog = await visitor.get(at);
  const form = formsIn(dialog.text, dialog.url).find(({ fields }) => "token" in fields);
  if (!form) return false;
  const { status } = await visitor.post(new URL(form.action).pathname, form.fields);
  return status === 302;
}

async function startBench() {
  const postgres = await startPostgres();
  if (!postgres) throw new Error("PostgreSQL's server is not here");
  const redis = await startRedis();
  const ports = [await freePort(), await freePort()];
  const appUrl = `http://localhost:${ports[0]}`;
  const platform = await startPlatform({ appUrl, environment: { PLATFORM_DATABASE_URL: postgres.url } });
  const portals = await Promise.all(
    ports.map((port) =>
      startPortal(
        { ...platform.environment, APP_URL: appUrl, SESSION_STORE_URL: redis.url, LOG_LEVEL: "warn" },
        port,
      ),
    ),
  );
  const stored = new Redis(redis.url);
  const database = new pg.Client(postgres.url);
  await database.connect();
  return {
    portals,
    platform,
    /** Redis commands and PostgreSQL transactions so far. */
    async done() {
      const commands = /total_commands_processed:(\d+)/.exec(await stored.info("stats"))?.[1];
      const redisUsed = [...(await stored.info("cpu")).matchAll(/used_cpu_(?:sys|user):([\d.]+)/g)];
      const { rows } = await database.query<{ done: string }>(
        "select sum(xact_commit + xact_rollback) as done from pg_stat_database",
      );
      const { rows: master } = await database.query<{ pid: number }>("select pg_backend_pid() as pid");
      const parent = Number(
        readFileSync(`/proc/${master[0]?.pid}/stat`, "utf8")
          .replace(/^.*\) /, "")
          .split(" ")[1],
      );
      return {
        commands: Number(commands),
        redisSeconds: redisUsed.reduce((sum, [, value]) => sum + Number(value), 0),
        transactions: Number(rows[0]?.done),
        postgresSeconds: secondsOfTree(parent),
      };
    },
    async stop() {
      await database.end();
      stored.disconnect();
      await Promise.all(portals.map((portal) => portal.stop()));
      await platform.stop();
      redis.stop();
      await postgres.stop();
    },
  };
}

type Bench = Awaited<ReturnType<typeof startBench>>;

const mark = async ({ portals, platform, done }: Bench) => ({
  portals: portals.map(({ pid }) => usageOf(pid)),
  platform: usageOf(platform.pid),
  ...(await done()),
});

const between = (before: Awaited<ReturnType<typeof mark>>, after: Awaited<ReturnType<typeof mark>>) => ({
  portal: after.portals.reduce((sum, one, at) => sum + one.seconds - (before.portals[at]?.seconds ?? 0), 0),
  megabytes: after.portals.map(({ megabytes }) => Math.round(megabytes)),
  platform: after.platform.seconds - before.platform.seconds,
  redis: after.redisSeconds - before.redisSeconds,
  postgres: after.postgresSeconds - before.postgresSeconds,
  commands: after.commands - before.commands,
  transactions: after.transactions - before.transactions,
});

const row = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |\n`;
const heads = (cells: readonly string[]) => row(cells) + row(cells.map(() => "---"));
const ms = (value: number) => value.toFixed(1);

const bench = await startBench();
try {
  say(`Signing in ${sessions} times …`);
  const visitors: Visitor[] = [];
  for (let number = 0; number < sessions; number += 1) {
    const visitor = new Visitor(bench.portals[0]?.url ?? "");
    await visitor.signIn(`${staff[number % staff.length]}@utopia.example`);
    visitors.push(visitor);
  }
  const [first] = visitors;
  if (!first) throw new Error("Nobody is signed in");
  const pages = await pagesOf(first);
  const steps = await stepsOf(first);
  const lives = pages.flatMap(({ live }) => live ?? []);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(Math.random() * items.length)];
    if (item === undefined) throw new Error("There is nothing to pick from");
    return item;
  };

  /** The cost of one kind of request, sent sequentially to the first process. */
  async function costOf(kind: Kind, many: number, ask: (number: number) => Promise<unknown>) {
    for (let number = 0; number < 2 * many; number += 1) if (kind !== "write") await ask(number);
    const before = await mark(bench);
    for (let number = 0; number < many; number += 1) await ask(number);
    const spent = between(before, await mark(bench));
    const each = (value: number) => (value * 1000) / many;
    return {
      kind,
      many,
      portal: each(spent.portal),
      platform: each(spent.platform),
      postgres: each(spent.postgres),
      redis: each(spent.redis),
      commands: spent.commands / many,
      transactions: spent.transactions / many,
    };
  }
  say("What one of each costs …");
  const visitorAt = (number: number) => visitors[number % visitors.length] ?? first;
  const apart = [
    await costOf("page", 300, (number) => first.get(pages[(number * 7) % pages.length]?.at ?? "/")),
    await costOf("live", 300, (number) => first.get(lives[(number * 7) % lives.length] ?? "/")),
    await costOf("write", Math.min(20, Math.floor(steps.length / 3)), () =>
      takeStep(first, steps.shift() ?? "/"),
    ),
  ];
  const costs = Object.fromEntries(apart.map((one) => [one.kind, one.portal]));
  let text = heads([
    "One",
    "portal, ms",
    "platform, ms",
    "PostgreSQL, ms",
    "Redis, ms",
    "Redis commands",
    "transactions",
  ]);
  for (const one of apart)
    text += row([
      `${one.kind} (of ${one.many})`,
      ...[one.portal, one.platform, one.postgres, one.redis, one.commands, one.transactions].map(ms),
    ]);

  /** Concurrent users, spread over the processes. */
  async function crowd(people: number, processes: number) {
    const counts = none();
    const times: number[] = [];
    let failed = 0;
    let isOver = false;
    const bases = bench.portals.slice(0, processes).map(({ url }) => url);
    async function timed(kind: Kind, ask: () => Promise<{ status: number }>) {
      const began = performance.now();
      const { status } = await ask();
      if (isOver) return;
      if (kind === "page") times.push(performance.now() - began);
      counts[kind] += 1;
      if (status >= 400) failed += 1;
    }
    async function work(number: number) {
      const visitor = visitorAt(number);
      const base = bases[number % bases.length] ?? "";
      const mine = number % staff.length === 0 ? pages : pages.filter((page) => page !== labels);
      // A page stays open in another tab.
      const open = pick(lives);
      let asksAt = performance.now() + Math.random() * liveMs;
      let turnsAt = performance.now() + Math.random() * thinkMs;
      while (!isOver) {
        const now = performance.now();
        if (now >= turnsAt) {
          const step = Math.random() < 0.02 ? steps.shift() : undefined;
          if (step !== undefined && (await takeStep(visitor, step))) counts.write += 1;
          else {
            const page = pick(mine);
            await timed("page", () => visitor.get(`${base}${page.at}`));
          }
          turnsAt = performance.now() + thinkMs * (0.5 + Math.random());
        } else if (now >= asksAt) {
          await timed("live", () => visitor.get(`${base}${open}`));
          asksAt = performance.now() + liveMs;
        }
        await pause(Math.max(5, Math.min(turnsAt, asksAt, performance.now() + 500) - performance.now()));
      }
    }
    const before = await mark(bench);
    const working = Array.from({ length: people }, (_, number) => work(number));
    await pause(seconds * 1000);
    isOver = true;
    const spent = between(before, await mark(bench));
    await Promise.all(working);
    const said = (kind: Kind) => counts[kind] * (costs[kind] ?? 0);
    const model = (said("page") + said("live") + said("write")) / 1000;
    return { counts, times, failed, spent, model };
  }

  text += `\n${heads([
    "People, processes",
    "pages, live, writes",
    "failed",
    "pages a second",
    "page p50, p95, ms",
    "portal's cores: measured, model",
    "platform, PostgreSQL, Redis: cores",
    "Redis commands, transactions a second",
    "MB a process",
  ])}`;
  for (const processes of [1, 2])
    for (const people of crowds) {
      say(`${people} people, ${processes} of the portal …`);
      const { counts, times, failed, spent, model } = await crowd(people, processes);
      const cores = (value: number) => (value / seconds).toFixed(2);
      text += row([
        `${people}, ${processes}`,
        `${counts.page}, ${counts.live}, ${counts.write}`,
        failed,
        (counts.page / seconds).toFixed(1),
        `${at(times, 0.5).toFixed(0)}, ${at(times, 0.95).toFixed(0)}`,
        `${cores(spent.portal)}, ${cores(model)}`,
        `${cores(spent.platform)}, ${cores(spent.postgres)}, ${cores(spent.redis)}`,
        `${(spent.commands / seconds).toFixed(0)}, ${(spent.transactions / seconds).toFixed(0)}`,
        spent.megabytes.slice(0, processes).join(", "),
      ]);
    }
  process.stdout.write(text);
} finally {
  await bench.stop();
}
