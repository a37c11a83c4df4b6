import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { request } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { getInterchanges } from "#contract/ediPartner.ts";
import { apiToken } from "#tests/support/apiToken.ts";
import { longOrderFile } from "#tests/support/ediFiles.ts";
import { namesRunTogether } from "#tests/support/html.ts";
import { freePort } from "#tests/support/processes.ts";
import { costOf, type ScreenCost } from "#tests/support/screenCost.ts";
import { hrefsIn, isOf, screenPaths } from "#tests/support/screenPaths.ts";
import { type PlatformStack, startPlatformStack } from "#tests/support/stack.ts";
import { type Reply, Visitor } from "#tests/support/visitor.ts";
import { addressOf, behindWrites, type LongRecord, type ScreenRow, screenRows } from "./screens.ts";

/**
 * What no screen costs more than: KB of HTML (gzip), KB of scripts and style (brotli), requests including the page,
 * elements, and API calls apart from those cached for a session.
 */
const ceilings = { html: 25, code: 213, requests: 55, elements: 2_000, calls: 6 } as const;

const figures = ["html", "code", "requests", "elements", "calls"] as const;

const nameOf = ({ screen, what }: ScreenRow): string => what ?? screen;

/** Screens that look in many places, and their calls. */
const manyCalls: Readonly<Record<string, number>> = {
  "/products/refused": 17,
  "a search that leads to its one hit": 21,
};

const callsOf = (row: ScreenRow): number => manyCalls[nameOf(row)] ?? ceilings.calls;

let stack: PlatformStack;
let admin: Visitor;
let metricsUrl: string;
let measured: { row: ScreenRow; cost: ScreenCost; title: string; runTogether: string[]; invalid: string[] }[];

/** The HTML standard's requirements only. */
const validator = new HtmlValidate(new StaticConfigLoader({ extends: ["html-validate:standard"] }));

/** Invalid HTML in a page: rule, reason and position. */
const invalidIn = (html: string): string[] =>
  validator
    .validateStringSync(html)
    .results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
    );

beforeAll(async () => {
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  stack = await startPlatformStack({ METRICS_PORT: String(port) });
  admin = await stack.signedIn("admin");
  // Ending a session needs another one.
  await stack.signedIn("admin");
  await stack.signedIn("clerk");
  measured = await measureAll();
});
afterAll(() => stack?.stop());

/** API calls so far. Stores and extensions are cached per session, whichever page reads them first. */
async function callsSoFar(): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return [...text.matchAll(/^portal_upstream_calls_total\{call="(\w+)".*\} (\d+)$/gm)].reduce(
    (sum, [, call = "", times]) => (/Stores$|Extensions$/.test(call) ? sum : sum + Number(times)),
    0,
  );
}

/** Opens a screen. Background calls of other screens may come in between: the minimum of three loads counts. */
async function look(address: string, maxCalls: number): Promise<{ reply: Reply; calls: number }> {
  // The login page redirects signed-in people.
  const visitor = address === "/login" ? new Visitor(stack.portal.url) : admin;
  let calls = Number.POSITIVE_INFINITY;
  for (let times = 0; ; times += 1) {
    const before = await callsSoFar();
    const reply = await visitor.follow(await visitor.get(address));
    calls = Math.min(calls, (await callsSoFar()) - before);
    if (calls <= maxCalls || times === 2) return { reply, calls };
  }
}

const listed = z.object({ items: z.array(z.object({ id: z.string() })) });

async function longRecords(): Promise<Record<LongRecord, string>> {
  const odd = await admin.get("/returns/?order=ODD-2000HISTORY-");
  const history = hrefsIn(odd).find((url) => isOf("/returns/:exoId", url))?.pathname ?? "";
  const token = await apiToken(stack.platformUrl, stack.portal.url, "admin@utopia.example");
  const { statusCode, body } = await request(`${stack.platformUrl}${getInterchanges.path}?name=long.edi`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/edifact" },
    body: longOrderFile(23_000),
  });
  const answer: unknown = await body.json();
  if (statusCode !== 201) throw new Error(`The long file was answered ${statusCode}`);
  const id = listed.parse(answer).items[0]?.id ?? "";
  return { history, interchange: `/edi/myer/interchanges/${encodeURIComponent(id)}` };
}

async function measureAll() {
  const pages = new Map<string, Reply>();
  let long: Record<LongRecord, string> | undefined;
  const placeOf = async (row: ScreenRow): Promise<string | undefined> => {
    if (!("long" in row)) return addressOf(row, pages);
    // Once all other screens have been opened without it.
    long ??= await longRecords();
    return long[row.long] + row.view;
  };
  const all: typeof measured = [];
  // Reads of a process's first page belong to no screen.
  await admin.get("/");
  for (const row of screenRows) {
    const address = await placeOf(row);
    if (address === undefined) throw new Error(`Nothing leads to ${row.screen}`);
    const { reply, calls } = await look(address, callsOf(row));
    if (row.what === undefined) pages.set(row.screen, reply);
    if (reply.status !== 200 && row.screen !== "/*") throw new Error(`${address} answered ${reply.status}`);
    all.push({
      row,
      cost: { ...costOf(reply.text), calls },
      title: /<title>([^<]*)/.exec(reply.text)?.[1] ?? "",
      runTogether: namesRunTogether(reply.text),
      invalid: invalidIn(reply.text),
    });
  }
  return all;
}

test("every screen of the product has a row", () => {
  const rows = new Set([...screenRows.map(({ screen }) => screen), ...Object.keys(behindWrites)]);
  expect(screenPaths.filter((path) => !rows.has(path))).toEqual([]);
  expect([...rows].filter((path) => !screenPaths.includes(path))).toEqual([]);
});

test("no screen costs more than a screen may", () => {
  const beyond = measured.flatMap(({ row, cost: { html, code, requests, elements, calls } }) => {
    const costs = { html: html / 1024, code: code / 1024, requests, elements, calls };
    const most = { ...ceilings, calls: callsOf(row) };
    return figures.flatMap((figure) =>
      costs[figure] > most[figure] ? [`${nameOf(row)}: ${figure} ${costs[figure]}, of ${most[figure]}`] : [],
    );
  });
  expect(beyond).toEqual([]);
});

test("no screen has words that a screen reader hears as one", () => {
  expect(new Set(measured.flatMap(({ runTogether }) => runTogether))).toEqual(new Set());
});

test("a screen has a title of its own, not that of the screen around it", () => {
  const titles = new Map(measured.map(({ row, title }) => [row.screen, title]));
  const above = (screen: string) => measured.filter(({ row }) => screen.startsWith(`${row.screen}/`));
  const same = measured.filter(
    ({ row, title }) => title === "" || above(row.screen).some((one) => titles.get(one.row.screen) === title),
  );
  expect(same.map(({ row, title }) => `${row.screen} ${title}`)).toEqual([]);
});

test("every screen is valid HTML", () => {
  expect(measured.flatMap(({ row, invalid }) => invalid.map((what) => `${row.screen} ${what}`))).toEqual([]);
});
