import { beforeAll, beforeEach, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { type Stack, sharedStack } from "#tests/support/stack.ts";
import { labelBarcode, replaceLabelProduct, repriced } from "#tests/support/upstream/labelProducts.ts";
import { json } from "#tests/support/upstream/proxy.ts";
import { formIn, type Reply, type Visitor } from "#tests/support/visitor.ts";

const productsPath = "/api/getallproducts";
const [boot, other] = [labelBarcode(2, 2), labelBarcode(5, 1)];

let stack: Stack;
let labels: Visitor;
/** Each test has a store of its own, whose labels use the price book RRP. */
let alias: string;
const aliases = ["ICN", "CAT", "KGN", "AMZ", "SDY", "EBY", "DOM", "TLS", "MYR", "RBK"];
const at = (path: string) => `/store/${alias}/printlabel${path}`;
beforeAll(async () => {
  stack = await sharedStack();
  labels = await stack.signedIn("labels");
});
beforeEach(() => {
  stack.upstream.reset();
  alias = aliases.shift() ?? "";
});

/** Changes the price of the n-th ordinary product in this book. */
const reprice = (product: number, listPrice: number, book = "RRP") =>
  replaceLabelProduct(stack.upstream, repriced(product, listPrice, book));
/** Downloads a file or sheet by a link of the portal. */
const take = (path: string) => labels.get(path, { referer: `${stack.portal.url}/` });
const wrong = async (search = "") => labels.get(at(`/wrong${search}`));
const rowsOf = ({ text }: Reply) =>
  [...text.matchAll(/<tr\b[^>]*>.*?<\/tr>/gs)].slice(1).map(([row]) => wordsOf(row));
const requestCount = () => stack.upstream.calls.filter(({ path }) => path === productsPath).length;

test("lists the products whose price has changed since their last label, and no others [labels#wrong-labels, labels#last-labels]", async () => {
  await take(at(`/file?labels=batch&b.${boot}=2&b.${other}=1`));
  const before = await wrong();
  expect(wordsOf(before.text)).toContain("No label is wrong: all 2 were checked just now.");
  reprice(2, 119.95);
  // Another book's price is on no label of this store.
  reprice(5, 5, "Clarks Web");
  stack.upstream.calls.length = 0;
  const after = await wrong();
  expect(requestCount(), "one call a label").toBe(2);
  expect(after.text).toMatch(/>Print this one</);
  const [row, ...others] = rowsOf(after);
  expect(others).toEqual([]);
  expect(row).toContain("Harbour Boot 2, Black, 7");
  expect(row).toMatch(/\$99\.95 RRP.*\$119\.95 RRP.*\+\$20\.00.*Lee Labels/);
  expect(wordsOf(after.text)).toMatch(/Checked 1–2 of 2 labels.*1 wrong, 1 right/);
  reprice(2, 99.95);
  expect(wordsOf((await wrong()).text)).toContain("No label is wrong");
});

test("a link elsewhere, or a typed URL, changes nothing in its records [labels#last-labels]", async () => {
  const path = at(`/file?labels=batch&b.${boot}=2&bp.${boot}=1.23`);
  const headers = { "sec-fetch-site": "cross-site", referer: "https://evil.example/" };
  expect((await labels.get(path, headers)).status).toBe(200);
  expect((await labels.get(path, { "sec-fetch-site": "none" })).status).toBe(200);
  const sheet = await labels.get(at(`/sheet?labels=barcode&barcode=${boot}`));
  expect(wordsOf(sheet.text)).not.toContain("count as printed");
  expect(wordsOf((await wrong()).text)).toContain("No label with a price has left the portal");
  await labels.get(path, { "sec-fetch-site": "same-origin" });
  expect(wordsOf((await wrong()).text)).not.toContain("No label with a price has left the portal");
});

test("leads to the batch of exactly the wrong ones, and a file of it corrects them [labels#wrong-labels]", async () => {
  await take(at(`/file?labels=batch&b.${boot}=2&b.${other}=1&b.${labelBarcode(7, 1)}=1`));
  reprice(2, 119.95);
  reprice(7, 79.95);
  const { text } = await wrong();
  const [, href = ""] = /href="([^"]+)"[^>]*>Print these 2</.exec(text) ?? [];
  const batch = href.replaceAll("&amp;", "&");
  expect(new URL(batch, stack.portal.url).search).toBe(`?gather=1&b.${boot}=1&b.${labelBarcode(7, 1)}=1`);
  expect(wordsOf((await labels.get(batch)).text)).toContain("2 labels of 2 barcodes");
  for (const _ of [1, 2]) await take(batch.replace("?", "/file?labels=batch&"));
  expect(rowsOf(await wrong())).toEqual([]);
});

test("says in place what can't be read, is gone, or has no price [labels#wrong]", async () => {
  await take(at(`/file?labels=batch&b.${boot}=1&b.${other}=1`));
  replaceLabelProduct(stack.upstream, { ...repriced(2, 0, "RRP"), Prices: [] });
  expect(rowsOf(await wrong())[0]).toContain("No price book has a price any more");
  expect(wordsOf((await wrong()).text)).toContain("0 wrong, 1 without a price now, 1 right");
  stack.upstream.fail(productsPath, json(500, { error: "The catalogue is down" }));
  const down = await wrong();
  expect(down.status).toBe(502);
  expect(wordsOf(down.text)).toMatch(/Not read: .*The catalogue is down/);
  expect(wordsOf(down.text)).toContain("0 wrong, 0 right, 2 not read");
});

test("a station's label counts once it was sent [labels#last-labels]", async () => {
  const stations = await labels.get(at("/stations"));
  const opening = formIn(stations, "Open the station");
  const opened = await labels.post(opening.action, { ...opening.fields, name: "Dock" });
  const station = new URL(opened.location ?? "").pathname.replace(/\/work$/, "");
  const scanned = await labels.get(`${station}/scan?barcode=${boot}`);
  const print = formIn(scanned, "Print at Dock");
  await labels.post(print.action, print.fields);
  const who = { page: "page_of_dock", browser: "browser_of_dock", printer: "Zebra", alone: "1" };
  const turn = (fields: Record<string, string>) => labels.post(`${station}/turn`, { ...who, ...fields });
  await turn({ lease: "lease_one_1" });
  expect(wordsOf((await wrong()).text)).toContain("No label with a price");
  await turn({ reports: JSON.stringify([{ lease: "lease_one_1", is: "sent", reason: "" }]) });
  reprice(2, 119.95);
  expect(rowsOf(await wrong())[0]).toMatch(/Harbour Boot 2.*Lee Labels/);
});

test("a workstation reports its own printer's labels: twice is once, and nobody signs for another [labels#last-labels]", async () => {
  const label = {
    ...{ barcode: boot, design: "Common", title: "Harbour Boot 2, Black, 7", price: "99.95" },
    ...{ book: "RRP", bookPrice: "99.95", at: Date.now(), by: "Lee Labels" },
  };
  const tell = (report: unknown, headers = {}) =>
    labels.post(
      at("/printed"),
      { labels: typeof report === "string" ? report : JSON.stringify(report) },
      headers,
    );
  expect((await tell([label], { origin: "https://evil.example" })).status).toBe(403);
  for (const bad of ["{", "[]", Array.from({ length: 51 }, () => label)])
    expect((await tell(bad)).status).toBe(400);
  const noBarcode = { ...label, barcode: "" };
  const ofSomebody = { ...label, barcode: other, title: "Harbour Boot 5, Black, 6", by: "Avery Admin" };
  for (const _ of [1, 2]) expect((await tell([noBarcode, label, ofSomebody])).status).toBe(204);
  reprice(2, 119.95);
  reprice(5, 119.95);
  const rows = rowsOf(await wrong());
  expect(rows).toHaveLength(2);
  expect(rows.find((row) => row.includes("Boot 2"))).toContain("Lee Labels");
  expect(rows.find((row) => row.includes("Boot 5"))).not.toContain("Avery Admin");
});

test("50 labels are checked at a time, the oldest first, and the filter finds no others [labels#checked]", async () => {
  const now = Date.now();
  const report = Array.from({ length: 60 }, (_, index) => ({
    ...{ barcode: labelBarcode(1 + Math.floor(index / 3), 1 + (index % 3)), design: "Common" },
    ...{ title: `Label ${index + 1}.`, price: "1.00", book: "RRP", bookPrice: "1.00", by: "" },
    at: now - 60_000 + index,
  }));
  for (const part of [report.slice(0, 30), report.slice(30)])
    await labels.post(at("/printed"), { labels: JSON.stringify(part) });
  stack.upstream.calls.length = 0;
  const first = await wrong();
  expect(requestCount()).toBe(50);
  expect(wordsOf(first.text)).toMatch(/Checked 1–50 of 60 labels/);
  expect(rowsOf(first)[0]).toContain("Label 1.");
  expect(wordsOf(first.text)).toContain("Check the next");
  stack.upstream.calls.length = 0;
  expect(wordsOf((await wrong("?page=2")).text)).toMatch(/Checked 51–60 of 60 labels.*10 wrong, 0 right/);
  expect(requestCount()).toBe(10);
  expect(rowsOf(await wrong("?order=newest"))[0]).toContain("Label 60.");
  stack.upstream.calls.length = 0;
  expect(rowsOf(await wrong("?find=label+7."))).toHaveLength(1);
  expect(requestCount()).toBe(1);
  expect(wordsOf((await wrong("?find=nothing")).text)).toContain("No label that left the portal matches");
});
