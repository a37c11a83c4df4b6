import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { ediInterchange, ediOrder } from "#contract/edi.ts";
import { listOf, pagedListOf, type WireRow } from "#contract/envelopes.ts";
import { exoSummary, getExo } from "#contract/exos.ts";
import { metaProduct } from "#contract/metaproducts.ts";
import { type OrderRecord, orderRecord } from "#contract/orders.ts";
import { apiToken } from "#tests/support/apiToken.ts";
import { linksOf, wordsOf } from "#tests/support/html.ts";
import { type PlatformStack, type Stack, startPlatformStack, startStack } from "#tests/support/stack.ts";
import { documentedApi } from "#tests/support/upstream/documented.ts";
import { jsonAnswer } from "#tests/support/upstream/faults.ts";
import { Visitor } from "#tests/support/visitor.ts";

let platformStack: PlatformStack;
let admin: Visitor;
let clerk: Visitor;
let labels: Visitor;
/** A return that offers an action. */
let acted: { action: string; typed: string; leadsTo: string };
/** Inputs as people type them, by what they are, with where each leads. */
let wanted: Map<string, { typed: string; leadsTo: string }>;

const readable = <Row>(rows: readonly WireRow<Row>[]): Row[] =>
  rows.flatMap((row) => (row.readable ? [row.row] : []));

const first = <Row>(rows: readonly Row[], fits: (row: Row) => unknown, what: string): Row => {
  const found = rows.find((row) => fits(row));
  if (found === undefined) throw new Error(`The seed has no ${what}`);
  return found;
};

beforeAll(async () => {
  platformStack = await startPlatformStack();
  admin = await platformStack.signedIn("admin");
  clerk = await platformStack.signedIn("clerk");
  labels = await platformStack.signedIn("labels");
  const token = await apiToken(platformStack.platformUrl, platformStack.portal.url, "admin@utopia.example");
  const api = new Visitor(platformStack.platformUrl);
  const read = async <Answer>(path: string, answer: z.ZodType<Answer>): Promise<Answer> =>
    answer.parse(JSON.parse((await api.get(path, { authorization: `Bearer ${token}` })).text));
  const orders = readable(await read("/api/getorders?storegroup=&page=1&pagesize=1000", listOf(orderRecord)));
  const exos = readable((await read("/api/bc-order/v1/exos?page=1", pagedListOf(exoSummary))).rows);
  const products = readable(
    await read("/api/getmetaproducts?storegroup=Superdry&page=1&pagesize=20", listOf(metaProduct)),
  );
  const ediOrders = readable(
    (await read("/api/bc-myer/v1/documents/orders?page=1", pagedListOf(ediOrder))).rows,
  );
  const interchanges = readable(
    (await read("/api/bc-myer/v1/documents/interchanges?page=1", pagedListOf(ediInterchange))).rows,
  );
  const rules = readable(
    await read(
      "/api/customRules?storegroup=Superdry",
      listOf(z.looseObject({ id: z.string(), name: z.string() })),
    ),
  );
  const once = (values: (string | null | undefined)[]) => (value: string | null | undefined) =>
    Boolean(value) && values.filter((one) => one?.toLowerCase() === value?.toLowerCase()).length === 1;
  const phones = once(orders.map(({ order }) => order?.customer?.phone));
  const people = once(orders.map(({ order }) => order?.customer?.email));
  const orderOf = (type: string, fits: (order: NonNullable<OrderRecord["order"]>) => unknown = () => true) =>
    first(
      orders,
      ({ order }) =>
        order?.sourceType === type && order.sourceId && !order.sourceId.startsWith("ODD") && fits(order),
      `order of ${type}`,
    );
  const shopify = orderOf("shopify");
  const plain = orderOf("bigcommerce", ({ externalSourceID }) => externalSourceID);
  const shipped = orderOf("shopify", ({ shipments }) => shipments?.length === 1);
  const reached = orderOf(
    "bigcommerce",
    ({ customer }) =>
      phones(customer?.phone) && people(customer?.email) && /^0491/.test(customer?.phone ?? ""),
  );
  const offering = first(
    exos,
    ({ actions }) => actions?.some(({ name }) => name === "Retry"),
    "return to retry",
  );
  acted = { action: "retry", typed: offering.name ?? "", leadsTo: `/returns/${offering.id}` };
  const exo = first(exos, ({ ra_number }) => ra_number?.startsWith("RA"), "return with an RA#");
  const { item } = await read(`/api/bc-order/v1/exos/${exo.id}`, getExo.answer);
  const parcel = item.references?.flatMap(({ meta }) => meta?.consignment_id ?? [])[0];
  const product = first(products, ({ variants }) => variants?.length, "product with variants");
  const variant = product.variants?.[0];
  const barcode = first(
    Object.values(variant?.attributes ?? {}).map(String),
    (value) => /^\d{13}$/.test(value),
    "barcode",
  );
  const edi = first(ediOrders, ({ document_identifier }) => document_identifier, "EDI order");
  const references = once(interchanges.map(({ control_reference }) => control_reference));
  const interchange = first(
    interchanges,
    ({ control_reference }) => references(control_reference),
    "interchange",
  );
  const rule = first(rules, ({ name }) => once(rules.map((one) => one.name))(name), "rule");
  const orderAt = ({ id }: { id: string }) => `/orders/${id}`;
  const exoAt = `/returns/${exo.id}`;
  const productAt = `/store/SDY/products/${product.id}`;
  const digits = (exo.name ?? "").replace(/\D/g, "");
  const sourceId = shopify.order?.sourceId ?? "";
  const phone = (reached.order?.customer?.phone ?? "").replace(/\D/g, "");
  const conNote = shipped.order?.shipments?.[0]?.conNote ?? "";
  wanted = new Map(
    Object.entries({
      "an order number": [plain.order?.sourceId, orderAt(plain)],
      "an order number with its sign": [`#${sourceId}`, orderAt(shopify)],
      "in lower case with blanks": [` # ${sourceId.toLowerCase().replace(/(\d)/, " $1")} `, orderAt(shopify)],
      "with its word": [`order no. ${sourceId}`, orderAt(shopify)],
      "an external order number": [shopify.order?.externalSourceID, orderAt(shopify)],
      "an order's id": [shopify.id.toUpperCase(), orderAt(shopify)],
      "a con note": [conNote, orderAt(shipped)],
      "a con note in parts": [`con note ${conNote.slice(0, 3)} ${conNote.slice(3)}`, orderAt(shipped)],
      "a phone number": [reached.order?.customer?.phone, orderAt(reached)],
      "a phone number from abroad": [`+61 ${phone.slice(1)}`, orderAt(reached)],
      "an email address": [`EMAIL: ${reached.order?.customer?.email?.toUpperCase()}`, orderAt(reached)],
      "an EXO": [exo.name, exoAt],
      "an EXO, shortly": [`exo ${Number(digits)}`, exoAt],
      "an EXO's id": [exo.id, exoAt],
      "an RA#": [exo.ra_number, exoAt],
      "a return's parcel": [parcel, exoAt],
      "an RA# with its sign": [`ra# ${exo.ra_number?.slice(2)}`, exoAt],
      "a SKU": [variant?.productSku?.toLowerCase(), productAt],
      "a group": [product.groupId, productAt],
      "a barcode": [barcode, productAt],
      "a barcode in parts": [barcode.replace(/^(.)(.{6})/, "$1 $2 "), productAt],
      "a purchase order": [`PO ${edi.document_identifier}`, `/edi/myer/orders/${edi.id}`],
      "an EDI order's id": [edi.id, `/edi/myer/orders/${edi.id}`],
      "an interchange": [
        `interchange ${interchange.control_reference}`,
        `/edi/myer/interchanges/${interchange.id}`,
      ],
      "an interchange's id": [interchange.id, `/edi/myer/interchanges/${interchange.id}`],
      "a rule": [`rule ${rule.name.toLowerCase()}`, `/store/SDY/customrules/${rule.id}`],
      "a rule's id": [rule.id, `/store/SDY/customrules/${rule.id}`],
      "a store": ["super dry", "/store/SDY"],
      "a store's alias": ["sdy", "/store/SDY"],
      "a store's page": ["returns sdy", "/store/SDY/returns"],
      "a store's page by its words": ["superdry print label", "/store/SDY/printlabel"],
      "a page of all stores": ["product master", "/products/"],
      "what needs one": ["today", "/today"],
      "whom money is owed": ["credits owed", "/returns/credits"],
      "what one has begun": ["your runs", "/bulk"],
      "a page of the account": ["audit", "/audit"],
    }).map(([what, [typed = "", leadsTo = ""]]) => [what, { typed: typed ?? "", leadsTo: leadsTo ?? "" }]),
  );
}, 240_000);
afterAll(() => platformStack?.stop());

const findAs = (who: Visitor, typed: string, more = "") =>
  who.get(`/find?q=${encodeURIComponent(typed)}${more}`);
const pathOf = (location: string | undefined) => {
  const { pathname } = new URL(location ?? "", platformStack.portal.url);
  return decodeURIComponent(pathname).replace(/(?<=\/store\/[^/]+)\/$/, "");
};

describe("one line and Enter", () => {
  test("lead to the right record, whatever is typed [find#opens]", async () => {
    const led: Record<string, string> = {};
    for (const [what, { typed }] of wanted) {
      expect(typed.trim(), what).not.toBe("");
      const reply = await findAs(admin, typed);
      led[what] = reply.location ? pathOf(reply.location) : wordsOf(reply.text).slice(0, 600);
    }
    expect(led).toEqual(Object.fromEntries([...wanted].map(([what, { leadsTo }]) => [what, leadsTo])));
    expect(wanted.size).toBeGreaterThanOrEqual(30);
  });

  test("lead there as well where the roles don't open everything that it could be", async () => {
    const { typed, leadsTo } = wanted.get("a return's parcel") ?? { typed: "", leadsTo: "" };
    const found = await findAs(clerk, typed, "&all=1");
    expect(wordsOf(found.text)).toContain("Your roles do not open Label products and Shipments.");
    const reply = await findAs(clerk, typed);
    expect(pathOf(reply.location)).toBe(leadsTo);
  });

  test("stay on the page where that is asked for, and what is meant stands first [find#page]", async () => {
    const { typed, leadsTo } = wanted.get("an EXO") ?? { typed: "", leadsTo: "" };
    const reply = await findAs(admin, typed, "&all=1");
    expect(reply.status).toBe(200);
    const [firstHit] = linksOf(reply.text.slice(reply.text.indexOf("find-hits")));
    expect(firstHit).toEqual([leadsTo, expect.stringContaining(typed)]);
  });

  test("an action leads to its question where the record offers it, and else to the record, which says so [find#actions]", async () => {
    const { typed, leadsTo, action } = acted;
    const reply = await findAs(clerk, `${action} ${typed}`);
    expect(pathOf(reply.location)).toMatch(new RegExp(`^${leadsTo}/actions/`));
    const other = await findAs(clerk, `withdraw ${typed}`, "&all=1");
    expect(wordsOf(other.text)).toContain("'withdraw' is not offered");
    const opened = await findAs(clerk, `withdraw ${typed}`);
    expect(pathOf(opened.location)).toBe(leadsTo);
  });
});

describe("what is found", () => {
  test("is by kind, cut where there is more, with the way to the list; words in any order, marks or not [calls#people]", async () => {
    const reply = await findAs(admin, "customer MULLER");
    expect(reply.status).toBe(200);
    const words = wordsOf(reply.text);
    expect(words).toMatch(/Orders 20 or more .*Müller/);
    expect(words).toContain("Returns and Exchanges");
    expect(linksOf(reply.text)).toContainEqual(["/orders/?q=MULLER", "All in Orders"]);
    expect(words).not.toContain("can't be searched");
  });

  test("is what the person's roles open; what they don't is said [find#asking]", async () => {
    const { typed } = wanted.get("a SKU") ?? { typed: "" };
    const reply = await findAs(labels, typed, "&all=1");
    expect(wordsOf(reply.text)).toContain("Your roles do not open Meta Products and Custom Rules.");
    expect(reply.text).not.toContain("/store/SDY/products");
    const pages = wordsOf((await findAs(labels, "superdry", "&all=1")).text);
    expect(pages).toContain("Print Label · Superdry");
    expect(pages).not.toContain("Orders · Superdry");
  });

  test("may be nothing, and what was typed stands there still, inert", async () => {
    const typed = `<script>alert("1")</script> zzz`;
    const reply = await findAs(admin, typed);
    expect(reply.status).toBe(200);
    expect(wordsOf(reply.text)).toContain("Nothing that was asked has this");
    expect(reply.text).toContain('value="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; zzz"');
  });

  test("is suggested while somebody types, a few of each kind [find#suggestions]", async () => {
    const reply = await clerk.get("/find/suggestions?q=smith");
    const { suggestions, refusal } = z
      .object({
        refusal: z.literal(""),
        suggestions: z.array(z.object({ kind: z.string(), title: z.string(), href: z.string() })),
      })
      .parse(JSON.parse(reply.text));
    expect(refusal).toBe("");
    expect(suggestions.filter(({ kind }) => kind === "Orders")).toHaveLength(3);
    expect(suggestions.length).toBeLessThanOrEqual(9);
    expect(reply.headers["cache-control"]).toMatch(/no-store|private/);
  });

  test("is 120 times a minute one person's; then both say how long to wait, and what was typed stays [find#rate]", async () => {
    const busy = await platformStack.signedIn("merch");
    const statuses = new Set<number>();
    for (let find = 0; find < 120; find += 1) {
      statuses.add((await busy.get("/find/suggestions?q=%20%20x")).status);
    }
    expect([...statuses]).toEqual([200]);
    const page = await findAs(busy, "smith");
    expect(page.status).toBe(429);
    expect(Number(page.headers["retry-after"])).toBeGreaterThan(0);
    expect(wordsOf(page.text)).toMatch(/That was a lot at once\. Wait \d+ seconds?, then look again\./);
    expect(page.text).toContain('value="smith"');
    const typing = await busy.get("/find/suggestions?q=smith");
    expect(typing.status).toBe(429);
    expect(typing.text).toContain("That was a lot at once");
  });
});

describe("with another service behind it", () => {
  let stack: Stack;
  let visitor: Visitor;
  beforeAll(async () => {
    stack = await startStack(
      {},
      documentedApi(() => "bare"),
    );
    visitor = await stack.signedIn("admin");
  });
  afterAll(() => stack?.stop());

  test("names can't be searched, nor products by barcode, which is said; numbers are, by the documented calls alone [find#documented]", async () => {
    const names = wordsOf((await findAs(visitor, "kim lee")).text);
    expect(names).toContain("Names, phones and places can't be searched here.");
    const barcode = wordsOf((await findAs(visitor, "9312345678907")).text);
    expect(barcode).toContain("Meta Products can't be searched by barcode here");
    const packages = wordsOf((await findAs(visitor, "(00) 3 9312345 000000012 4")).text);
    expect(packages).toContain("Packages can't be searched here.");
    const opened = await findAs(visitor, "MYR77");
    expect(pathOf(opened.location)).toBe("/orders/MYR77");
    const empty = stack.upstream.calls.filter(
      ({ path, query }) => path === "/api/getmetaproducts" && query.get("storegroup") === "",
    );
    expect(empty).toEqual([]);
  });

  test("what fails is said, and the others are found all the same", async () => {
    stack.upstream.fail("/api/getorders", jsonAnswer(500, { error: "The orders are away" }));
    const reply = await findAs(visitor, "superdry", "&all=1");
    expect(reply.status).toBe(200);
    expect(wordsOf(reply.text)).toMatch(/Stores 1 Superdry/);
    expect(wordsOf(reply.text)).toContain("Orders could not be asked: The orders are away");
    stack.upstream.fail("/api/getorders", jsonAnswer(500, { error: "The orders are away" }));
    expect((await findAs(visitor, "superdr")).status).toBe(200);
  });
});
