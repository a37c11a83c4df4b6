import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fieldName } from "#app/domains/labels/batchChanges.ts";
import type { EditedField } from "#app/domains/labels/batchRecord.ts";
import { defaultMedia } from "#app/domains/labels/label.ts";
import { labelPicturesPath } from "#app/domains/labels/paths.ts";
import { wordsOf } from "#tests/support/html.ts";
import { type Filled, ownStation, setBatch } from "#tests/support/labelBatch.ts";
import { turnForm } from "#tests/support/labelStation.ts";
import { bootLabel } from "#tests/support/labels.ts";
import { type Stack, sharedStack } from "#tests/support/stack.ts";
import { labelBarcode, repriced } from "#tests/support/upstream/labelProducts.ts";
import { json } from "#tests/support/upstream/proxy.ts";
import { formIn, type Visitor } from "#tests/support/visitor.ts";

const page = "/store/CLK/printlabel";
const setup = `${page}/setup`;
const productsPath = "/api/getallproducts";
const barcode = labelBarcode(2, 2);

/** A page that prints nothing, and hears what there is. */
const guest = { page: "page0001", browser: "browser1", isGuest: true };

let stack: Stack;
let labels: Visitor;
beforeAll(async () => {
  stack = await sharedStack();
  labels = await stack.signedIn("labels");
});
beforeEach(() => {
  stack.upstream.reset();
  stack.upstream.calls.length = 0;
});

const requests = () =>
  stack.upstream.calls
    .filter(({ path }) => path === productsPath)
    .map(({ query }) => Object.fromEntries(query));
/** Opens a page and follows redirects; its URL has no origin. */
async function follow(path: string) {
  const reply = await labels.get(path);
  if (reply.location === undefined) return { ...reply, url: reply.url.replace(stack.portal.url, "") };
  const url = new URL(reply.location, stack.portal.url).href.replace(stack.portal.url, "");
  return { ...(await labels.get(url)), url };
}
const fill = (lines: Filled) => setBatch(labels, page, lines);
const ascii = (body: Buffer) => body.toString("latin1");
const wordsAt = async (path: string) => wordsOf((await labels.get(path)).text);
const catalogueDown = () => stack.upstream.fail(productsPath, json(500, { error: "The catalogue is down" }));
const usual = {
  ...{ "media.widthMm": "57", "media.heightMm": "32", "media.gapMm": "3", "media.dotsPerMm": "8" },
  language: "",
};

describe("the page", () => {
  test("is for PrintLabel and Admin, of every store type, and is where label people land [labels#page]", async () => {
    const [admin, clerk, store] = await Promise.all(
      (["admin", "clerk", "store"] as const).map((who) => stack.signedIn(who)),
    );
    expect((await admin?.get(page))?.status).toBe(200);
    for (const visitor of [clerk, store]) {
      for (const path of ["", "/file", "/sheet", "/pictures"]) {
        expect((await visitor?.get(page + path))?.status, path).toBe(403);
      }
    }
    for (const alias of ["ICN", "CAT", "KGN", "AMZ", "SDY", "EBY", "MYR", "DOM", "TLS"]) {
      expect((await labels.get(`/store/${alias}/printlabel`)).status, alias).toBe(200);
    }
    expect((await follow("/store/CLK")).url).toBe(page);
  });

  test("calls once, with the store's price book, 20 a page and only the filters that are set [labels#filters, labels#page-size]", async () => {
    await labels.get(page);
    await labels.get(`${page}?barcode=${barcode}`);
    const all = {
      brand: "Clarks",
      levelcode: "STY",
      clrcode: "BLK",
      colourname: "Black",
      productname: "Boot",
      season: "W26",
      occasion: "Casual",
      department: "Womens",
      sizing: "AU",
    };
    await labels.get(`${page}?${new URLSearchParams({ ...all, page: "2" })}`);
    await labels.get("/store/AMZ/printlabel");
    const book = { pagesize: "20", pricebook: "Clarks Web" };
    expect(requests()).toEqual([
      { page: "1", ...book },
      { page: "1", ...book, barcode },
      { page: "2", ...book, ...all },
      { page: "1", pagesize: "20" },
    ]);
  });

  test("shows a scan's product with one call: sizes, one label of the scanned one, the price of the book [labels#page, labels#selected]", async () => {
    const { text, url } = await labels.get(`${page}?barcode=${barcode}`);
    expect(requests()).toHaveLength(1);
    const words = wordsOf(text);
    expect(words).toContain("Harbour Boot 2");
    expect(words).toContain("Clarks Web");
    expect(text).toMatch(/name="n\.21"[^>]*value="1"/);
    expect(text).toMatch(/name="price"[^>]*value="59.95"/);
    expect(text).toContain(
      `aria-label="Label: Harbour Boot 2, Black, size 7 (AU Womens), price $59.95, barcode ${barcode}"`,
    );
    const scan = formIn({ text, url }, "Scan");
    expect(scan.fields, "the next scan meets an empty field").toMatchObject({ barcode: "" });
    expect(scan.html).toContain(`placeholder="${barcode}"`);
  });

  test("a number is found however it is written, with a second call only where the first finds nothing [labels#one-number]", async () => {
    const upc = "301000141008";
    const product = repriced(2, 59.95, "Clarks Web");
    product.Sizes = product.Sizes.map((size, index) => (index === 0 ? { ...size, barcode: upc } : size));
    stack.upstream.change(productsPath, (rows: unknown[]) =>
      stack.upstream.calls.at(-1)?.query.get("barcode") === upc ? [product] : rows,
    );
    const asked = () => requests().map((query) => query.barcode);
    for (const [scanned, calls] of [
      [upc, [upc]],
      [`0${upc}`, [`0${upc}`, upc]],
      [`00${upc}`, [`0${upc}`, upc]],
      [barcode, [barcode]],
    ] as const) {
      stack.upstream.calls.length = 0;
      const { text } = await labels.get(`${page}?barcode=${scanned}`);
      expect(asked(), scanned).toEqual(calls);
      if (scanned !== barcode) expect(text, scanned).toMatch(/name="n\.20"[^>]*value="1"/);
    }
    await fill([{ barcode: upc, count: 1 }]);
    const { action, fields } = formIn(await labels.get(`${page}?gather=1`), "Scan");
    await labels.post(action, { ...fields, scan: `00${upc}` });
    expect(await wordsAt(`${page}?gather=1`), "one line").toContain("2 labels of 1 barcode");
  });

  test("says that there is no record only if a barcode was searched [labels#not-found]", async () => {
    expect(wordsOf((await labels.get(`${page}?barcode=4711`)).text)).toContain(
      "No record found for this Barcode!",
    );
    const filtered = wordsOf((await labels.get(`${page}?productname=nothing`)).text);
    expect(filtered).toContain("No products match");
    expect(filtered).not.toContain("No record found");
  });

  test("refuses invalid barcodes, quantities or prices in words next to the input, and searches for nothing [labels#barcode, labels#quantity, labels#price-entry]", async () => {
    const words = await wordsAt(`${page}?barcode=ABC-12`);
    expect(words).toContain("ABC-12");
    expect(words).toContain("digits only");
    expect(requests()[0]).not.toHaveProperty("barcode");
    const { text } = await labels.get(`${page}?barcode=${barcode}&n.20=12x&n.21=1234&price=5.955`);
    expect(text).toMatch(/name="n\.20"[^>]*value="12x"/);
    expect(text).toMatch(/name="price"[^>]*value="5.955"/);
    for (const said of ["Digits only.", "999 at most.", "Digits with up to two decimals."])
      expect(wordsOf(text)).toContain(said);
    expect(await wordsAt(`${page}?barcode=${barcode}&price=`)).toContain("Enter a price.");
    await fill([{ barcode, count: 1 }]);
    const line = formIn(await labels.get(`${page}?page=zero&design=none`), "Clear batch");
    const { location } = await labels.post(line.action, {
      ...line.fields,
      [fieldName({ field: "quantity", barcode, from: "1" })]: "1x",
      [fieldName({ field: "price", barcode, from: "59.95" })]: "a",
    });
    const typed = await labels.get(location ?? "");
    expect(typed.text).toMatch(/name="typed\?field=quantity[^>]*value="1x"/);
    expect(wordsOf(typed.text)).toContain("Digits with up to two decimals.");
  });

  test("shows the original of a typed price, marks one that differs much, and reverts it by a link [labels#typed-price]", async () => {
    const typed = async (price: string) =>
      (await labels.get(`${page}?barcode=${barcode}&price=${price}`)).text;
    const far = await typed("29");
    expect(wordsOf(far)).toContain("was $59.95 far from it");
    expect(wordsOf(await typed("120"))).toContain("far from it");
    const near = await typed("30");
    expect(wordsOf(near)).toContain("was $59.95");
    expect(wordsOf(near)).not.toContain("far from it");
    const [, back = ""] = /href="([^"]+)"[^>]*>Take it back/.exec(far) ?? [];
    expect(back.replaceAll("&amp;", "&")).toBe(`${page}?barcode=${barcode}`);
  });

  test("files, shows and prints $0.00 only once 'Print $0.00' is pressed", async () => {
    const asks = "The price is $0.00: press 'Print $0.00' if it is meant.";
    const search = `barcode=${barcode}&price=0`;
    expect(wordsOf((await follow(`${page}/file?labels=barcode&${search}`)).text)).toContain(asks);
    expect(await wordsAt(`${page}/sheet?labels=barcode&${search}`)).toContain(asks);
    expect(await wordsAt(`${page}/stations/print?labels=barcode&${search}`)).toContain(asks);
    const { text } = await labels.get(`${page}?${search}`);
    expect(text).toMatch(/<button[^>]*name="free"[^>]*value="1"[^>]*>(?:<[^>]*>)*Print \$0\.00/);
    const meant = await labels.get(`${page}/file?labels=barcode&${search}&free=1`);
    expect(ascii(meant.body)).toContain("^FD$0.00^FS");
  });

  test("expands rows in place, whose quantities are lines of the batch at the row's price, with every button of the batch [labels#row-entries]", async () => {
    const [third, fifth] = [labelBarcode(3, 1), labelBarcode(5, 1)];
    await fill([]);
    const rows = `${page}?o.STY1003~BLK=1&o.STY1005~BLK=1`;
    const { text } = await labels.get(rows);
    expect(text.match(/aria-label="Labels of Harbour Boot [35] Black"/g)).toHaveLength(2);
    const [, id] = /<input[^>]*form="([^"]+)"[^>]*name="typed\?/.exec(text) ?? [];
    expect(text.match(new RegExp(`<form[^>]*id="${id}"`, "g"))).toHaveLength(1);
    /** As the browser sends it: what each field showed, and what it has. */
    const send = (typed: [shown: EditedField, to: string][], more: Record<string, string> = {}) =>
      labels.post(rows.replace("?", "/batch?"), {
        ...more,
        ...Object.fromEntries(typed.map(([shown, to]) => [fieldName(shown), to])),
      });
    const row = (code: string, from = "") =>
      ({ field: "quantity", barcode: code, from, isRow: true }) as const;
    const price = { field: "price", product: "STY1003~BLK", book: "59.95", from: "59.95" } as const;
    await send([
      [price, "19.9"],
      [row(third), "4"],
      [row(fifth), "2"],
    ]);
    const after = await labels.get(rows);
    expect(wordsOf(after.text)).toContain("6 labels of 2 barcodes");
    expect(wordsOf(after.text)).toContain("was $59.95");
    // One press of the batch's buttons takes what was typed since.
    const file = await send([[row(third, "4"), "3"]], { to: "file" });
    const { body } = await labels.get(file.location ?? "");
    expect(ascii(body).match(/\^FD\$[\d.]+|\^PQ\d+/g)).toEqual(["^FD$19.90", "^PQ3", "^FD$59.95", "^PQ2"]);
    await send([
      [row(third, "3"), ""],
      [row(fifth, "2"), "2"],
    ]);
    expect(await wordsAt(rows)).toContain("2 labels of 1 barcode");
    expect((await send([[row(fifth, "7"), "8"]])).location).toContain("/printlabel?o.");
    expect(await wordsAt(rows), "a page that showed something else").toContain(
      `${fifth} has changed to 2 meanwhile: 8 was not taken.`,
    );
  });

  test("keeps its frame when the products can't be had, and has an unreadable product as one row of the others", async () => {
    catalogueDown();
    const { status, text } = await labels.get(`${page}?brand=Clarks`);
    stack.upstream.reset();
    expect(status).toBe(502);
    expect(wordsOf(text)).toContain("The catalogue is down");
    expect(wordsOf(text)).not.toContain("No record found");
    expect(text).toMatch(/name="brand"[^>]*value="Clarks"/);
    stack.upstream.change(productsPath, (rows) => [{ ClrCode: "no level code", id: "broken-1" }, ...rows]);
    const words = await wordsAt(page);
    expect(words).toContain("broken-1");
    expect(words).toContain("Harbour Boot 1");
  });
});

describe("the batch", () => {
  test("grows by scans, one call each; a form sent twice is one scan, and a reload adds nothing [labels#batch]", async () => {
    await fill([]);
    const scan = async (code: string, times = 1) => {
      const { action, fields } = formIn(await labels.get(`${page}?gather=1`), 'name="scan"');
      stack.upstream.calls.length = 0;
      let reply = await labels.post(action, { ...fields, scan: code });
      for (let more = 1; more < times; more += 1)
        reply = await labels.post(action, { ...fields, scan: code });
      return { location: reply.location ?? "", words: await wordsAt(reply.location ?? "") };
    };
    const first = await scan(barcode);
    expect(new URL(first.location, stack.portal.url).search).toBe(`?barcode=${barcode}&gather=1`);
    expect(requests()).toHaveLength(1);
    expect((await scan(barcode, 2)).words).toContain("2 labels of 1 barcode");
    expect(await wordsAt(first.location)).toContain("2 labels of 1 barcode");
    expect((await scan(`${barcode}4`)).words).toContain("digits only, 13 at most");
    expect((await scan("4711")).words).toContain("No record found for this Barcode!");
    // Another workstation's batch, and that of another store, are others.
    const elsewhere = await stack.signedIn("labels");
    expect(wordsOf((await elsewhere.get(`${page}?gather=1`)).text)).toContain("0 labels of 0 barcodes");
    const { pathname } = new URL(await ownStation(labels, page), stack.portal.url);
    expect((await elsewhere.get(`${page}?station=${pathname.split("/").at(-1)}`)).status).toBe(404);
    expect((await elsewhere.post(`${pathname}/turn`, turnForm(guest))).status, "its queue").toBe(404);
  });

  test("takes a scan and what was typed before it, which come in one request", async () => {
    await fill([{ barcode, count: 1 }]);
    const typed = fieldName({ field: "quantity", barcode, from: "1" });
    const { batch } = await press({ scan: labelBarcode(5, 1), token: "typed1", [typed]: "12" }, "?gather=1");
    expect(batch.toPrint).toEqual({ labels: 13, barcodes: 2 });
  });

  test("is cleared only as the page showed it, and its lines come off one by one", async () => {
    await fill([{ barcode, count: 1 }]);
    const shown = formIn(await labels.get(`${page}?gather=1`), "Clear batch");
    const scanned = formIn(await labels.get(`${page}?gather=1`), 'name="scan"');
    await labels.post(scanned.action, { ...scanned.fields, scan: labelBarcode(5, 1) });
    const late = await labels.post(shown.action, { ...shown.fields, clear: "all" });
    const words = await wordsAt(late.location ?? "");
    expect(words).toContain("The batch has changed meanwhile.");
    expect(words).toContain("2 labels of 2 barcodes");
    await labels.post(shown.action, { ...shown.fields, token: "another", remove: barcode });
    expect(await wordsAt(`${page}?gather=1`)).toContain("1 label of 1 barcode");
  });

  /** A press of a page, or what it typed: the answer. */
  const press = async (form: Record<string, string>, search = "") =>
    JSON.parse((await labels.post(`${page}/batch${search}`, form, { accept: "application/json" })).text);
  const queued = async () =>
    JSON.parse((await labels.post(`${await ownStation(labels, page)}/turn`, turnForm(guest))).text).jobs;

  test("is asked for at its station under the name of the press, once [labels#sent-lines, labels#true-price]", async () => {
    await fill([{ barcode, count: 2 }]);
    const before = (await queued()).length;
    const print = async (name: string, revision: string) => press({ "print.batch": name, revision });
    const revision = async () => String((await press({})).batch.revision);
    const handed = async () => (await queued()).slice(before);
    expect((await print("page0", "0")).problem).toContain("has changed meanwhile");
    catalogueDown();
    const unread = await print("page0", await revision());
    expect(unread.problem).toContain("could not be read again, so nothing was printed");
    expect(await handed()).toEqual([]);
    stack.upstream.reset();
    const shown = await revision();
    expect(await print("page1", shown)).not.toHaveProperty("problem");
    expect(await print("page1", shown), "an answer that was lost").not.toHaveProperty("problem");
    expect(await handed()).toMatchObject([
      { label: { barcode, copies: 2, price: "59.95" }, state: "waiting", by: "Lee Labels" },
    ]);
    await print("page2", await revision());
    expect(await handed(), "all of it was asked for").toHaveLength(1);
    expect(await wordsAt(`${page}?gather=1`)).toContain("0 of 2 labels sent.");
    expect(await wordsAt(`${page}/stations`), "nobody else prints there").not.toContain("This workstation ");
    expect(await press({ back: "doubtful", revision: "1" }), "of a page from before").toMatchObject({
      problem: expect.stringContaining("has changed meanwhile"),
    });
    expect(await wordsAt(`${page}?gather=1`), "nor are others put back").toContain("0 of 2 labels sent.");
    await press({ back: "others" });
    expect(await wordsAt(`${page}?gather=1`)).toContain("2 labels of 1 barcode");
    expect(await handed(), "what was put back does not print too").toMatchObject([
      { state: "stopped", isClosed: true },
    ]);
  });

  test("tells what was not sent of it on every device, and asks for that again on one press [labels#sent-lines, labels#unsent]", async () => {
    await fill([
      { barcode, count: 2 },
      { barcode: labelBarcode(5, 1), count: 3 },
    ]);
    const { batch } = await press({});
    const asking = { page: "page0002" };
    await press({ "print.batch": "page3", revision: String(batch.revision), ...asking });
    const turn = `${await ownStation(labels, page)}/turn`;
    const printer = { printer: "Zebra", language: "ZPL" as const, media: defaultMedia };
    const at = { ...guest, ...asking, isGuest: false, isAlone: true, printer };
    await labels.post(turn, turnForm({ ...at, lease: "leasenr1" }));
    const reports = [{ lease: "leasenr1", is: "sent" as const, reason: "" }];
    await labels.post(turn, turnForm({ ...at, reports, isStopped: true }));
    const words = await wordsAt(`${page}?gather=1`);
    expect(words).toContain("2 of 5 labels sent, 3 not sent.");
    expect(words).toContain("Print the 3 that were not sent");
    expect(words, "nothing looks done").not.toContain("Start a new batch");
    for (const _ of [1, 2]) await press({ again: "all" });
    expect((await queued()).filter(({ state }: { state: string }) => state === "waiting")).toMatchObject([
      { label: { barcode: labelBarcode(5, 1), copies: 3 } },
    ]);
    await fill([]);
  });

  test("a product prints at the price that is shown: another one is told, and printed by the next press [labels#true-price]", async () => {
    const before = (await queued()).length;
    const asked = async () =>
      (await queued()).slice(before).map(({ label }: { label: { price: string } }) => label.price);
    const now = { barcode, "print.barcode": "press1", prices: "49.95 " };
    expect((await press(now)).problem).toContain(
      "the price has changed since it was shown. It is $59.95 now.",
    );
    expect(await asked()).toEqual([]);
    expect(await press({ ...now, prices: "59.95 " })).not.toHaveProperty("problem");
    await press({ ...now, price: "20", prices: "20.00 ", "print.barcode": "press2" });
    expect(await asked(), "a typed price stays").toEqual(["59.95", "20.00"]);
    await press({ ...now, price: "0", free: "1", prices: "0.00 ", "print.barcode": "press3" });
    expect(await asked(), "$0.00 that is meant").toEqual(["59.95", "20.00", "0.00"]);
  });

  test("scans that print are asked for once each, whatever is sent twice; what a person has to look at is not [labels#scan-and-print]", async () => {
    const before = (await queued()).length;
    const scan = (code: string, token: string) => press({ scan: code, token }, "?each=1");
    for (const [code, token] of [
      [barcode, "scan1"],
      [barcode, "scan1"],
      [labelBarcode(2, 3), "scan1"],
      [barcode, "scan2"],
    ] as const)
      expect(await scan(code, token)).not.toHaveProperty("problem");
    const found = (await queued()).slice(before);
    expect(found.map(({ scan }: { scan: string }) => scan)).toEqual([barcode, labelBarcode(2, 3), barcode]);
    expect((await scan("4711", "scan3")).problem).toBe("No record found for this Barcode!");
    expect((await scan(`${barcode}4`, "scan4")).problem).toContain("digits only, 13 at most");
    stack.upstream.change(productsPath, (rows) => rows.map((row: object) => ({ ...row, Prices: [] })));
    expect(await scan(barcode, "scan5")).toMatchObject({
      isHeld: true,
      problem: "Not printed: there is no price. Enter one.",
    });
    expect((await queued()).length).toBe(before + 3);
  });

  test("shows the newest lines of a thousand, and all of them on a press", async () => {
    const codes = Array.from({ length: 1_000 }, (_, index) => String(100_000 + index));
    await fill(codes.map((code) => ({ barcode: code, count: 1 })));
    const { text } = await labels.get(`${page}?gather=1`);
    expect(wordsOf(text)).toContain("1,000 labels of 1,000 barcodes");
    expect(text.match(/name="typed\?field=quantity/g)).toHaveLength(100);
    const { text: whole } = await labels.get(`${page}?gather=1&whole=1`);
    expect(whole.match(/name="typed\?field=quantity/g)).toHaveLength(1_000);
    await fill([]);
  });
});

describe("the label file", () => {
  test("holds the commands of every label, byte for byte, under its language's ending", async () => {
    const { headers, body, status } = await labels.get(
      `${page}/file?labels=barcode&barcode=${barcode}&n.20=12&price=1234.5`,
    );
    expect(status).toBe(200);
    expect(headers["content-disposition"]).toBe(`attachment; filename="labels-CLK-${barcode}.zpl"`);
    expect(headers["content-type"]).toBe("application/octet-stream");
    const text = ascii(body);
    expect(text.match(/\^XA/g)).toHaveLength(2);
    expect(text).toContain("^PQ12,");
    expect(text).toContain("^PQ1,");
    expect(text).toContain("$1,234.50");
    expect(text).toContain(labelBarcode(2, 1).slice(0, 12));
  });

  test("of nothing redirects to the page, which says what is missing", async () => {
    const { url, text } = await follow(`${page}/file?labels=barcode&product=STY1001~BLK`);
    expect(url).toBe(`${page}?product=STY1001%7EBLK`);
    expect(wordsOf(text)).toContain("Enter a quantity for a size.");
  });

  test("of the test label needs no product and no call", async () => {
    const { headers, body } = await labels.get(`${page}/file?labels=test`);
    expect(headers["content-disposition"]).toContain("labels-CLK-test.zpl");
    expect(ascii(body)).toContain("^XZ");
    expect(requests()).toEqual([]);
  });
});

describe("the settings", () => {
  test("say what must be corrected, and keep the input", async () => {
    const { status, text } = await labels.post(setup, {
      ...{ ...usual, "media.widthMm": "5", "media.heightMm": "x", "media.tuning.darkness": "31" },
    });
    expect(status).toBe(400);
    expect(wordsOf(text)).toContain("Millimetres from 20 to 104.");
    expect(wordsOf(text)).toContain("Whole number from 0 to 30 in ZPL, or empty.");
    expect(text).toMatch(/name="media\.heightMm"[^>]*value="x"/);
  });

  test("of another origin are refused, a printer's choice too", async () => {
    const evil = { origin: "https://evil.example" };
    expect((await labels.post(setup, { "media.widthMm": "50" }, evil)).status).not.toBe(302);
    const choice = { printer: "A", language: "ZPL" };
    expect((await labels.post("/print/printer", choice, evil)).status).toBe(403);
  });

  test("that are more than a browser keeps are refused in words, not lost", async () => {
    const visitor = await stack.signedIn("labels");
    let answer = await visitor.post(setup, usual);
    for (let number = 0; number < 10 && answer.status === 302; number += 1)
      answer = await visitor.post(setup, { ...usual, printer: `${number} ${"ü".repeat(190)}` });
    expect(answer.status).toBe(400);
    expect(wordsOf(answer.text)).toContain("forget the settings of another printer first");
  });

  test("keep the chosen printer, whose driver or override decides the language of files [labels#language]", async () => {
    const language = async (choice: Record<string, string>) => {
      const sent = { language: "ZPL", ...choice };
      expect((await labels.post("/print/printer", sent)).status).toBe(204);
      const { headers } = await labels.get(`${page}/file?labels=test`);
      return headers["content-disposition"]?.slice(-5, -1);
    };
    expect(await language({ printer: "ZDesigner LP 2844", language: "EPL" })).toBe(".epl");
    const damaged = { printer: "A", language: "ZPL", isSet: "perhaps" };
    expect((await labels.post("/print/printer", damaged)).status).toBe(400);
    expect(await language({ printer: "ZDesigner LP 2844", isSet: "yes" })).toBe(".zpl");
    expect(await language({ printer: "Bench 2", language: "EPL" })).toBe(".epl");
    expect(await language({ printer: "Bench 3" })).toBe(".zpl");
  });
});

test("pictures have the labels of their address in dots of the usual media, and are cacheable", async () => {
  const { text } = await labels.get(`${page}?barcode=${barcode}`);
  expect(text).toContain(`viewBox="0 0 ${57 * 8} ${32 * 8}"`);
  expect(text, "the page opens with its own").toMatch(
    new RegExp(`aria-label="Label: [^"]*${barcode}".*<path d="M`, "s"),
  );
  const label = { ...bootLabel, barcode };
  const address = labelPicturesPath("CLK", { labels: [label], language: "ZPL", media: defaultMedia });
  const { status, headers, text: sent } = await labels.get(address);
  expect(status).toBe(200);
  expect(headers["cache-control"]).toMatch(/private, max-age=\d+/);
  const [picture] = JSON.parse(sent);
  expect(picture.text).toContain(`price $129.95, barcode ${barcode}`);
  expect(picture.path.split("z").filter(Boolean)).toHaveLength(30);
  expect((await labels.get(`${page}/pictures`)).status).toBe(400);
  expect(requests()).toHaveLength(1);
});

test("the sheet shows every copy at its true size, on a roll or on A4 stock from the label it starts at", async () => {
  const sheet = `${page}/sheet?labels=barcode&barcode=${barcode}&n.21=4`;
  const { text, status } = await labels.get(sheet);
  expect(status).toBe(200);
  expect(text.match(/<use href="#label-0"/g)).toHaveLength(4);
  expect(text).toContain('width="57mm"');
  expect(wordsOf(text)).toContain("4 labels of 57 × 32 mm");
  expect(text).not.toMatch(/\sstyle=/);
  expect(text).toMatch(/href="[^"]*n\.21=4"[^>]*>(?:<[^>]*>)*Back to Print Label/);
  expect(await wordsAt(`${sheet}&stock=3x7&start=20`)).toContain("4 labels of 63.5 × 38.1 mm on 2 sheets.");
  const beyond = await labels.get(`${sheet}&stock=3x7&start=99`);
  expect(wordsOf(beyond.text)).toContain("This sheet has labels 1 to 21.");
  expect(beyond.text).toMatch(/name="start"[^>]*value="99"/);
});

describe("setting a workstation up", () => {
  test("Print Label leads there, and it leads back to what was shown [labels#setup]", async () => {
    const shown = `${page}?barcode=${barcode}&n.21=3`;
    const [, href = ""] = /href="([^"]+)">Label settings/.exec((await labels.get(shown)).text) ?? [];
    const { text } = await labels.get(href.replaceAll("&amp;", "&"));
    expect(text).toContain(`href="${shown.replace("&", "&amp;")}"`);
  });

  const setup = `${page}/setup`;
  /** The number on every test label. */
  const number = "9300000101006";
  async function send(typed: Record<string, string>) {
    const { text, url } = await labels.get(setup);
    const form = formIn({ text, url }, "Check it");
    return labels.post(form.action, { ...form.fields, ...typed });
  }

  test("the test label's own number proves its printer, once however often it is sent [labels#proof]", async () => {
    for (const _ of [1, 2])
      expect((await send({ printer: "Dock Zebra", scanned: ` ${number} ` })).status).toBe(302);
    const words = await wordsAt(setup);
    expect(words.split("57 × 32 mm, 203 dpi").length - 1).toBe(1);
    expect(words).not.toContain("No printer yet");
  });
});

test("a portal without a print certificate hands out none, signs nothing, and says so", async () => {
  const certificate = await labels.get("/print/certificate");
  expect([certificate.status, certificate.text]).toEqual([204, ""]);
  expect(await wordsAt(`${page}/setup`)).toContain("The portal has no print certificate");
  const reply = await labels.post("/print/sign");
  expect(reply.status).toBe(503);
  expect(reply.text).toContain("no certificate");
  expect(reply.text, "no path of a file").not.toContain("/");
});

test("a Reebok store chooses its design, and prices only by default", async () => {
  const address = `/store/RBK/printlabel?barcode=${barcode}`;
  const { text } = await labels.get(address);
  expect(wordsOf(text)).toContain("Reebok - Price Only Reebok - Price & Barcode");
  expect(text).toContain('aria-label="Label: price $99.95"');
  const design = await labels.get(`/store/RBK/printlabel/file?labels=design&barcode=${barcode}&n.20=2`);
  expect(ascii(design.body).match(/\^XA/g)).toHaveLength(1);
  expect(ascii(design.body)).toContain("^PQ3,");
  expect(ascii(design.body)).not.toContain(barcode.slice(0, 12));
  const chosen = await labels.get(`${address}&design=Common`);
  expect(chosen.text).toContain(`barcode ${barcode}"`);
  expect(wordsOf((await labels.get(`${page}?design=RBK&barcode=${barcode}`)).text)).not.toContain(
    "Reebok - Price",
  );
});
