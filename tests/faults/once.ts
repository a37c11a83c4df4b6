import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { connectPglite, type Database } from "#database/connect.ts";
import { actionEvents } from "#platform/database/schema/actions.ts";
import { ediInterchanges, ediOrders } from "#platform/database/schema/edi.ts";
import { exos } from "#platform/database/schema/exos.ts";
import { customRules } from "#platform/database/schema/rules.ts";
import { markdownTable } from "../bench/table.ts";
import { wordsOf } from "../support/html.ts";
import { startPlatform } from "../support/platform.ts";
import { startPortal } from "../support/portal.ts";
import { freePort } from "../support/processes.ts";
import { publish } from "../support/reliabilityTable.ts";
import { ruleFormAt } from "../support/ruleForms.ts";
import { hrefsIn } from "../support/screenPaths.ts";
import { startProxy } from "../support/upstream/proxy.ts";
import { type Form, formIn, formsIn, type Reply, Visitor } from "../support/visitor.ts";

/*
 * Every kind of write under double presses, cut connections and killed processes; afterwards each is pressed twice
 * more, as somebody does who doesn't know. `npm run once [-- --write]`.
 */

const perFault = 4;
const perRun = 3;
const say = (words: string) => process.stderr.write(`${words}\n`);

const home = await mkdtemp(join(tmpdir(), "once-"));
const [data, portalHome] = [join(home, "platform"), join(home, "portal")];
await mkdir(portalHome);
const port = await freePort();
const appUrl = `http://localhost:${port}`;
const upstream = await startProxy(() => platform.url);
const launchPlatform = () =>
  startPlatform({
    appUrl,
    // A return stays as it is between two of its jobs.
    returnPace: 86_400,
    environment: { PLATFORM_DATA_DIR: data, PLATFORM_PUBLIC_URL: upstream.origin, LOG_LEVEL: "silent" },
  });
const launchPortal = () => startPortal({ ...upstream.environment, LOG_LEVEL: "silent" }, port, portalHome);
let platform = await launchPlatform();
let portal = await launchPortal();

/** Ends a process as a crash does, and starts it again. */
async function killPortal(): Promise<void> {
  process.kill(portal.pid, "SIGKILL");
  await portal.stop();
  portal = await launchPortal();
}
async function killPlatform(): Promise<void> {
  process.kill(platform.pid, "SIGKILL");
  await platform.stop();
  platform = await launchPlatform();
}

/** Something that a person asks for: how it is sent, and how often it has been done. */
type Asked = {
  send: () => Promise<Reply>;
  timesDone: (database: Database) => Promise<number>;
  /** What a page says that acknowledges it; without, its redirect does. */
  saysDone?: RegExp;
};

const identity = /^\/(?!api\/)/;
const underWay = (sent: Promise<unknown>[]) => Promise.all(sent);
type Fault = { name: string; during: (send: () => Promise<unknown>[]) => Promise<unknown> };
const cut = (kind: "reset" | "breaksOff") => (send: () => Promise<unknown>[]) => {
  upstream.failEverywhere({ kind }, identity, { writesOnly: true });
  return underWay(send());
};
const faults: Fault[] = [
  { name: "pressed twice", during: (send) => underWay([...send(), ...send()]) },
  { name: "cut before the answer", during: cut("reset") },
  { name: "cut during the answer", during: cut("breaksOff") },
  {
    name: "portal killed",
    async during(send) {
      upstream.failEverywhere({ kind: "delay", milliseconds: 400 }, identity, { writesOnly: true });
      const sent = send();
      await pause(300);
      await killPortal();
      await underWay(sent);
    },
  },
  {
    name: "platform killed",
    async during(send) {
      const sent = send();
      await pause(20 + Math.random() * 150);
      await killPlatform();
      await underWay(sent);
    },
  },
];
const many = perFault * faults.length;

const toPress =
  (visitor: Visitor, { action }: Pick<Form, "action">, fields: Record<string, string>) =>
  () => {
    const { pathname, search } = new URL(action);
    return visitor.post(pathname + search, fields);
  };

/** The confirmation of an action on each of so many records of these lists. */
async function confirmations(visitor: Visitor, lists: readonly string[], action: RegExp, most = many) {
  const found = new Map<string, { id: string; key: string; send: Asked["send"] }>();
  for (const list of lists) {
    for (const { pathname, search } of hrefsIn(await visitor.get(list))) {
      const [, id = "", key = ""] = action.exec(pathname) ?? [];
      if (id === "" || found.has(id) || found.size === most) continue;
      const page = await visitor.get(pathname + search);
      const form = formsIn(page.text, page.url).find(
        ({ fields, method }) => method === "POST" && "token" in fields,
      );
      if (!form || form.html.includes("<select")) continue;
      const filled = Object.entries(form.fields).map(([name, value]) => [name, value || "By the test"]);
      found.set(id, { id, key, send: toPress(visitor, form, Object.fromEntries(filled)) });
    }
  }
  return [...found.values()];
}

const pagesOf = (list: string) => [1, 2, 3, 4, 5, 6].map((page) => `${list}?page=${page}`);

const eventsOf = (id: string, key: string) => (database: Database) =>
  database.$count(actionEvents, and(eq(actionEvents.target, id), eq(actionEvents.action, key)));

/** How often an action is in the history of a record. */
const historyOf =
  (table: typeof exos | typeof ediInterchanges | typeof ediOrders, id: string, key: string) =>
  async (database: Database) => {
    const [row] = await database.select({ histories: table.histories }).from(table).where(eq(table.id, id));
    return row?.histories.filter(({ action }) => action === `action:${key}`).length ?? 0;
  };

const labelPage = "/store/CLK/printlabel";
const batchAnswer = z.object({
  batch: z.object({ lines: z.array(z.looseObject({ barcode: z.string(), quantity: z.coerce.number() })) }),
});

/** The lines of the batch at the end, which the portal has. */
let inBatch: z.output<typeof batchAnswer>["batch"]["lines"] = [];

async function scans(labels: Visitor): Promise<Asked[]> {
  const asked: Asked[] = [];
  const { text } = await labels.get(labelPage);
  const barcodes = [...new Set(text.match(/\b93\d{11}\b/g))].slice(0, many);
  for (const barcode of barcodes) {
    const form = formIn(await labels.get(`${labelPage}?gather=1`), 'name="scan"');
    asked.push({
      send: toPress(labels, form, { ...form.fields, scan: barcode }),
      timesDone: async () => inBatch.find((line) => line.barcode === barcode)?.quantity ?? 0,
    });
  }
  return asked;
}

const oneAction = Object.fromEntries(
  Object.entries({ type: "FixedPrice", attribute: "price", newValue: "1" }).map(([name, value]) => [
    `actions[0].${name}`,
    value,
  ]),
);

async function newRules(merch: Visitor): Promise<Asked[]> {
  const at = "/store/CLK/customrules/new";
  const asked: Asked[] = [];
  for (let number = 1; number <= many; number += 1) {
    const name = `Once ${number}`;
    const form = { ...(await ruleFormAt(merch, at)), ...oneAction, name };
    asked.push({
      send: () => merch.post(at, form),
      timesDone: (database) =>
        database.$count(customRules, sql`${customRules.document} ->> 'name' = ${name}`),
    });
  }
  return asked;
}

const isBulk = ({ method, action }: Form) => method === "POST" && action.includes("/bulk/");

/** For each fault a run of several returns. */
async function runs(clerk: Visitor, ids: readonly string[]): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (let from = 0; from + perRun <= ids.length && asked.length < faults.length; from += perRun) {
    const group = ids.slice(from, from + perRun);
    const chosen = group.map((id) => `id=${id}`).join("&");
    const form = formIn(await clerk.get(`/bulk/returns?action=hold&${chosen}`), isBulk);
    const sent = new URLSearchParams({ token: form.fields.token ?? "" });
    for (const id of group) sent.append("id", id);
    const { pathname, search } = new URL(form.action);
    asked.push({
      async send() {
        const run = await clerk.follow(await clerk.post(pathname + search, sent));
        const own = formsIn(run.text, run.url).find(isBulk);
        if (!own) return run;
        return clerk.follow(await clerk.post(new URL(run.url).pathname, { ...own.fields, intent: "go" }));
      },
      saysDone: new RegExp(`Finished: ${perRun} submitted`),
      async timesDone(database) {
        const times = await Promise.all(group.map((id) => historyOf(exos, id, "hold")(database)));
        // A run is done as often as its least or, where one was done more than once, its most.
        return Math.max(...times) > 1 ? Math.max(...times) : Math.min(...times);
      },
    });
  }
  return asked;
}

/** A reading: asked twice, it is answered twice, and nothing is done. */
async function vouchers(clerks: readonly Visitor[]): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const clerk of clerks) {
    const page = await clerk.get("/store/CLK/nswvoucher");
    const form = formIn(page, ({ fields }) => "code" in fields);
    const one: Asked = {
      send: toPress(clerk, form, { ...form.fields, code: "NSW-KIDS-2501" }),
      timesDone: async () => 1,
    };
    asked.push(one);
  }
  return asked;
}

type Outcome = { asked: Asked; isAcknowledged: boolean };

const isAcknowledged = ({ saysDone }: Asked, reply: Reply | undefined): boolean => {
  if (reply === undefined || reply.status >= 400) return false;
  return saysDone ? saysDone.test(wordsOf(reply.text)) : !/\/login/.test(reply.location ?? "");
};

/** Sends these under a fault, and then twice more. */
async function underFault({ name, during }: Fault, some: readonly Asked[]): Promise<Outcome[]> {
  const acknowledged = new Set<Asked>();
  const send = () =>
    some.map(async (asked) => {
      const reply = await asked.send().catch(() => undefined);
      if (isAcknowledged(asked, reply)) acknowledged.add(asked);
    });
  say(`${name}: ${some.length} …`);
  await during(send);
  upstream.reset();
  for (const _again of [1, 2]) await underWay(send());
  return some.map((asked) => ({ asked, isAcknowledged: acknowledged.has(asked) }));
}

try {
  const signedIn = async (who: string) => {
    const visitor = new Visitor(portal.url);
    await visitor.signIn(`${who}@utopia.example`);
    return visitor;
  };
  const [clerk, merch, labels, edi] = await Promise.all(["clerk", "merch", "labels", "edi"].map(signedIn));
  if (!clerk || !merch || !labels || !edi) throw new Error("Nobody is signed in");
  say("Opening forms …");
  const inRuns = await confirmations(
    clerk,
    pagesOf("/returns/"),
    /^\/returns\/([^/]+)\/actions\/(hold)$/,
    perRun * faults.length,
  );
  const someReturns = await confirmations(
    clerk,
    pagesOf("/returns/"),
    /^\/returns\/([^/]+)\/actions\/([\w-]+)$/,
    many + inRuns.length,
  );
  const returns = someReturns.filter(({ id }) => !inRuns.some((other) => other.id === id));
  const orders = await confirmations(clerk, pagesOf("/orders/"), /^\/orders\/([^/]+)\/actions\/([\w-]+)$/);
  const interchanges = await confirmations(
    edi,
    pagesOf("/edi/myer/interchanges"),
    /^\/edi\/myer\/interchanges\/([^/]+)\/actions\/([\w-]+)$/,
  );
  const ediActions = await confirmations(
    edi,
    pagesOf("/edi/myer/orders"),
    /^\/edi\/myer\/orders\/([^/]+)\/actions\/([\w-]+)$/,
  );
  const areas: Record<string, Asked[]> = {
    "An order's action": orders.map(({ id, key, send }) => ({ send, timesDone: eventsOf(id, key) })),
    "A return's action": returns.map(({ id, key, send }) => ({ send, timesDone: historyOf(exos, id, key) })),
    "An interchange's action": interchanges.map(({ id, key, send }) => ({
      send,
      timesDone: historyOf(ediInterchanges, id, key),
    })),
    "An EDI order's action": ediActions.map(({ id, key, send }) => ({
      send,
      timesDone: historyOf(ediOrders, id, key),
    })),
    [`A run of ${perRun} returns`]: await runs(
      clerk,
      inRuns.map(({ id }) => id),
    ),
    "A scan into the batch": await scans(labels),
    "A new rule": await newRules(merch),
    "A voucher looked up (reads only)": await vouchers([clerk, merch]),
  };
  const outcomes = new Map(Object.keys(areas).map((area) => [area, [] as Outcome[]]));
  for (const [turn, fault] of faults.entries()) {
    const some = Object.entries(areas).flatMap(([area, all]) =>
      all.filter((_, index) => index % faults.length === turn).map((asked) => ({ area, asked })),
    );
    const done = await underFault(
      fault,
      some.map(({ asked }) => asked),
    );
    for (const [index, outcome] of done.entries()) outcomes.get(some[index]?.area ?? "")?.push(outcome);
  }
  const read = async (database: Database) => {
    const rows: string[][] = [];
    const problems: string[] = [];
    for (const [area, all] of outcomes) {
      const times = await Promise.all(all.map(({ asked }) => asked.timesDone(database)));
      const doubled = times.filter((count) => count > 1).length;
      const lost = all.filter((one, index) => one.isAcknowledged && times[index] === 0).length;
      const unknown = all.filter((one) => !one.isAcknowledged).length;
      if (all.length === 0) problems.push(`${area}: nothing was asked`);
      if (doubled > 0) problems.push(`${area}: ${doubled} done more than once`);
      if (lost > 0) problems.push(`${area}: ${lost} acknowledged and not done`);
      rows.push([
        area,
        ...[all.length, times.filter((count) => count > 0).length, doubled, lost, unknown].map(String),
      ]);
    }
    publish(
      "once",
      markdownTable(["Area", "Attempted", "Done", "Doubled", "Lost", "Not known"], rows),
      problems,
    );
  };
  const { text } = await labels.post(`${labelPage}/batch`, {}, { accept: "application/json" });
  inBatch = batchAnswer.parse(JSON.parse(text)).batch.lines;
  // PGlite lets one process in.
  await platform.stop();
  const connection = connectPglite(join(data, "platform"));
  await read(connection.database);
  await connection.close();
} finally {
  await portal.stop();
  await platform.stop();
  await upstream.stop();
  await rm(home, { recursive: true, force: true });
}
