import { afterEach, beforeAll, expect, test } from "vitest";
import { defaultMedia } from "#app/domains/labels/label.ts";
import type { SentTurn } from "#app/domains/labels/stations/station.ts";
import { wordsOf } from "#tests/support/html.ts";
import { setBatch } from "#tests/support/labelBatch.ts";
import { turnForm } from "#tests/support/labelStation.ts";
import { type Stack, sharedStack } from "#tests/support/stack.ts";
import { labelBarcode, replaceLabelProduct, repriced } from "#tests/support/upstream/labelProducts.ts";
import { json } from "#tests/support/upstream/proxy.ts";
import { attributeOf, formIn, type Reply, type Visitor } from "#tests/support/visitor.ts";

const page = "/store/CLK/printlabel";
const stations = `${page}/stations`;
const barcode = labelBarcode(2, 2);

let stack: Stack;
let labels: Visitor;
let station: string;
beforeAll(async () => {
  stack = await sharedStack();
  labels = await stack.signedIn("labels");
  station = await open("Dock Zebra");
});

afterEach(() => stack.upstream.reset());

const formOf = (reply: Reply, words: string) =>
  formIn(reply, ({ method, html }) => method === "POST" && html.includes(words));

/** Opens a station; resolves to its URL. */
async function open(name: string): Promise<string> {
  const { action, fields } = formOf(await labels.get(stations), "Open the station");
  const reply = await labels.post(action, { ...fields, name });
  expect(reply.status, wordsOf(reply.text)).toBe(302);
  return new URL(reply.location ?? "").pathname.replace(/\/work$/, "");
}

const waiting = async (at = station) =>
  Number(/(\d+) labels? waits? here/.exec(wordsOf((await labels.get(at)).text))?.[1]);

test("a station opens under a name that the store has once, and shows who can print there", async () => {
  const { action, fields } = formOf(await labels.get(stations), "Open the station");
  const again = await labels.post(action, { ...fields, name: "dock zebra" });
  expect(again.status).toBe(400);
  expect(wordsOf(again.text)).toContain("a station of that name already");
  const words = wordsOf((await labels.get(stations)).text);
  expect(words).toContain("Dock Zebra");
  expect(words).toContain("Its page is not open");
  expect((await labels.get(station.replace("CLK", "RBK"))).status, "it is its store's own").toBe(404);
});

/** Print Label for a station. */
const at = (search = "", of = station) => `${page}?station=${of.split("/").at(-1)}${search}`;
const waits = async (of = station) =>
  Number(/(\d+) labels? waits?/.exec(wordsOf((await labels.get(at("", of))).text))?.[1]);

/** What a press of a button of the product submits. */
async function printButton(search: string, of = station) {
  const found = await labels.get(at(search, of));
  const { fields } = formIn(found, 'id="label-entry"');
  const [button = ""] = /<button[^>]*name="print\.barcode"[^>]*>/.exec(found.text) ?? [];
  const action = attributeOf(button, "formaction") ?? "";
  return { action, fields: { ...fields, "print.barcode": attributeOf(button, "value") ?? "" }, found };
}

test("a scan without scripting becomes a waiting label, once however often it is sent [labels#station-scan]", async () => {
  const before = await waits();
  const { action, fields, found } = await printButton(`&barcode=${barcode}`);
  expect(wordsOf(found.text)).toContain("Harbour Boot 2");
  expect(wordsOf(found.text)).toContain("Print at Dock Zebra");
  let reply = await labels.post(action, fields);
  reply = await labels.post(action, fields);
  expect(reply.status).toBe(302);
  const next = await labels.get(reply.location ?? "");
  expect(new URL(next.url).searchParams.get("station")).toBe(station.split("/").at(-1));
  expect(wordsOf(next.text)).toContain(
    "1 label of Harbour Boot 2, Black, 7, $59.95 handed to Dock Zebra. Waiting until Dock Zebra can print.",
  );
  expect(wordsOf(next.text)).toContain("Last: Harbour Boot 2, Black, 7 × 1, waiting.");
  expect(await waits()).toBe(before + 1);
  expect(next.text).toMatch(/<input[^>]*autofocus[^>]*name="barcode"/i);
});

test("every scan prints if that is switched on, also after an unknown or too long one", async () => {
  const before = await waits();
  let shown = await labels.get(at("&each=1&was=RRP"));
  for (const [code, words] of [
    ["4711", "No record found for this Barcode!"],
    [`${barcode}4`, `A barcode has digits only, 13 at most: '${barcode}4' is not one.`],
  ] as const) {
    const { action, fields } = formIn(shown, 'name="scan"');
    shown = await labels.get((await labels.post(action, { ...fields, scan: code })).location ?? "");
    expect(wordsOf(shown.text)).toContain(words);
  }
  const { action, fields } = formIn(shown, 'name="scan"');
  for (const code of [barcode, barcode, labelBarcode(2, 3)]) {
    const reply = await labels.post(action, { ...fields, scan: code });
    const { searchParams } = new URL(reply.location ?? "");
    expect(
      ["each", "was"].map((name) => searchParams.get(name)),
      "the next scan prints too",
    ).toEqual(["1", "RRP"]);
  }
  expect(await waits(), "another scan under the token of the first is another one").toBe(before + 2);
});

test("a batch is gathered and printed at a station without scripting, on every device", async () => {
  const before = await waits();
  const other = await stack.signedIn("labels");
  const shown = formIn(await labels.get(at("&gather=1")), 'name="scan"');
  await labels.post(shown.action, { ...shown.fields, scan: barcode });
  const { action, fields } = formIn(await other.get(at("&gather=1")), 'name="scan"');
  await other.post(action, { ...fields, scan: barcode });
  const gathered = await other.get(at("&gather=1"));
  expect(wordsOf(gathered.text)).toContain("2 labels of 1 barcode");
  const rows = formIn(gathered, "Print all");
  for (const _ of [1, 2]) {
    const reply = await other.post(rows.action, { ...rows.fields, "print.batch": "a press" });
    expect(wordsOf((await other.get(reply.location ?? "")).text)).toContain("0 of 2 labels sent.");
  }
  expect(await waits(), "two copies of one label").toBe(before + 1);
});

test("a batch of Print Label goes to the station that is chosen, and leads back to the batch", async () => {
  const before = await waiting();
  await setBatch(labels, page, [{ barcode, count: 3 }]);
  const response = await labels.get(`${stations}/print?labels=batch&gather=1`);
  expect(wordsOf(response.text)).toContain("3 labels");
  const { action, fields } = formOf(response, "Print at Dock Zebra");
  const sent = { ...fields, station: station.split("/").at(-1) ?? "" };
  const reply = await labels.post(action, sent);
  await labels.post(action, sent);
  const after = wordsOf((await labels.get(reply.location ?? "")).text);
  expect(after).toContain("3 labels handed to Dock Zebra.");
  expect(after, "it knows that it was").toContain("3 labels handed over");
  expect(
    wordsOf(
      (await labels.get(`${stations}/print${reply.location?.replace(/^[^?]*/, "")}&labels=batch`)).text,
    ),
  ).toContain("All of this batch was handed over.");
  expect(await waiting(), "three copies of one label").toBe(before + 1);
});

test("a label that waited is handed over at the price of now, once a person has seen that it changed", async () => {
  const rack = await open("Rack Zebra");
  const scanned = await printButton(`&barcode=${barcode}`, rack);
  await labels.post(scanned.action, scanned.fields);
  const printer = { printer: "Zebra", language: "ZPL" as const, media: defaultMedia };
  const page = { page: "page0001", browser: "browser1", isAlone: true, printer };
  const turn = async (more: Partial<SentTurn>) =>
    JSON.parse((await labels.post(`${rack}/turn`, turnForm({ ...page, ...more }))).text);
  const again = async () => {
    const { action, fields } = formOf(await labels.get(rack), "Print again");
    await labels.post(action, { ...fields, intent: "again" });
  };
  expect((await turn({ lease: "leasenr1" })).job.label.price, "it was read a moment ago").toBe("59.95");
  await turn({ reports: [{ lease: "leasenr1", is: "failed", reason: "No paper" }] });
  await again();
  stack.upstream.fail("/api/getallproducts", json(500, { error: "The catalogue is down" }));
  expect(await turn({ lease: "leasenr02" }), "it waits for its price").not.toHaveProperty("job");
  expect(wordsOf((await labels.get(rack)).text)).toContain("The prices can't be read");
  stack.upstream.reset();
  replaceLabelProduct(stack.upstream, repriced(2, 49, "Clarks Web"));
  expect(await turn({ lease: "leasenr02" })).not.toHaveProperty("job");
  expect(wordsOf((await labels.get(rack)).text)).toContain("Harbour Boot 2, Black, 7: $59.95 → $49.00");
  await again();
  expect((await turn({ lease: "leasenr03" })).job.label.price).toBe("49.00");
});

test("what can't be printed as it is is told in the batch, where a station is scanned for, and before labels go there [labels#notices]", async () => {
  replaceLabelProduct(stack.upstream, {
    ...repriced(2, 59.95, "Clarks Web"),
    ProductAttributes: { styleName: "Kakushō Boot 👟", sizing: "AU Womens" },
  });
  await setBatch(labels, page, [{ barcode, count: 3 }]);
  const found = await labels.get(at(`&barcode=${barcode}`));
  expect(wordsOf(found.text)).toContain("The printer does not have every character");
  expect(wordsOf((await labels.get(`${stations}/print?labels=batch&gather=1`)).text)).toContain(
    "The printer does not have every character",
  );
  expect(wordsOf((await labels.get(`${page}?gather=1`)).text)).toContain(
    "The printer does not have every character",
  );
});

test("six answers wait for news of one person at a time, and a seventh is refused", async () => {
  const { version } = JSON.parse((await labels.get(`${station}/turn`)).text);
  const answers = Array.from({ length: 7 }, () => labels.get(`${station}/turn?since=${version}`));
  expect((await Promise.race(answers)).status).toBe(429);
  const { action, fields } = await printButton(`&barcode=${barcode}`);
  await labels.post(action, fields);
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([...Array(6).fill(200), 429]);
});
