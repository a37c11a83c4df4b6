import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { startPlatform } from "../support/platform.ts";
import { startPortal } from "../support/portal.ts";
import { startPostgres } from "../support/postgres.ts";
import { freePort } from "../support/processes.ts";
import { createDatabase } from "../support/runPostgres.ts";
import { formsIn, Visitor } from "../support/visitor.ts";

/** Average time between two pages of a person, uniformly from half to one and a half of it. */
const thinkMs = 10_000;
/** How often a page polls (app/core/lists/Follower.tsx). */
const liveMs = 15_000;
/** Sign-ins are rate-limited by address (app/core/gate/admit.server.ts), so several people share a session. */
const sessions = 48;
const staff = ["admin", "clerk", "merch"] as const;

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

/** A page that people open, the screen that it is, and the polls of it while it is open. */
export type Page = { screen: string; at: string; live?: string };

const linksIn = (html: string, pattern: RegExp): string[] => [
  ...new Set(
    [...html.matchAll(/\shref="([^"#?]+)/g)].flatMap(([, href = ""]) => (pattern.test(href) ? [href] : [])),
  ),
];

/** Only one of the roles may open it. */
const labels: Page = { screen: "Labels", at: "/store/CLK/printlabel" };

/** A day's pages in the proportion of its tasks (docs/tasks.md), on existing records. */
async function pagesOf(visitor: Visitor): Promise<Page[]> {
  const html = async (at: string) => (await visitor.get(at)).text;
  const still = (screen: string, at: string): Page => ({ screen, at });
  /** A page that polls as a browser does: the loader of this route alone, here with all that it shows. */
  const list = (screen: string, at: string, route: string): Page => ({
    ...still(screen, at),
    live: `${at.replace(/\/$/, "")}/live.data?_routes=${encodeURIComponent(route)}`,
  });
  const some = async (at: string, pattern: RegExp, toPage: (at: string) => Page): Promise<Page[]> =>
    linksIn(await html(at), pattern)
      .slice(0, 12)
      .map(toPage);
  const orders = await some("/orders/", /^\/orders\/[^/.]+$/, (at) =>
    list("An order", at, "panel:orders/ordersLive"),
  );
  const returns = await some("/returns/", /^\/returns\/(?!credits)[^/.]+$/, (at) =>
    list("A return", at, "panel:exos/exosLive"),
  );
  const interchanges = await some("/edi/myer/interchanges", /^\/edi\/myer\/interchanges\/[^/.]+$/, (at) =>
    list("An interchange", at, "panel:edi/partner/interchangesLive"),
  );
  const products = await some("/store/CLK/products", /^\/store\/CLK\/products\/[^/.]+$/, (at) =>
    still("A product", at),
  );
  const times = (many: number, of: readonly Page[]) =>
    Array.from({ length: many }, (_, index) => of[index % of.length]).flatMap((page) => page ?? []);
  return [
    ...times(16, [
      list("Orders", "/orders/", "orders/ordersLive"),
      list("Orders", "/store/CLK/orders", "store:orders/ordersLive"),
      still("Orders", "/orders/?q=1"),
    ]),
    ...times(18, orders),
    ...times(14, [list("Returns", "/returns/", "exos/exosLive"), still("Returns", "/returns/?page=2")]),
    ...times(18, returns),
    ...times(8, [still("Products", "/store/CLK/products"), still("Products", "/store/SDY/products")]),
    ...times(6, products),
    ...times(6, [{ screen: "Today", at: "/today", live: "/today/live" }]),
    ...times(4, [still("Find", "/find?q=EXO-0001")]),
    ...times(4, [list("EDI interchanges", "/edi/myer/interchanges", "edi/partner/interchangesLive")]),
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

export async function takeStep(visitor: Visitor, at: string): Promise<boolean> {
  const dialog = await visitor.get(at);
  const form = formsIn(dialog.text, dialog.url).find(({ fields }) => "token" in fields);
  if (!form) return false;
  const { status } = await visitor.post(new URL(form.action).pathname, form.fields);
  return status === 302;
}

/**
 * Portals and a platform that share a PostgreSQL server, each with a database; or one portal and a platform with
 * embedded databases. `environment` is of both.
 */
export async function startBench(
  environment: Record<string, string> = {},
  { processes = 2, isEmbedded = false } = {},
) {
  if (isEmbedded && (processes > 1 || process.env.TEST_POSTGRES_URL))
    throw new Error("Embedded databases are of one process each, without TEST_POSTGRES_URL");
  const postgres = isEmbedded ? undefined : await startPostgres();
  const portalDatabaseUrl = postgres && (await createDatabase(postgres.url, "utopia_portal"));
  const ports: number[] = [];
  for (let number = 0; number < processes; number += 1) ports.push(await freePort());
  const appUrl = `http://localhost:${ports[0]}`;
  const platform = await startPlatform({
    appUrl,
    environment: { ...(postgres && { PLATFORM_DATABASE_URL: postgres.url }), ...environment },
  });
  const portals = await Promise.all(
    ports.map((port) =>
      startPortal(
        {
          ...platform.environment,
          APP_URL: appUrl,
          ...(portalDatabaseUrl && { PORTAL_DATABASE_URL: portalDatabaseUrl }),
          LOG_LEVEL: "warn",
          ...environment,
        },
        port,
      ),
    ),
  );
  const database = postgres && new pg.Client(postgres.url);
  await database?.connect();
  return {
    portals,
    platform,
    /** The platform's; undefined where it is embedded. */
    databaseUrl: postgres?.url,
    /** PostgreSQL's transactions and processor time so far. */
    async done() {
      if (!database) throw new Error("An embedded database does not count its transactions");
      const { rows } = await database.query<{ portal: string; platform: string }>(
        `select sum(xact_commit + xact_rollback) filter (where datname = 'utopia_portal') as portal,
                sum(xact_commit + xact_rollback) filter (where datname = current_database()) as platform
         from pg_stat_database`,
      );
      const { rows: master } = await database.query<{ pid: number }>("select pg_backend_pid() as pid");
      const parent = Number(
        readFileSync(`/proc/${master[0]?.pid}/stat`, "utf8")
          .replace(/^.*\) /, "")
          .split(" ")[1],
      );
      return {
        portalTransactions: Number(rows[0]?.portal),
        platformTransactions: Number(rows[0]?.platform),
        postgresSeconds: secondsOfTree(parent),
      };
    },
    async stop() {
      await database?.end();
      await Promise.all(portals.map((portal) => portal.stop()));
      await platform.stop();
      await postgres?.stop();
    },
  };
}

export type Kind = "page" | "live" | "write";
/** What a person asked, the screen of a page, its time in ms, and its status: 599 without an answer. */
export type Asked = { kind: Kind; screen: string; at: string; took: number; status: number };

const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error("There is nothing to pick from");
  return item;
};

/** Signed-in staff for the portals at these addresses, the pages that they open, and the actions that they take. */
export async function signInCrowd(bases: readonly string[]) {
  const visitors: Visitor[] = [];
  for (let number = 0; number < sessions; number += 1) {
    const visitor = new Visitor(bases[0] ?? "");
    await visitor.signIn(`${staff[number % staff.length]}@utopia.example`);
    visitors.push(visitor);
  }
  const [first] = visitors;
  if (!first) throw new Error("Nobody is signed in");
  const pages = await pagesOf(first);
  const steps = await stepsOf(first);
  const lives = pages.flatMap(({ live }) => live ?? []);

  /** So many people work for `milliseconds`, spread over the first `processes` portals; `tell` hears of each answer. */
  async function work(
    { people, processes, milliseconds }: { people: number; processes: number; milliseconds: number },
    tell: (asked: Asked) => void,
  ): Promise<void> {
    const over = performance.now() + milliseconds;
    async function timed(kind: Kind, { screen, at }: Page, ask: () => Promise<number>) {
      const began = performance.now();
      const status = await ask().catch(() => 599);
      const now = performance.now();
      if (now < over) tell({ kind, screen, at, took: now - began, status });
    }
    async function one(number: number) {
      const visitor = visitors[number % visitors.length] ?? first;
      const base = bases[number % processes] ?? "";
      const mine = number % staff.length === 0 ? pages : pages.filter((page) => page !== labels);
      // A page stays open in another tab.
      const open = pick(lives);
      let asksAt = performance.now() + Math.random() * liveMs;
      let turnsAt = performance.now() + Math.random() * thinkMs;
      while (performance.now() < over) {
        const now = performance.now();
        const get = async (at: string) => (await visitor?.get(`${base}${at}`))?.status ?? 599;
        if (now >= turnsAt) {
          const step = Math.random() < 0.02 ? steps.shift() : undefined;
          if (step !== undefined && visitor && (await takeStep(visitor, step)))
            tell({
              kind: "write",
              screen: "An action",
              at: step,
              took: performance.now() - now,
              status: 302,
            });
          else {
            const page = pick(mine);
            await timed("page", page, () => get(page.at));
          }
          turnsAt = performance.now() + thinkMs * (0.5 + Math.random());
        } else if (now >= asksAt) {
          await timed("live", { screen: "", at: open }, () => get(open));
          asksAt = performance.now() + liveMs;
        }
        await pause(Math.max(5, Math.min(turnsAt, asksAt, performance.now() + 500) - performance.now()));
      }
    }
    await Promise.all(Array.from({ length: people }, (_, number) => one(number)));
  }
  return { first, visitors, pages, steps, lives, work };
}
