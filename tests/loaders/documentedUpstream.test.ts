import { afterAll, beforeAll, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { type Own, startOwn } from "#tests/support/own.ts";
import { builtRoutes } from "#tests/support/routes.ts";
import { awkward, documentedApi, type Envelope } from "#tests/support/upstream/documented.ts";
import type { Reply, Visitor } from "#tests/support/visitor.ts";

let envelope: Envelope = "bare";
let own: Own;
let admin: Visitor;
beforeAll(async () => {
  own = await startOwn(
    {},
    documentedApi(() => envelope),
  );
  admin = await own.signedIn("admin");
  // Ending a session is offered where there is one to end: another of one's own, and somebody else's.
  await own.signedIn("admin");
  await own.signedIn("clerk");
});
afterAll(() => own.stop());

/** Pages that need a call beyond the documented ones: no link leads there, and they are not there. */
const ofExtensions = [
  "/edi/myer/gap",
  "/edi/myer/partners",
  "/edi/myer/partners/new",
  "/edi/myer/partners/:partnerId",
  "/edi/myer/check-file",
  "/edi/myer/check-file/:fileId",
];

/** Addresses that few or no pages link to: what scripts ask for, and the way from an order to its thread. */
const startedAt = [
  "/edi/myer/threads/MYR77",
  "/returns/live",
  `/returns/credits/${encodeURIComponent(awkward("exo-codes"))}/given`,
  `/returns/credits/${encodeURIComponent(awkward("exo-codes"))}/not-given`,
  "/edi/myer/interchanges/live",
  "/edi/myer/orders/live",
  "/edi/myer/interchanges/export.json",
  "/edi/myer/orders/export.json",
  "/orders/export.json",
  "/returns/export.json",
  "/audit/export.json",
  "/find/suggestions?q=STY1",
  "/bulk",
  "/bulk/returns",
  "/store/SDY/orders/export.json",
  "/store/SDY/returns/export.json",
  "/store/SDY/products/export.json",
  "/store/SDY/shipments/export.json",
  `/store/SDY/customrules/${encodeURIComponent(awkward("r-1"))}/toggle`,
];

const hrefsIn = ({ text, url }: Reply): URL[] =>
  [...text.matchAll(/\shref="([^"#]+)(?:#[^"]*)?"/g)].map(
    ([, href = ""]) => new URL(href.replaceAll("&amp;", "&").replaceAll("&#x27;", "'"), url),
  );

/** What differs only in a page's number, order or filter is the same page. */
const pageKey = ({ pathname, searchParams }: URL) => `${pathname} ${searchParams.get("tab") ?? ""}`;

function fault({ status, text }: Reply): string | undefined {
  const words = wordsOf(text);
  const odd = /An error occurred|could not be read|Unexpected|\bundefined\b|\[object Object\]|\bNaN\b/.exec(
    words,
  );
  if (status !== 200) return `${status}: ${words.slice(0, 200)}`;
  return odd ? words.slice(Math.max(0, odd.index - 100), odd.index + 200) : undefined;
}

/** Everything that links lead to from the stores on, at most so many pages of one kind; what is wrong with each. */
async function walk({ ofAKind }: { ofAKind: number }) {
  const patterns = builtRoutes().map(({ path }) => ({
    path,
    matches: new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/:\w+/g, "[^/]+")}/?$`),
  }));
  const patternOf = ({ pathname }: URL) =>
    patterns
      .filter(({ path, matches }) => path !== "/*" && matches.test(pathname))
      .sort((one, other) => one.path.split(":").length - other.path.split(":").length)[0]?.path;
  const visits = new Map<string, number>();
  const seen = new Set<string>();
  const faults: Record<string, string> = {};
  const waiting = ["/", ...startedAt].map((path) => new URL(path, own.portal.url));
  for (let url = waiting.shift(); url; url = waiting.shift()) {
    const pattern = patternOf(url);
    const kind = `${pattern} ${url.searchParams.get("tab") ?? ""}`;
    const isOurs = url.origin === own.portal.url && !/^\/(assets|auth|login|fonts)/.test(url.pathname);
    if (!isOurs || pattern === undefined || seen.has(pageKey(url)) || (visits.get(kind) ?? 0) >= ofAKind)
      continue;
    seen.add(pageKey(url));
    visits.set(kind, (visits.get(kind) ?? 0) + 1);
    const reply = await admin.follow(await admin.get(url.pathname + url.search));
    const wrong = fault(reply);
    if (wrong !== undefined) faults[url.pathname + url.search] = wrong;
    waiting.push(...hrefsIn(reply));
  }
  return { faults, patterns: [...visits.keys()].map((kind) => kind.split(" ")[0] ?? "") };
}

test("every page reads against an upstream that has only the documented calls, bare lists and awkward ids", async () => {
  envelope = "bare";
  const { faults, patterns } = await walk({ ofAKind: 3 });
  expect(faults).toEqual({});
  const notPages =
    /^\/(auth|login|gallery|service-worker|avatar|print\/|bulk\/runs\/|\*|$)|\/live$|printlabel\/|\/text$/;
  const pages = builtRoutes().filter(({ path, hasLoader }) => hasLoader && !notPages.test(path));
  expect(pages.map(({ path }) => path).filter((path) => !patterns.includes(path))).toEqual(ofExtensions);
}, 240_000);

test.each(ofExtensions)("%s is not there, as nothing announces it", async (path) => {
  const reply = await admin.get(path.replace(/:\w+/, "p-1"));
  expect(reply.status).toBe(404);
});

test("and so it does where lists come in 'data' with pages in snake_case", async () => {
  envelope = "data";
  // The records are those of the walk before, and only what is around them is another.
  expect((await walk({ ofAKind: 1 })).faults).toEqual({});
}, 240_000);

const lists = [
  ["/", "Clarks"],
  ["/store/MÖB", "Möbel & Söhne #1"],
  ["/products", "é/7 #b+c&d %?x STY1"],
  ["/store/CLK/products", "é/7 #b+c&d %?x CLK-0001"],
  ["/orders", "é/7 #b+c&d %?x SDY-1"],
  ["/returns/", "EXO-00001"],
  ["/store/CLK/customrules", "Ten per cent off"],
  ["/store/CLK/shipments", "D1"],
  ["/edi/myer/interchanges", "7001"],
  ["/edi/myer/orders", "MYR77"],
  ["/store/MYR/interchanges", "7001"],
  ["/store/MYR/ediorders", "MYR77"],
] as const;

test.each(["items", "summaries", "results"] as const)("lists in '%s' are read", async (form) => {
  envelope = form;
  const visitor = await own.signedIn("admin");
  for (const [path, holds] of lists) {
    const words = wordsOf((await visitor.follow(await visitor.get(path))).text);
    expect(words, path).toContain(holds);
    expect(words, path).not.toMatch(/An error occurred|could not be read/);
  }
});
