import { beforeAll, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { type Own, sharedOwn } from "#tests/support/own.ts";
import { labelBarcode } from "#tests/support/upstream/labelProducts.ts";
import { formsIn, type Reply, type Visitor } from "#tests/support/visitor.ts";

const page = "/store/CLK/printlabel";
const stations = `${page}/stations`;
const barcode = labelBarcode(2, 2);

let own: Own;
let labels: Visitor;
let station: string;
beforeAll(async () => {
  own = await sharedOwn();
  labels = await own.signedIn("labels");
  station = await open("Dock Zebra");
});

/** The form of a page that holds these words. */
function formOf({ text, url }: Reply, words: string) {
  const form = formsIn(text, url).find(({ method, html }) => method === "POST" && html.includes(words));
  if (!form) throw new Error(`No form says '${words}': ${wordsOf(text)}`);
  return form;
}

/** Opens a station; resolves to its address. */
async function open(name: string): Promise<string> {
  const { action, fields } = formOf(await labels.get(stations), "Open the station");
  const reply = await labels.post(action, { ...fields, name });
  expect(reply.status, wordsOf(reply.text)).toBe(302);
  return new URL(reply.location ?? "").pathname.replace(/\/work$/, "");
}

const waiting = async (at = station) =>
  Number(/(\d+) labels? waits? here/.exec(wordsOf((await labels.get(at)).text))?.[1]);

const turn = async (fields: Record<string, string>) => {
  const who = { page: "page_of_dock", browser: "browser_of_dock", printer: "Zebra" };
  const { status, text } = await labels.post(`${station}/turn`, { ...who, ...fields });
  return { status, answer: JSON.parse(text) };
};

test("a station opens under a name that the store has once, and shows who can print there [labels#stations, labels#station-state]", async () => {
  const { action, fields } = formOf(await labels.get(stations), "Open the station");
  const again = await labels.post(action, { ...fields, name: "dock zebra" });
  expect(again.status).toBe(400);
  expect(wordsOf(again.text)).toContain("a station of that name already");
  const words = wordsOf((await labels.get(stations)).text);
  expect(words).toContain("Dock Zebra");
  expect(words).toContain("Its page is not open");
  expect((await labels.get(station.replace("CLK", "RBK"))).status, "it is its store's own").toBe(404);
});

test("a scan without scripting comes to a label that waits, once however often it is sent [labels#station-scan]", async () => {
  const before = await waiting();
  const found = await labels.get(`${station}/scan?barcode=${barcode}`);
  expect(wordsOf(found.text)).toContain("Harbour Boot 2");
  const { action, fields } = formOf(found, "Print at Dock Zebra");
  for (const _ of [1, 2]) {
    const reply = await labels.post(action, fields);
    expect(reply.status).toBe(302);
    expect(new URL(reply.location ?? "").pathname).toBe(`${station}/scan`);
  }
  const next = await labels.get(`${station}/scan`);
  expect(wordsOf(next.text)).toContain("1 label of Harbour Boot 2, Black, 7 handed to Dock Zebra.");
  expect(await waiting()).toBe(before + 1);
  expect(next.text).toMatch(/<input[^>]*autofocus[^>]*name="barcode"/i);
});

test("every scan prints where that is asked for, also after one that nobody has or that is too long [labels#station-scan, labels#barcode]", async () => {
  const before = await waiting();
  let { action, fields } = formOf(await labels.get(`${station}/scan?each=1&was=RRP`), "Print");
  for (const [code, words] of [
    ["4711", "No record found for this Barcode!"],
    [`${barcode}4`, `A barcode has digits only, 13 at most: '${barcode}4' is not one.`],
  ] as const) {
    const wrong = await labels.post(action, { ...fields, barcode: code });
    expect(wrong.status).toBe(400);
    expect(wordsOf(wrong.text)).toContain(words);
    ({ action, fields } = formOf(wrong, "Print"));
  }
  const reply = await labels.post(action, { ...fields, barcode });
  expect(new URL(reply.location ?? "").search, "the next scan prints too").toBe("?each=1&was=RRP");
  expect(await waiting()).toBe(before + 1);
});

test("two scans under one token are two labels, and each of them is one however often it is sent [labels#station-scan]", async () => {
  const before = await waiting();
  const { action, fields } = formOf(await labels.get(`${station}/scan?each=1`), "Print");
  for (const code of [barcode, labelBarcode(3, 1), barcode]) {
    const reply = await labels.post(action, { ...fields, barcode: code });
    expect(reply.status).toBe(302);
  }
  expect(await waiting()).toBe(before + 2);
});

test("a former price is chosen once for all scans, and said before a label goes [labels#was]", async () => {
  const found = await labels.get(`${station}/scan?barcode=${barcode}&was=RRP`);
  expect(wordsOf(found.text)).toContain("Label: was $99.95 (RRP)");
  const { action, fields } = formOf(found, "Print at Dock Zebra");
  const typed = await labels.post(action, { ...fields, price: "abc" });
  expect(wordsOf(typed.text), "what was typed over").toContain("Digits with up to two decimals.");
  const reply = await labels.post(action, { ...fields, was: "RRP", price: "49" });
  expect(new URL(reply.location ?? "").search).toBe("?was=RRP");
  expect(wordsOf((await labels.get(reply.location ?? "")).text)).toContain(
    "Labels show a former price from RRP.",
  );
});

test("a batch of Print Label goes to the station that is chosen, and leads back to the batch [labels#station-scan, labels#sent-lines]", async () => {
  const before = await waiting();
  const asked = await labels.get(`${stations}/print?labels=batch&gather=1&b.${barcode}=3`);
  expect(wordsOf(asked.text)).toContain("3 labels");
  const { action, fields } = formOf(asked, "Print at Dock Zebra");
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

test("a form that was made for nobody, or for somebody else, does nothing", async () => {
  const before = await waiting();
  const admin = await own.signedIn("admin");
  const { action, fields } = formOf(await admin.get(`${station}/scan?barcode=${barcode}`), "Print at");
  expect((await labels.post(action, fields)).status).toBe(400);
  expect((await labels.post(action, { ...fields, token: "" })).status).toBe(400);
  expect((await labels.post(station, { intent: "end", token: "x" })).status).toBe(400);
  expect(await waiting()).toBe(before);
});

test("the station's page is handed one label at a time, the same one under the same lease, and tells of it [labels#station-once]", async () => {
  const before = await waiting();
  const taken = await turn({ lease: "lease_0001" });
  expect(taken.answer.job.label).toMatchObject({ barcode, price: "59.95", copies: 1 });
  expect((await turn({ lease: "lease_0001" })).answer.job).toEqual(taken.answer.job);
  expect(await waiting()).toBe(before - 1);
  expect((await turn({ page: "another_page", browser: "another_one", lease: "lease_0002" })).answer).toEqual({
    is: "taken",
  });
  const reports = JSON.stringify([{ lease: "lease_0001", is: "sent", reason: "" }]);
  expect((await turn({ reports })).answer).toMatchObject({ is: "working", open: [] });
  expect(wordsOf((await labels.get(station)).text)).toContain("Sent");
  expect((await turn({ lease: "no lease" })).status).toBe(400);
});

test("a station ends only when nothing waits there [labels#station-end]", async () => {
  const page = await labels.get(station);
  const { fields } = formOf(page, "Take back");
  await labels.post(station, { token: fields.token ?? "", intent: "end" });
  expect((await labels.get(station)).status).toBe(200);
  for (let left = await waiting(); left > 0; left -= 1) {
    const next = formOf(await labels.get(station), "Take back");
    await labels.post(station, { ...next.fields, intent: "remove" });
  }
  const { fields: last } = formOf(await labels.get(station), "End this station");
  await labels.post(station, { ...last, intent: "end" });
  expect((await labels.get(station)).status).toBe(404);
  expect((await turn({})).status).toBe(404);
});
