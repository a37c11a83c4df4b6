import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { linksOf, wordsOf } from "#tests/support/html.ts";
import { exoId } from "#tests/support/seeded.ts";
import { haveAsked } from "#tests/support/session.ts";
import { type Stack, sharedStack, startStack } from "#tests/support/stack.ts";
import { awkward, documentedApi } from "#tests/support/upstream/documented.ts";
import { json } from "#tests/support/upstream/proxy.ts";
import type { Visitor } from "#tests/support/visitor.ts";

let stack: Stack;
let admin: Visitor;
let clerk: Visitor;
let labels: Visitor;
beforeAll(async () => {
  stack = await sharedStack();
  admin = await stack.signedIn("admin");
  clerk = await stack.signedIn("clerk");
  labels = await stack.signedIn("labels");
});

const [bought, reached, sent] = [
  "516f78de-0005-4787-a787-f13b1800003e",
  "1500857c-0003-4201-a201-12c1c900003c",
  "5fb3ab56-0007-493f-a93f-5aee2a000036",
].map((id) => `/orders/${id}`);
const exoAt = `/returns/${exoId(150)}`;
const productAt = "/store/SDY/products/sdy-40200001-pnk";
const ediOrderId = "787c4dab-b370-48a4-a104-2395e3f561d8";
const ediOrderAt = `/edi/myer/orders/${ediOrderId}`;
const interchangeId = "084e32e4-d704-4c54-a2e8-46c722ed4444";
const interchangeAt = `/edi/myer/interchanges/${interchangeId}`;
/** Inputs as people type them, by kind, with the page that each leads to. */
const wanted: Record<string, [typed: string, leadsTo: string | undefined]> = {
  "an order number": ["30100060", reached],
  "an order number with its sign": ["#RBK10062", bought],
  "in lower case with blanks": [" # rbk 10062 ", bought],
  "with its word": ["order no. RBK10062", bought],
  "an external order number": ["501810350100062", bought],
  "an order's id": ["516F78DE-0005-4787-A787-F13B1800003E", bought],
  "a con note": ["COL736811732", sent],
  "a con note in parts": ["con note COL 736811732", sent],
  "a phone number": ["0491 674 552", reached],
  "a phone number from abroad": ["+61 491674552", reached],
  "an email address": ["EMAIL: OLIVER.PAPADOPOULOS580@CUSTOMER.EXAMPLE", reached],
  "an EXO": ["EXO-000150", exoAt],
  "an EXO, shortly": ["exo 150", exoAt],
  "an EXO's id": [exoId(150), exoAt],
  "an RA#": ["RA3710961", exoAt],
  "a return's parcel": ["SIM816553848", exoAt],
  "an RA# with its sign": ["ra# 3710961", exoAt],
  "a SKU": ["40200001_pnk_xs", productAt],
  "a group": ["40200001_PNK", productAt],
  "a barcode": ["9304000011006", productAt],
  "a barcode in parts": ["9 304000 011006", productAt],
  "a purchase order": ["PO 4540100057", ediOrderAt],
  "an EDI order's id": [ediOrderId, ediOrderAt],
  "an interchange": ["interchange 000000040", interchangeAt],
  "an interchange's id": [interchangeId, interchangeAt],
  "a rule": ["rule brand before the title: superdry", "/store/SDY/customrules/SDY-RULE-004"],
  "a rule's id": ["SDY-RULE-004", "/store/SDY/customrules/SDY-RULE-004"],
  "a store": ["super dry", "/store/SDY"],
  "a store's alias": ["sdy", "/store/SDY"],
  "a store's page": ["returns sdy", "/store/SDY/returns"],
  "a store's page by its words": ["superdry print label", "/store/SDY/printlabel"],
  "a page of all stores": ["product master", "/products/"],
  "what needs one": ["today", "/today"],
  "whom money is owed": ["credits owed", "/returns/credits"],
  "what one has begun": ["your runs", "/bulk"],
  "a page of the account": ["audit", "/audit"],
};

const findAs = (who: Visitor, typed: string, more = "") =>
  who.get(`/find?q=${encodeURIComponent(typed)}${more}`);
const pathOf = (location: string | undefined) => {
  const { pathname } = new URL(location ?? "", stack.portal.url);
  return decodeURIComponent(pathname).replace(/(?<=\/store\/[^/]+)\/$/, "");
};

describe("one line and Enter", () => {
  test("lead to the right record, whatever is typed [find#opens]", async () => {
    const led: Record<string, string> = {};
    for (const [what, [typed]] of Object.entries(wanted)) {
      const reply = await findAs(admin, typed);
      led[what] = reply.location ? pathOf(reply.location) : wordsOf(reply.text).slice(0, 600);
    }
    const places = Object.entries(wanted).map(([what, [, leadsTo]]) => [what, leadsTo]);
    expect(led).toEqual(Object.fromEntries(places));
  });

  test("lead there as well where the roles don't open everything that it could be", async () => {
    const found = await findAs(clerk, "SIM816553848", "&all=1");
    expect(wordsOf(found.text)).toContain("Your roles do not open Label products and Shipments.");
    const reply = await findAs(clerk, "SIM816553848");
    expect(pathOf(reply.location)).toBe(exoAt);
  });

  test("stay on the page if requested, and the best match is first [find#page]", async () => {
    const reply = await findAs(admin, "EXO-000150", "&all=1");
    expect(reply.status).toBe(200);
    const [firstHit] = linksOf(reply.text.slice(reply.text.indexOf('<ul class="ruled"')));
    expect(firstHit).toEqual([exoAt, expect.stringContaining("EXO-000150")]);
  });

  test("an action leads to its question where the record offers it, and else to the record, which says so", async () => {
    const reply = await findAs(clerk, "retry EXO-000147");
    expect(pathOf(reply.location)).toContain(`/returns/${exoId(147)}/actions/`);
    const held = await findAs(clerk, "on hold EXO-000148");
    expect(pathOf(held.location)).toBe(`/returns/${exoId(148)}/actions/hold`);
    const why = "EXO-000147 is task failed; it cannot be withdrawn";
    const other = await findAs(clerk, "withdraw EXO-000147", "&all=1");
    expect(wordsOf(other.text)).toContain(why);
    const opened = await findAs(clerk, "withdraw EXO-000147");
    expect(pathOf(opened.location)).toBe(`/returns/${exoId(147)}`);
    expect(wordsOf((await clerk.follow(opened)).text), "said where it opens").toContain(why);
    const order = await clerk.follow(await findAs(clerk, "withdraw 30100060"));
    expect(wordsOf(order.text)).toMatch(/Order 30100060 is submitted to AP21; it cannot be withdrawn/);
  });

  test("a status or a validation message leads to its list, an amount to its orders", async () => {
    expect((await findAs(clerk, "on hold")).location).toContain("/returns/?status=hold");
    expect((await findAs(clerk, "invalid postcode")).location).toContain("/orders/?status=UNPROCESSABLE");
    const message = await findAs(admin, "missing attribute: country of origin");
    expect(message.location).toContain("/products/refused?message=Missing+attribute");
    const order = wordsOf((await findAs(clerk, "30100060", "&all=1")).text);
    const [amount = ""] = /\$[\d,]+\.\d\d/.exec(order) ?? [];
    expect(wordsOf((await findAs(clerk, amount, "&all=1")).text)).toMatch(/ 30100060 .*\$/);
  });

  test("words that nothing is found with are left out, and named", async () => {
    const reply = await findAs(clerk, "30100060 refund");
    expect(pathOf(reply.location)).toBe(reached);
    expect(wordsOf((await clerk.follow(reply)).text)).toContain('Found without "refund".');
    expect(wordsOf((await findAs(clerk, "30100060 refund", "&all=1")).text)).toContain('without "refund"');
  });
});

describe("found records", () => {
  test("is by kind, cut where there is more, with the way to the list; words in any order, marks or not [calls#people, find#hits]", async () => {
    const reply = await findAs(admin, "customer MULLER");
    expect(reply.status).toBe(200);
    const words = wordsOf(reply.text);
    expect(words).toMatch(/Orders 20 or more .*Müller/);
    const [, orders = ""] = reply.text.split('<ul class="ruled">');
    const customers = [...orders.matchAll(/class="hit-who">([^<]+)/g)].map(([, name]) => name);
    const places = customers.filter((name, place) => name !== customers[place - 1]);
    expect(places, "those of one customer are next to each other").toHaveLength(new Set(customers).size);
    expect(words, "amount and age").toMatch(/Müller .+ \$[\d,.]+ .+ ago/);
    expect(words).toContain("Returns and Exchanges");
    expect(linksOf(reply.text)).toContainEqual(["/orders/?q=MULLER", "All in Orders"]);
    expect(words).not.toContain("can't be searched");
  });

  test("are those that the person's roles may open; others are reported", async () => {
    const reply = await findAs(labels, "40200001_pnk_xs", "&all=1");
    expect(wordsOf(reply.text)).toContain("Your roles do not open Meta Products and Custom Rules.");
    expect(reply.text).not.toContain("/store/SDY/products");
    const pages = wordsOf((await findAs(labels, "superdry", "&all=1")).text);
    expect(pages).toContain("Print Label · Superdry");
    expect(pages).not.toContain("Orders · Superdry");
  });

  test("may be none, and the input is still there, escaped", async () => {
    const typed = `<script>alert("1")</script> zzz`;
    const reply = await findAs(admin, typed);
    expect(reply.status).toBe(200);
    expect(wordsOf(reply.text)).toContain("No record has this");
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

  test("is limited to 120 times a minute per person; then both say how long to wait, and the input stays [find#rate]", async () => {
    const busy = await stack.signedIn("merch");
    const find = async () => (await busy.get("/find/suggestions?q=%20%20x")).status;
    expect(await find()).toBe(200);
    await haveAsked(stack.portal, "finds", busy, 119);
    expect(await find()).toBe(200);
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
  let documented: Stack;
  let visitor: Visitor;
  beforeAll(async () => {
    documented = await startStack(
      {},
      documentedApi(() => "bare"),
    );
    visitor = await documented.signedIn("admin");
  });
  afterAll(() => documented?.stop());

  test("names can't be searched, nor products by barcode, which is reported; numbers are, by the documented calls alone", async () => {
    const names = wordsOf((await findAs(visitor, "kim lee")).text);
    expect(names).toContain("Names, phones and places can't be searched here.");
    const barcode = wordsOf((await findAs(visitor, "9312345678907")).text);
    expect(barcode).toContain("Meta Products can't be searched by barcode here");
    const packages = wordsOf((await findAs(visitor, "(00) 3 9312345 000000012 4")).text);
    expect(packages).toContain("Packages can't be searched here.");
    const opened = await findAs(visitor, "MYR140100056");
    expect(pathOf(opened.location)).toBe(`/orders/${awkward("9c229eb8-000e-4b97-ab97-4eadc2000038")}`);
    const empty = documented.upstream.calls.filter(
      ({ path, query }) => path === "/api/getmetaproducts" && query.get("storegroup") === "",
    );
    expect(empty).toEqual([]);
  });

  test("failures are reported, and the others are found all the same", async () => {
    documented.upstream.fail("/api/getorders", json(500, { error: "The orders are away" }));
    const reply = await findAs(visitor, "superdry", "&all=1");
    expect(reply.status).toBe(200);
    expect(wordsOf(reply.text)).toMatch(/Stores 1 Superdry/);
    expect(wordsOf(reply.text)).toContain("Orders could not be asked: The orders are away");
    documented.upstream.fail("/api/getorders", json(500, { error: "The orders are away" }));
    expect((await findAs(visitor, "superdr")).status).toBe(200);
  });
});
