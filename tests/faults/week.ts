import { readFileSync } from "node:fs";
import { mkdtemp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { and, gt, inArray, isNotNull, isNull, lt } from "drizzle-orm";
import { Redis } from "ioredis";
import { Agent, setGlobalDispatcher } from "undici";
import { z } from "zod";
import { waitingOrderStatuses } from "#app/domains/orders/statuses.ts";
import { connectPglite } from "#platform/database/connect.ts";
import { ediInterchanges, ediOrders } from "#platform/database/schema/edi.ts";
import { exos } from "#platform/database/schema/exos.ts";
import { orders } from "#platform/database/schema/orders.ts";
import { markdownTable, megabytes } from "../bench/table.ts";
import { fileOf, linesFrom, ordersMessage } from "../support/ediFiles.ts";
import { fastClock } from "../support/fastClock.ts";
import { startPlatform } from "../support/platform.ts";
import { startPortal } from "../support/portal.ts";
import { freePort } from "../support/processes.ts";
import { startRedis } from "../support/redis.ts";
import { publish } from "../support/reliabilityTable.ts";
import { type Form, formsIn, type Reply, Visitor } from "../support/visitor.ts";

/*
 * The demo with clocks that run 168 times as fast, a week in an hour, and staff of every role at work on what Today
 * shows them: `npm run week [-- --minutes 15] [-- --write]`.
 */

const argumentAfter = (name: string) => process.argv[process.argv.indexOf(name) + 1];
const minutes = process.argv.includes("--minutes") ? Number(argumentAfter("--minutes")) : 60;
const speed = 168;
const dayMs = 86_400_000;
/** What the platform has not done in its hour must be on Today. */
const overdueMs = 3_600_000;
/** Growth of a process in the second half of the time that is no leak; a short run is still warming up. */
const maxGrowth = 1.25;
const isLong = minutes >= 10;

const staff = ["admin", "clerk", "merch", "labels", "store", "edi"] as const;
const say = (words: string) => process.stderr.write(`${words}\n`);

setGlobalDispatcher(new Agent({ headersTimeout: 120_000, bodyTimeout: 120_000 }));
const start = Date.now();
/** The time on the clocks of the product. */
const now = () => start + (Date.now() - start) * speed;
const home = await mkdtemp(join(tmpdir(), "week-"));
const data = join(home, "platform");
const port = await freePort();
const appUrl = `http://localhost:${port}`;
const platform = await startPlatform({
  appUrl,
  seed: "demo",
  environment: { PLATFORM_DATA_DIR: data },
  nodeArgs: fastClock(speed, start, { timers: true }),
});
// Redis keeps its own time: files would be locked for 60 ms instead of ten seconds.
const redis = await startRedis();
const portal = await startPortal(
  {
    ...platform.environment,
    SESSION_STORE_URL: redis.url,
    // A sign-in has the time of Redis, a week behind the portal's after an hour: no session may be over as it begins.
    SESSION_MAX_HOURS: String((minutes / 60) * speed + 24),
    // Otherwise every page would have all parts of Today read again, whose numbers would be two minutes old.
    TODAY_REFRESH_SECONDS: String(60 * speed),
  },
  port,
  undefined,
  fastClock(speed, start),
);
const records = new Redis(redis.url);

const done = new Map<string, number>();
const count = (what: string) => void done.set(what, (done.get(what) ?? 0) + 1);
const problems: string[] = [];

/** A token lives for 21 seconds here: the sign-in leads to a page that cannot outlast it, and is tried again. */
const maxSignIns = 3;

/** Opens a page; if the session has ended, signs in and opens it again. */
async function open(who: (typeof staff)[number], visitor: Visitor, at: string): Promise<Reply> {
  for (let signIns = 0; ; signIns += 1) {
    const page = await visitor.follow(await visitor.get(at));
    if (page.url.startsWith(portal.url) && !/\/login(\?|$)/.test(page.url)) {
      count("pages");
      if (page.status === 500) problems.push(`${who}: ${page.status} at ${page.url}`);
      // A page may outlast its token, and says so.
      else if (page.status > 500) count("pages that could not read something");
      return page;
    }
    if (signIns === maxSignIns) throw new Error(`the session for ${at} ended ${maxSignIns} times`);
    await visitor.signIn(`${who}@utopia.example`, "/preferences");
    count("sign-ins");
  }
}

const pick = <Item>(items: readonly Item[]): Item | undefined =>
  items[Math.floor(Math.random() * items.length)];

const linksIn = (html: string, pattern: RegExp): string[] => [
  ...new Set(
    [...html.matchAll(/\shref="([^"#]+)/g)].flatMap(([, href = ""]) => {
      const address = href.replaceAll("&amp;", "&");
      return pattern.test(address) ? [address] : [];
    }),
  ),
];

/** Sends a form, with words in what is still empty. */
async function send(who: string, visitor: Visitor, form: Form | undefined, what: string): Promise<void> {
  if (!form) return;
  const fields = Object.fromEntries(
    Object.entries(form.fields).map(([name, value]) => [name, value === "" ? "Seen in the week" : value]),
  );
  const { pathname, search } = new URL(form.action);
  const { status } = await visitor.post(pathname + search, fields);
  count(status < 400 ? what : `${what} refused`);
  if (status === 500) problems.push(`${who}: ${status} from ${pathname}`);
}

const hasToken = ({ method, fields }: Form) => method === "POST" && "token" in fields;
const formsOf = ({ text, url }: Reply) => formsIn(text, url);
const aList = /^\/(store\/\w+\/)?(orders|returns|edi\/myer\/\w+|products|customrules)\/?\?/;
const aRecord =
  /^\/(store\/\w+\/)?(orders|returns|edi\/myer\/(orders|interchanges)|products|customrules)\/(?!new|price|timeline|credits|refused)[^/?.]+(\?|$)/;
const anAction =
  /\/(orders|returns|interchanges|products)\/[^/?]+\/actions\/[\w-]+(\?|$)|\/customrules\/[^/?]+\/(enable|disable|delete|restore)(\?|$)/;

/** One turn of a person: from Today to a list, a record, and what is likely done there. */
async function workOn(who: (typeof staff)[number], visitor: Visitor): Promise<void> {
  const today = await open(who, visitor, "/today");
  const line = pick(linksIn(today.text, aList));
  if (!line) return;
  const list = await open(who, visitor, line);
  const record = pick(linksIn(list.text, aRecord));
  if (!record) return;
  const shown = await open(who, visitor, record);
  const note = formsOf(shown).find(({ fields }) => fields.intent === "write");
  if (note && Math.random() < 0.3) await send(who, visitor, note, "notes");
  const handled = formsOf(shown).find(({ fields }) => fields.intent === "take");
  if (handled && Math.random() < 0.2) await send(who, visitor, handled, "taken");
  const action = pick(linksIn(shown.text, anAction));
  if (!action) return;
  const dialog = await open(who, visitor, action);
  const name = /\/(\w[\w-]*)(\?|$)/.exec(action)?.[1] ?? "an action";
  await send(who, visitor, formsOf(dialog).find(hasToken), `action ${name}`);
}

async function printLabels(visitor: Visitor): Promise<void> {
  const page = await open("labels", visitor, "/store/CLK/printlabel");
  const file = pick(linksIn(page.text, /\/printlabel\/file\?/));
  const scan = formsOf(page).find(({ fields }) => "barcode" in fields || "q" in fields);
  const found = file
    ? page
    : scan && (await open("labels", visitor, `${new URL(scan.action).pathname}?q=Boot`));
  const address = file ?? (found && pick(linksIn(found.text, /\/printlabel\/file\?/)));
  if (!address) return;
  const reply = await visitor.get(address);
  count(reply.status === 200 ? "label files" : "label files refused");
}

async function changeRule(visitor: Visitor): Promise<void> {
  const list = await open("merch", visitor, "/store/CLK/customrules");
  const at = pick(linksIn(list.text, /^\/store\/CLK\/customrules\/(?!new|price|timeline)[^/?]+(\?|$)/));
  if (!at) return;
  const rule = await open("merch", visitor, at);
  const form = formsOf(rule).find(({ fields }) => "priority" in fields);
  if (!form) return;
  form.fields.priority = String(1 + Math.floor(Math.random() * 90));
  await send("merch", visitor, form, "rules saved");
  const command = pick(linksIn(rule.text, anAction));
  if (command)
    await send(
      "merch",
      visitor,
      formsOf(await open("merch", visitor, command)).find(hasToken),
      "rules switched",
    );
}

async function lookUpVoucher(who: (typeof staff)[number], visitor: Visitor): Promise<void> {
  const page = await open(who, visitor, "/store/CLK/nswvoucher");
  const form = formsOf(page).find(({ fields }) => "code" in fields);
  if (!form) return;
  form.fields.code = "NSW-KIDS-2501";
  await send(who, visitor, form, "vouchers");
}

/** A partner's order, every few simulated hours. */
async function sendOrders(isOver: () => boolean): Promise<void> {
  for (let number = 1; !isOver(); number += 1) {
    const folder = join(data, "edi", "in");
    const text = fileOf(String(80_000 + number), [ordersMessage(`PO-WEEK-${number}`, linesFrom(1, 2, 3))]);
    await writeFile(join(folder, ".week"), text);
    await rename(join(folder, ".week"), join(folder, `week-${number}.edi`));
    count("EDI files");
    const next = Date.now() + (4 * 3_600_000) / speed;
    while (!isOver() && Date.now() < next) await pause(500);
  }
}

async function person(who: (typeof staff)[number], isOver: () => boolean): Promise<void> {
  const visitor = new Visitor(portal.url);
  while (!isOver()) {
    try {
      await workOn(who, visitor);
      if (who === "labels") await printLabels(visitor);
      if (who === "merch") await changeRule(visitor);
      if (who === "clerk" && Math.random() < 0.2) await lookUpVoucher(who, visitor);
    } catch (problem) {
      problems.push(`${who}: ${String(problem).slice(0, 300)}`);
    }
    await pause(500 + Math.random() * 1_000);
  }
}

const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries.map((entry) =>
      entry.isFile()
        ? stat(join(entry.parentPath, entry.name)).then(
            ({ size }) => size,
            () => 0,
          )
        : 0,
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const look = async () => ({
  days: (now() - start) / dayMs,
  portal: memoryOf(portal.pid),
  platform: memoryOf(platform.pid),
  records: Number(/used_memory:(\d+)/.exec(await records.info("memory"))?.[1]),
  database: await bytesIn(data),
});

const todayLive = z.object({
  shown: z.object({
    parts: z.array(
      z.object({
        title: z.string(),
        lines: z.array(
          z.object({ href: z.string(), words: z.string(), count: z.number(), orMore: z.boolean() }),
        ),
        error: z.object({ message: z.string() }).optional(),
      }),
    ),
  }),
});

/** The sums of Today's numbers, by where their lines lead; what waits for a company leads nowhere. 'Or more' has no end. */
async function countToday() {
  const admin = new Visitor(portal.url);
  await open("admin", admin, "/today");
  const live = await admin.get("/today/live?since=");
  const sums = { returns: 0, orders: 0, edi: 0, delayed: 0 };
  for (const { title, lines, error } of todayLive.parse(JSON.parse(live.text)).shown.parts) {
    if (error) problems.push(`Today: ${title} could not be read: ${error.message}`);
    for (const { href, words, count, orMore } of lines) {
      const kind = /^\/(returns|orders|edi)\b(?!\/credits)/.exec(href)?.[1];
      const key = /waits? for another company/.test(words) ? "delayed" : kind;
      if (key !== undefined && key in sums)
        sums[key as keyof typeof sums] += orMore ? Number.POSITIVE_INFINITY : count;
    }
  }
  return sums;
}

const troubled = ["failed", "hold", "manual", "stalled", "stale"];

/** Records in trouble that Today does not count, by kind. */
async function uncounted(counted: Awaited<ReturnType<typeof countToday>>, at: Date): Promise<string[]> {
  const connection = await connectPglite(join(data, "platform"));
  const { database } = connection;
  const before = new Date(at.getTime() - 600_000);
  const late = new Date(at.getTime() - overdueMs);
  const found = {
    returns: await database.$count(exos, and(inArray(exos.status, troubled), lt(exos.updatedAt, before))),
    orders: await database.$count(
      orders,
      and(inArray(orders.status, [...waitingOrderStatuses]), lt(orders.modifiedAt, before)),
    ),
    edi:
      (await database.$count(
        ediInterchanges,
        and(inArray(ediInterchanges.state, troubled), lt(ediInterchanges.createdAt, before)),
      )) +
      (await database.$count(
        ediOrders,
        and(inArray(ediOrders.state, troubled), lt(ediOrders.createdAt, before)),
      )),
    delayed:
      (await database.$count(exos, and(isNotNull(exos.stepAt), lt(exos.stepAt, late)))) +
      (await database.$count(orders, and(isNotNull(orders.stepAt), lt(orders.stepAt, late)))),
  };
  const idle = await database.$count(
    exos,
    // The seed's own stay as they are.
    and(
      inArray(exos.status, ["new", "active", "passive"]),
      isNull(exos.stepAt),
      gt(exos.updatedAt, new Date(start)),
    ),
  );
  await connection.close();
  const words = Object.entries(found).flatMap(([key, number]) => {
    const onToday = counted[key as keyof typeof counted];
    say(`${key}: ${number} in trouble, Today counts ${onToday}`);
    return number > onToday ? [`${key}: ${number} in trouble, Today counts ${onToday}`] : [];
  });
  return idle > 0 ? [...words, `${idle} returns are under way without a next step`] : words;
}

/** A line of the log that says 'error' or worse. */
const errorsIn = (output: string): string[] =>
  output.split("\n").filter((line) => /"level":(50|60)\b/.test(line) || /^\w*Error\b/.test(line));

try {
  const begun = Date.now();
  const over = begun + minutes * 60_000;
  const isOver = () => Date.now() > over;
  const figures = [await look()];
  const working = Promise.all([...staff.map((who) => person(who, isOver)), sendOrders(isOver)]);
  const everyMs = Math.min(dayMs / speed, (minutes * 60_000) / 8);
  for (let number = 1; !isOver(); number += 1) {
    const next = Math.min(over, begun + number * everyMs);
    await pause(Math.max(1_000, next - Date.now()));
    const figure = await look();
    figures.push(figure);
    say(`day ${figure.days.toFixed(2)}: ${megabytes(figure.portal)}, ${megabytes(figure.platform)}`);
  }
  await working;
  const counted = await countToday();
  const at = new Date(now());
  await portal.stop();
  await platform.stop();
  problems.push(...(await uncounted(counted, at)));
  const errors = [...errorsIn(portal.output()), ...errorsIn(platform.output())];
  problems.push(...errors.map((line) => `log: ${line.slice(0, 400)}`));
  const [half, last] = [figures[Math.floor(figures.length / 2)], figures.at(-1)];
  for (const part of ["portal", "platform"] as const)
    if (isLong && half && last && last[part] > half[part] * maxGrowth)
      problems.push(`${part}: ${megabytes(half[part])} grew to ${megabytes(last[part])}`);
  const rows = figures.map(({ days, portal, platform, records, database }) => [
    days.toFixed(2),
    ...[portal, platform, records, database].map(megabytes),
  ]);
  const heads = ["Simulated day", "Portal", "Platform", "The portal's records", "The platform's data"];
  const counts = [...done].sort(([one], [other]) => one.localeCompare(other));
  const words = counts.map(([what, number]) => `${number.toLocaleString("en-AU")} ${what}`).join(", ");
  const ended = `In ${minutes} minutes: ${words}. Errors in the logs: ${errors.length}.`;
  publish("week", `${markdownTable(heads, rows)}\n\n${ended}`, problems);
} finally {
  await portal.stop();
  await platform.stop();
  records.disconnect();
  redis.stop();
  await rm(home, { recursive: true, force: true });
}
