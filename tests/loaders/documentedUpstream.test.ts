import { afterAll, beforeAll, expect, test } from "vitest";
import { ruleMatchSearch } from "#app/domains/rules/paths.ts";
import { wordsOf } from "#tests/support/html.ts";
import { builtRoutes } from "#tests/support/routes.ts";
import { exoId } from "#tests/support/seeded.ts";
import { forgetExports } from "#tests/support/session.ts";
import { type Stack, startStack } from "#tests/support/stack.ts";
import {
  awkward,
  beyondDocumented,
  documentedApi,
  type Envelope,
} from "#tests/support/upstream/documented.ts";
import { attributeOf, type Form, formIn, type Reply, type Visitor } from "#tests/support/visitor.ts";

let envelope: Envelope = "bare";
/** The service's response to unknown calls: many gateways demand a sign-in. */
let unknownStatus = 401;
let stack: Stack;
let admin: Visitor;
beforeAll(async () => {
  stack = await startStack(
    {},
    documentedApi(
      () => envelope,
      () => unknownStatus,
    ),
  );
  admin = await stack.signedIn("admin");
  await stack.signedIn("nameless");
  // Ending a session is offered for another one of one's own, or somebody else's.
  await stack.signedIn("admin");
  await stack.signedIn("clerk");
});
afterAll(() => stack.stop());

/** Pages that need an undocumented call: not linked, and not found. */
const ofExtensions = [
  "/edi/myer/gap",
  "/edi/myer/partners",
  "/edi/myer/check-file",
  "/edi/myer/check-file/:fileId",
];

const everyCode = encodeURIComponent(awkward(exoId(1)));
const rule = encodeURIComponent(awkward("SDY-RULE-001"));
/** URLs with few or no links: those of scripts, and the way from an order to its thread. */
const startedAt = [
  "/edi/myer/threads/MYR140100056",
  ...["/returns/live", "/orders/live", "/edi/myer/interchanges/live", "/edi/myer/orders/live"],
  ...["/edi/myer/interchanges", "/edi/myer/orders", "/orders", "/returns", "/audit"].map(
    (list) => `${list}/export.json`,
  ),
  ...["orders", "returns", "products", "shipments"].map((list) => `/store/SDY/${list}/export.json`),
  ...[`/returns/credits/${everyCode}/given`, `/returns/credits/${everyCode}/not-given`],
  // Some that can still be acted on.
  ...(
    [
      ["/returns/", 115, "retry"],
      ["/store/SDY/returns/", 115, "retry"],
      ["/returns/credits/", 148, "hold"],
    ] as const
  ).flatMap(([list, position, action]) => {
    const opened = `${list}${encodeURIComponent(awkward(exoId(position)))}`;
    return [opened, `${opened}/actions/${action}`, `${opened}/panel/actions/${action}`];
  }),
  ...["/find/suggestions?q=102", "/bulk", "/bulk/returns", `/notes/return/${everyCode}`],
  ...[`/store/SDY/customrules/${rule}/toggle`, `/store/SDY/customrules/${rule}/restore`],
  `/store/SDY/customrules/matches${ruleMatchSearch.write({ groups: "[]" })}`,
  "/store/SDY/customrules/values?attribute=brand",
  ...["/products/refused/export.json", "/returns/credits/export.json"],
];

const hrefsIn = ({ text, url }: Reply): URL[] =>
  [...text.matchAll(/\shref="([^"#]+)(?:#[^"]*)?"/g)].map(
    ([, href = ""]) => new URL(href.replaceAll("&amp;", "&").replaceAll("&#x27;", "'"), url),
  );

/** Pages that differ only in page number, order or filter count as the same. */
const pageKey = ({ pathname, searchParams }: URL) => `${pathname} ${searchParams.get("tab") ?? ""}`;

function fault({ status, text }: Reply): string | undefined {
  const words = wordsOf(text);
  const odd = /An error occurred|could not be read|Unexpected|\bundefined\b|\[object Object\]|\bNaN\b/.exec(
    words,
  );
  if (status !== 200) return `${status}: ${words.slice(0, 200)}`;
  return odd ? words.slice(Math.max(0, odd.index - 100), odd.index + 200) : undefined;
}

async function ask(path: string): Promise<Reply> {
  // More than a person may export in a minute (errors#rates).
  if (path.includes("/export.")) await forgetExports(stack.portal, admin);
  return admin.follow(await admin.get(path));
}

/** A spreadsheet has the rows of its neighbour in JSON, and takes as long as fifty pages. */
const isLeftOut = (path: string, maxOfKind: number) => maxOfKind === 1 && path.endsWith("/export.xlsx");

/** Every page reachable by links from the stores, at most so many of one kind; the errors of each. */
async function walk(maxOfKind: number) {
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
  const waiting = ["/", ...startedAt].map((path) => new URL(path, stack.portal.url));
  for (let url = waiting.shift(); url; url = waiting.shift()) {
    const pattern = patternOf(url);
    const kind = `${pattern} ${url.searchParams.get("tab") ?? ""}`;
    const isOurs = url.origin === stack.portal.url && !/^\/(assets|auth|login|fonts)/.test(url.pathname);
    if (
      !isOurs ||
      pattern === undefined ||
      seen.has(pageKey(url)) ||
      (visits.get(kind) ?? 0) >= (url.pathname.includes("/export.") ? 1 : maxOfKind) ||
      isLeftOut(url.pathname, maxOfKind)
    )
      continue;
    seen.add(pageKey(url));
    visits.set(kind, (visits.get(kind) ?? 0) + 1);
    const reply = await ask(url.pathname + url.search);
    const wrong = fault(reply);
    if (wrong !== undefined) faults[url.pathname + url.search] = wrong;
    waiting.push(...hrefsIn(reply));
  }
  return { faults, patterns: [...visits.keys()].map((kind) => kind.split(" ")[0] ?? "") };
}

/** Undocumented calls that were made, except for the one for extensions. */
const beyond = () => [
  ...new Set(
    stack.upstream.calls
      .filter(({ path }) => path.startsWith("/api/") && path !== "/api/extensions")
      .flatMap(beyondDocumented),
  ),
];

test.each([
  [1, " [calls#documented-only, addresses#any-id, calls#loose-values]"],
  [3, ""],
])(
  "every page reads against an upstream that has only the documented calls, bare lists and awkward ids: %i of a kind%s",
  async (maxOfKind) => {
    envelope = "bare";
    const { faults, patterns } = await walk(maxOfKind);
    expect(faults).toEqual({});
    expect(beyond()).toEqual([]);
    // Nobody has a saved view, and no station a key, since both are writes.
    const notPages =
      /^\/(auth|login|service-worker|avatar|print\/|bulk\/(runs|outcomes)\/|\*|$)|\/live$|printlabel\/|\/text$|^\/views\/:|^\/people\/stations\//;
    const pages = builtRoutes().filter(
      ({ path, hasLoader }) => hasLoader && !notPages.test(path) && !isLeftOut(path, maxOfKind),
    );
    expect(pages.map(({ path }) => path).filter((path) => !patterns.includes(path))).toEqual(ofExtensions);
  },
);

test.each(ofExtensions)("%s is not there, as nothing announces it", async (path) => {
  const reply = await admin.get(path.replace(/:\w+/, "p-1"));
  expect(reply.status).toBe(404);
});

const lists = [
  ["/", "Clarks"],
  ["/store/MÖB", "Möbel & Söhne #1"],
  ["/products", "10200001"],
  ["/store/CLK/products", "é/7 #b+c&d %?x 10200001_TAN"],
  ["/orders", "SDY10061"],
  ["/returns/", "EXO-000150"],
  ["/store/CLK/customrules", "Summer sale"],
  ["/store/CLK/shipments", "10200012_NVY"],
  ["/edi/myer/interchanges", "000000040"],
  ["/edi/myer/orders", "4540100057"],
  ["/store/MYR/interchanges", "000000040"],
  ["/store/MYR/ediorders", "MYR140100056"],
] as const;

test.each([
  ["items", 404, " [calls#envelopes]"],
  ["summaries", 403, ""],
  ["results", 404, ""],
] as const)("lists in '%s' are read, and anything else is answered %i%s", async (form, status, _proves) => {
  [envelope, unknownStatus] = [form, status];
  const visitor = await stack.signedIn("admin");
  for (const [path, holds] of lists) {
    const words = wordsOf((await visitor.follow(await visitor.get(path))).text);
    expect(words, path).toContain(holds);
    expect(words, path).not.toMatch(/An error occurred|could not be read/);
  }
});

test.each([
  ["/orders/", "?sort=highest&older=3", "/api/getorders"],
  ["/store/CLK/orders", "?first=2020-01-01&last=2020-01-02", "/api/getorders"],
  ["/returns/", "?sort=untouched&first=2020-01-01", "/api/bc-order/v1/exos"],
])(
  "%s is as it comes where its address asks for days or an order, and says so",
  async (list, requested, call) => {
    envelope = "items";
    const plain = await admin.follow(await admin.get(list));
    stack.upstream.calls.length = 0;
    // A minute may end between the two.
    const timeless = ({ text }: Reply) => wordsOf(text.replace(/<time\b.*?<\/time>/gs, ""));
    const words = timeless(await admin.follow(await admin.get(list + requested)));
    const inVain = "This list cannot be sorted or narrowed by date: it is shown in its default order.";
    expect(words).toContain(inVain);
    expect(words).toContain("This list cannot be sorted or narrowed by date.");
    expect(words.replace(inVain, "").replace(/\s+/g, "")).toBe(timeless(plain).replace(/\s+/g, ""));
    const [sent] = stack.upstream.calls.filter(({ path }) => path === call);
    expect(`${sent?.query}`).not.toMatch(/created|sort/);
  },
);

const bulkFormIn = (page: Reply): Form =>
  formIn(page, ({ method, action }) => method === "POST" && action.includes("/bulk/"));

/** The values of the rows' checkboxes. */
const idsIn = (html: string): string[] =>
  [...html.matchAll(/<input\b[^>]*type="checkbox"[^>]*>/g)].flatMap(([box]) =>
    attributeOf(box, "name") === "id" ? [attributeOf(box, "value") ?? ""] : [],
  );

/** The bulk bar's request for its first two rows. */
async function chooseOn(list: string, label: string) {
  const page = await admin.follow(await admin.get(list));
  const bar = formIn(page, 'aria-label="Several at once"');
  const button = [...bar.html.matchAll(/(<button\b[^>]*>)(?:<[^>]*>)*([^<]*)/g)].find(
    ([, , text]) => text === label,
  );
  if (!button?.[1]) throw new Error(`${list} offers no '${label}': ${bar.html}`);
  const fields = new URLSearchParams({ ...bar.fields, action: attributeOf(button[1], "value") ?? "" });
  const ids = [...new Set(idsIn(page.text))].slice(0, 2);
  for (const id of ids) fields.append("id", id);
  return { bar, fields, ids };
}

test.each([
  { list: "/orders/", label: "Retry", reads: "/api/getorders", sends: "/api/ActionEvent" },
  {
    list: "/store/CLK/products",
    label: "Retry",
    reads: "/api/getmetaproducts",
    sends: "/api/ActionEvent",
  },
  {
    list: "/store/CLK/customrules",
    label: "Delete rule",
    reads: "/api/customRules",
    sends: "/api/customRules",
  },
  { list: "/edi/myer/interchanges", label: "Process", sends: "/api/bc-myer/v1/actions/interchange/run" },
  { list: "/edi/myer/orders", label: "Process", sends: "/api/bc-myer/v1/actions/order/run" },
])(
  "several of $list at once, from the list over the review to the results",
  async ({ list, label, reads, sends }) => {
    envelope = "items";
    const { bar, fields, ids } = await chooseOn(list, label);
    expect(ids.length).toBeGreaterThan(0);
    stack.upstream.calls.length = 0;
    const chosen =
      bar.method === "POST"
        ? await admin.post(bar.action, fields)
        : await admin.get(`${bar.action}?${fields}`);
    const review = await admin.follow(chosen);
    expect(wordsOf(review.text)).toContain(`Review: ${label}`);
    // Records without a detail call are read by one call of the list.
    if (reads) expect(stack.upstream.calls.filter(({ path }) => path === reads)).toHaveLength(1);
    const begin = bulkFormIn(review);
    expect(idsIn(begin.html)).toEqual(ids);
    expect(stack.upstream.calls.filter(({ method }) => method === "POST")).toEqual([]);
    const ticked = new URLSearchParams({ token: begin.fields.token ?? "" });
    for (const id of ids) ticked.append("id", id);
    const run = await admin.follow(await admin.post(begin.action, ticked));
    const done = await admin.follow(await admin.post(run.url, { ...bulkFormIn(run).fields, intent: "go" }));
    expect(wordsOf(done.text)).toContain(`Finished: ${ids.length} submitted.`);
    const sent = stack.upstream.calls.filter(({ method }) => method === "POST");
    expect(sent.map(({ path }) => path)).toEqual(ids.map(() => sends));
    expect(new Set(sent.map(({ headers }) => headers["idempotency-key"])).size).toBe(ids.length);
  },
);

test.each(["/orders/", "/store/CLK/products", "/returns/", "/edi/myer/interchanges", "/edi/myer/orders"])(
  "a question over %s names its own address and the record in it, whatever signs an id has [actions#own-address, edi#process]",
  async (list) => {
    envelope = "items";
    const clerk = await stack.signedIn("clerk");
    const opened = hrefsIn(await clerk.follow(await clerk.get(list))).find(({ pathname }) =>
      pathname.includes("/actions/"),
    );
    const page = await clerk.get(`${opened?.pathname}${opened?.search}`);
    const form = formIn(page, ({ html }) => />(Yes|Confirm|Submit again)</.test(html));
    expect(form.action).toBe(page.url);
    // Nothing offers or describes it.
    if (list.startsWith("/edi"))
      expect(wordsOf(page.text)).toMatch(/Run any available or outstanding processes for the (\w+)\./);
    stack.upstream.calls.length = 0;
    const done = await clerk.follow(await clerk.post(form.action, form.fields));
    expect(wordsOf(done.text)).toMatch(/Submitted: /);
    const [sent] = stack.upstream.calls.filter(({ method }) => method === "POST");
    expect(
      [decodeURIComponent(sent?.path ?? ""), ...(sent?.query.values() ?? []), sent?.body].join(),
    ).toContain(awkward(""));
  },
);

test("a choice of a list without pages is its person's own, and as long as it is", async () => {
  const { bar, fields } = await chooseOn("/store/SWH/customrules", "Delete rule");
  for (let number = 1; number < 500; number += 1)
    fields.append("id", `no-such-rule-${"x".repeat(100)}-${number}`);
  const choice = (await admin.post(bar.action, fields)).location ?? "";
  expect(choice.length).toBeLessThan(300);
  const words = wordsOf((await admin.get(choice)).text);
  expect(words).toMatch(/\b\d rules? will/);
  expect(words).toMatch(/\b49\d rules can't/);
  const other = await stack.signedIn("clerk");
  expect(wordsOf((await other.get(choice)).text)).toContain("Nothing was chosen");
});
