import { deflateSync } from "node:zlib";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { SentTurn } from "#app/domains/labels/stations/station.ts";
import { wordsOf } from "#tests/support/html.ts";
import { type Filled, setBatch } from "#tests/support/labelBatch.ts";
import { turnForm } from "#tests/support/labelStation.ts";
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
const aliases = ["ICN", "CAT", "KGN", "AMZ", "SDY", "EBY", "DOM", "TLS", "MYR", "RBK", "VOL", "HPP"];
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
/** Breaks the n-th ordinary product: it has no code. */
const withoutCode = (product: number) =>
  stack.upstream.change(productsPath, (rows: { LevelCode?: string }[]) =>
    rows.map((row) => (row.LevelCode === `STY${1000 + product}` ? { ...row, LevelCode: undefined } : row)),
  );
/** A sheet of these labels, and the press that says that it was printed. */
async function print(lines: Filled, was = "") {
  await fill(lines);
  const sheet = await labels.get(at(`/sheet?labels=batch&was=${encodeURIComponent(was)}`));
  const { action, fields } = formIn(sheet, "I printed them");
  return labels.post(action, fields);
}
const fill = (lines: Filled) => setBatch(labels, at(""), lines);
const line = (barcode: string, count = 1) => ({ barcode, count });
const wrong = async (search = "") => labels.get(at(`/wrong${search}`));
const rowsOf = ({ text }: Reply) =>
  [...text.matchAll(/<tr\b[^>]*>.*?<\/tr>/gs)].slice(1).map(([row]) => wordsOf(row));
/** Labels as the portal packs them into a form. */
const packed = (report: unknown) => deflateSync(JSON.stringify(report)).toString("base64url");
const requestCount = () => stack.upstream.calls.filter(({ path }) => path === productsPath).length;

test("lists the labels whose price has changed since they were printed, and no others [labels#wrong-labels, labels#last-labels]", async () => {
  await print([line(boot, 2), line(other)]);
  const before = await wrong();
  expect(wordsOf(before.text)).toContain("No label is wrong: all 3 were checked just now.");
  reprice(2, 119.95);
  // Another book's price is on no label of this store.
  reprice(5, 5, "Clarks Web");
  const after = await wrong();
  expect(after.text).toMatch(/>Print these 2</);
  const [row, ...others] = rowsOf(after);
  expect(others).toEqual([]);
  expect(row).toMatch(
    /Harbour Boot 2, Black, 7.* 2 labels .*\$99\.95 RRP.*\$119\.95 RRP.*\+\$20\.00.*Lee Labels/,
  );
  expect(wordsOf(after.text)).toMatch(/2 wrong of 3 labels/);
  reprice(2, 99.95);
  expect(wordsOf((await wrong()).text)).toContain("No label is wrong");
});

test("looking at a sheet or taking a file changes nothing; the press 'I printed them' does, once [labels#last-labels]", async () => {
  await print([line(boot)]);
  reprice(2, 119.95);
  await fill([line(boot)]);
  const headers = { "sec-fetch-site": "same-origin", referer: `${stack.portal.url}/` };
  for (const path of ["/file?labels=batch", "/sheet?labels=batch"])
    expect((await labels.get(at(path), headers)).status).toBe(200);
  expect(rowsOf(await wrong())).toHaveLength(1);
  const sheet = await labels.get(at("/sheet?labels=batch"), headers);
  const { action, fields } = formIn(sheet, "I printed them");
  // What the paper says hangs, also where the price has changed since.
  reprice(2, 129.95);
  for (const _ of [1, 2]) {
    const { location } = await labels.post(action, fields);
    expect(wordsOf((await labels.get(location ?? "")).text)).toContain("1 label handed over");
  }
  expect(rowsOf(await wrong())[0]).toMatch(/ 1 label .*\$119\.95 RRP.*\$129\.95 RRP/);
  const foreign = { origin: "https://evil.example" };
  expect((await labels.post(action, fields, foreign)).status).toBe(403);
});

test("a sheet's labels hang from the press on, also where the printer has printed one since the sheet was opened", async () => {
  await fill([line(boot, 12)]);
  const press = formIn(await labels.get(at("/sheet?labels=batch")), "I printed them");
  await print([line(boot)]);
  for (const _ of [1, 2]) await labels.post(press.action, press.fields);
  reprice(2, 119.95);
  expect(rowsOf(await wrong())[0]).toMatch(/ 13 labels .*\$99\.95 RRP/);
});

test("what leads on is the batch of exactly the wrong ones as they hang, and a press makes them right [labels#wrong-labels]", async () => {
  await print([line(boot, 12), line(other), line(labelBarcode(7, 1))]);
  reprice(2, 119.95);
  reprice(7, 79.95);
  const page = await wrong();
  await fill([]);
  const these = formIn(page, "Print these 13");
  const filled = await labels.post(these.action, these.fields);
  await labels.post(these.action, these.fields);
  expect(new URL(filled.location ?? "").search).toBe("?gather=1");
  expect(wordsOf((await labels.get(filled.location ?? "")).text)).toContain("13 labels of 2 barcodes");
  const { action, fields } = formIn(page, "I printed them");
  expect(new URL((await labels.post(action, fields)).location ?? "").pathname).toBe(at("/wrong"));
  expect(rowsOf(await wrong())).toEqual([]);
  reprice(2, 129.95);
  expect(rowsOf(await wrong())[0]).toMatch(/ 12 labels .*\$119\.95 RRP/);
});

test("of twelve labels, eleven stay wrong after one new one, until they are printed or taken down", async () => {
  await print([line(boot, 12)]);
  reprice(2, 119.95);
  await print([line(boot)]);
  const page = await wrong();
  expect(rowsOf(page)[0]).toMatch(/ 11 labels .*\$99\.95/);
  expect(wordsOf(page.text)).toContain("11 wrong of 12 labels");
  const { action, fields } = formIn(page, "Taken down: Harbour Boot 2, Black, 7");
  const { location } = await labels.post(action, fields);
  const after = await labels.get(location ?? "");
  expect(wordsOf(after.text)).toContain("Taken down: Harbour Boot 2, Black, 7.");
  expect(rowsOf(after)).toEqual([]);
});

test("a former price that is none any more is wrong, and comes along to the new labels", async () => {
  const book = "Clarks Web";
  reprice(2, 149.95, book);
  await print([line(boot, 3)], book);
  expect(rowsOf(await wrong())).toEqual([]);
  reprice(2, 129.95, book);
  const page = await wrong();
  expect(rowsOf(page)[0]).toMatch(/\$99\.95 was \$149\.95 RRP \$99\.95 was \$129\.95 RRP –/);
  await fill([]);
  const one = formIn(page, "Print these 3");
  const { location } = await labels.post(one.action, one.fields);
  expect(new URL(location ?? "").search).toBe("?was=Clarks+Web&gather=1");
  const batch = wordsOf((await labels.get(location ?? "")).text);
  expect(batch).toContain("3 labels of 1 barcode");
  expect(batch).toContain("Label: was $129.95 (Clarks Web)");
  reprice(2, 59.95, book);
  expect(rowsOf(await wrong())[0]).toContain("$99.95 no former price RRP");
});

test("says in place what can't be read, is gone, or has no price [labels#wrong]", async () => {
  await print([line(boot), line(other)]);
  replaceLabelProduct(stack.upstream, { ...repriced(2, 0, "RRP"), Prices: [] });
  expect(rowsOf(await wrong())[0]).toContain("No price book has a price any more");
  expect(wordsOf((await wrong()).text)).toContain("0 wrong, 1 without a price now of 2 labels");
  stack.upstream.reset();
  withoutCode(2);
  expect(wordsOf((await wrong()).text)).toContain("0 wrong, 1 not read of 2 labels");
  stack.upstream.fail(productsPath, json(500, { error: "The catalogue is down" }));
  const down = await wrong();
  expect(down.status).toBe(502);
  expect(wordsOf(down.text)).toMatch(/Not read: .*The catalogue is down/);
  expect(wordsOf(down.text)).toContain("0 wrong, 2 not read of 2 labels");
  stack.upstream.reset();
  await tellOf(2);
  withoutCode(2);
  expect(rowsOf(await wrong()).at(-1), "by the pages of the list").toMatch(/Label 6.*Not read: LevelCode/);
  stack.upstream.fail(productsPath, json(500, { error: "The catalogue is down" }));
  expect(wordsOf((await wrong()).text), "by the pages of the list").toContain(
    "0 wrong, 8 not read of 8 labels",
  );
});

test("a station's label counts once it was sent, until it is void", async () => {
  const stations = await labels.get(at("/stations"));
  const opening = formIn(stations, "Open the station");
  const opened = await labels.post(opening.action, { ...opening.fields, name: "Dock" });
  const station = new URL(opened.location ?? "").pathname.replace(/\/work$/, "");
  const batch = at(`/batch?station=${station.split("/").at(-1)}`);
  await labels.post(batch, { "print.barcode": "a press", barcode: boot });
  const who = { page: "page_of_dock", browser: "browser_of_dock", isAlone: true };
  const turn = (more: Partial<SentTurn>) => labels.post(`${station}/turn`, turnForm({ ...who, ...more }));
  const { job } = JSON.parse((await turn({ lease: "lease_one_1" })).text);
  expect(wordsOf((await wrong()).text)).toContain("No label with a price");
  await turn({ reports: [{ lease: "lease_one_1", is: "sent", reason: "" }] });
  reprice(2, 119.95);
  expect(rowsOf(await wrong())[0]).toMatch(/Harbour Boot 2.*Lee Labels/);
  for (const _ of [1, 2]) await turn({ commands: [{ id: job.id, command: "void" }] });
  expect(wordsOf((await wrong()).text)).toContain("No label with a price");
});

test("'I printed them' counts each label once however often it is pressed, and nobody signs for another", async () => {
  const label = {
    ...{ barcode: boot, design: "Common", title: "Harbour Boot 2, Black, 7", price: "99.95" },
    ...{ book: "RRP", bookPrice: "99.95", at: Date.now(), by: "Lee Labels" },
  };
  const tell = (report: unknown, headers = {}) =>
    labels.post(at("/sheet"), { labels: typeof report === "string" ? report : packed(report) }, headers);
  expect((await tell([label], { origin: "https://evil.example" })).status).toBe(403);
  for (const bad of ["{", "[]", Array.from({ length: 1501 }, () => label)])
    expect((await tell(bad)).status).toBe(400);
  const noBarcode = { ...label, barcode: "" };
  const ofSomebody = { ...label, barcode: other, title: "Harbour Boot 5, Black, 6", by: "Avery Admin" };
  for (const _ of [1, 2]) expect((await tell([noBarcode, label, ofSomebody])).status).toBe(302);
  reprice(2, 119.95);
  reprice(5, 119.95);
  const rows = rowsOf(await wrong());
  expect(rows).toHaveLength(2);
  expect(rows.find((row) => row.includes("Boot 2"))).toContain("Lee Labels");
  expect(rows.find((row) => row.includes("Boot 5"))).not.toContain("Avery Admin");
  const ofBatch = Array.from({ length: 1500 }, (_, code) => ({ ...label, barcode: `93${code}`, copies: 2 }));
  const { location } = await tell(ofBatch);
  expect(wordsOf((await labels.get(location ?? "")).text)).toContain("3,000 labels count as printed.");
});

/** Labels of so many products, three sizes each, at a price that none of them has; the first two cost as much now. */
async function tellOf(products: number) {
  const report = Array.from({ length: products * 3 }, (_, index) => ({
    ...{ barcode: labelBarcode(1 + Math.floor(index / 3), 1 + (index % 3)), design: "Common" },
    ...{ title: `Label ${index + 1}.`, price: index < 2 ? "1.00" : "99.95", book: "RRP", by: "" },
    ...{ bookPrice: index < 2 ? "1.00" : "99.95", at: Date.now() - 60_000 + index },
  }));
  for (let part = 0; part < report.length; part += 300)
    await labels.post(at("/sheet"), { labels: packed(report.slice(part, part + 300)) });
}

test("one page has the wrong ones first of all labels, by one call for each page of the product list [labels#checked]", async () => {
  alias = "ELK";
  await tellOf(200);
  stack.upstream.calls.length = 0;
  const page = await wrong();
  expect(requestCount(), "200 products are ten pages").toBe(10);
  expect(wordsOf(page.text)).toMatch(/2 wrong of 600 labels/);
  expect(rowsOf(page).map((row) => /Label \d+/.exec(row)?.[0])).toEqual(["Label 1", "Label 2"]);
  stack.upstream.calls.length = 0;
  expect(rowsOf(await wrong(`?find=${labelBarcode(1, 2)}`))).toHaveLength(1);
  expect(requestCount(), "few are looked up by their barcodes").toBe(1);
  expect(wordsOf((await wrong("?find=nothing")).text)).toContain("No label that left the portal matches");
});

test("Today has a line of each store's wrong labels, for those who print them [today#labels]", async () => {
  const words = async (visitor: Visitor) => wordsOf((await visitor.get("/today")).text);
  await print([line(boot, 2), line(other)]);
  reprice(2, 119.95);
  expect(await words(labels)).toMatch(/Wrong labels.* 2 with another price on the shelf than now/);
  expect(await words(await stack.signedIn("clerk"))).not.toContain("Wrong labels");
});
