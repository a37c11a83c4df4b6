import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bootView as product } from "#tests/support/labels.ts";
import { onEveryStore, twoProcesses } from "#tests/support/stores.ts";
import { isOpen, lineKey } from "./batch.ts";
import {
  emptyBatch,
  handedOver,
  maxBatchLines,
  refusedText,
  type Scanned,
  withAllBack,
  withEdits,
  withFree,
  withHanded,
  withoutLine,
  withPrinted,
  withScanned,
  withTaken,
} from "./batchChanges.ts";
import { createBatches } from "./batches.server.ts";
import type { Batch, Edit } from "./batchRecord.ts";

const [six, seven] = ["9312300010018", "9312300010025"];
const of = (barcode: string, more: Partial<Scanned> = {}): Scanned => ({
  barcode,
  count: 1,
  product,
  ...more,
});
const scan = (batch: Batch, ...scanned: Scanned[]) => withScanned(batch, scanned).batch;
const productOf = () => product;
const edit = (barcode: string, field: Edit["field"], from: string, to: string): Edit => ({
  ...{ barcode, field, from, to },
});
const edited = (batch: Batch, ...edits: Edit[]) => withEdits(batch, edits, productOf);
const shown = ({ lines }: Batch) =>
  lines.map((entry) => [lineKey(entry), entry.quantity, ...(entry.price === undefined ? [] : [entry.price])]);

describe("scans", () => {
  test("of the same barcode add one, and the line keeps its place [labels#batch]", () => {
    expect(shown(scan(emptyBatch, of(six), of(seven), of(six)))).toEqual([
      [six, "2"],
      [seven, "1"],
    ]);
  });

  test("begin a line anew that was handed over, and a batch that was handed over whole [labels#sent-lines]", () => {
    const sent = withTaken(withHanded(scan(emptyBatch, of(six, { count: 4 })), "page"), "page");
    expect(shown(sent)).toEqual([[`${six} sent`, "4"]]);
    expect(shown(scan(sent, of(seven)))).toEqual([[seven, "1"]]);
    const part = withTaken(withHanded(scan(emptyBatch, of(six)), "page"), "page");
    const open = { ...part, lines: [...part.lines, ...scan(emptyBatch, of(seven)).lines] };
    expect(shown(scan(open, of(six)))).toEqual([
      [six, "1"],
      [seven, "1"],
    ]);
  });

  test("of a label that is on its way are another line: nobody knows of the first one yet", () => {
    const handed = withHanded(scan(emptyBatch, of(six)), "page");
    const both = scan(handed, of(six));
    expect(shown(both)).toEqual([
      [`${six} page`, "1"],
      [six, "1"],
    ]);
    expect(shown(withAllBack(both, "page"))).toEqual([[six, "2"]]);
  });

  test("are refused beyond the last line and the last copy, and say which [labels#batch]", () => {
    const codes = Array.from({ length: maxBatchLines }, (_, index) => of(String(1000 + index)));
    const full = scan(emptyBatch, ...codes);
    expect(full.lines).toHaveLength(maxBatchLines);
    expect(withScanned(full, [of("7")])).toEqual({ batch: full, refused: ["7"] });
    expect(refusedText(full, "7")).toContain(`full with ${maxBatchLines} barcodes`);
    const many = scan(emptyBatch, of(six, { count: 999 }));
    expect(withScanned(many, [of(six)]).refused).toEqual([six]);
    expect(refusedText(many, six)).toContain("999 labels");
  });

  test("keep a line's own price, and take a new one", () => {
    const batch = scan(emptyBatch, of(six, { price: "5" }));
    expect(shown(scan(batch, of(six)))).toEqual([[six, "2", "5"]]);
    expect(shown(scan(batch, of(six, { price: undefined })))).toEqual([[six, "2"]]);
  });
});

describe("what is typed", () => {
  const batch = scan(emptyBatch, of(six, { count: 2 }), of(seven));

  test("is taken once, and not where the line has changed since it was shown", () => {
    const first = edited(batch, edit(six, "quantity", "2", "12"), edit(seven, "price", "59.95", "20"));
    expect(shown(first.batch)).toEqual([
      [six, "12"],
      [seven, "1", "20"],
    ]);
    expect(edited(first.batch, edit(six, "quantity", "2", "12"))).toEqual({ batch: first.batch, missed: [] });
    const stale = edited(scan(batch, of(six)), edit(six, "quantity", "2", "12"));
    expect(stale.missed).toEqual([`${six} has changed to 3 meanwhile: 12 was not taken.`]);
    expect(shown(stale.batch)[0]).toEqual([six, "3"]);
  });

  test("keeps no price that stands there anyway, and another price asks for $0.00 anew [labels#nothing]", () => {
    const free = withFree(edited(batch, edit(six, "price", "59.95", "0")).batch, six);
    expect(free.lines[0]).toMatchObject({ price: "0", isFree: true });
    for (const [to, price] of [
      ["5", "5"],
      ["", ""],
      ["59.95", undefined],
    ] as const) {
      const [line] = edited(free, edit(six, "price", "0", to)).batch.lines;
      expect([line?.price, line?.isFree]).toEqual([price, false]);
    }
  });

  test("in a row of the table is a line of the batch, an empty one takes it away, and its price is that of all [labels#row-entries]", () => {
    const row = (barcode: string, from: string, to: string): Edit => ({
      ...edit(barcode, "quantity", from, to),
      isRow: true,
    });
    expect(shown(edited(batch, row(six, "2", ""), row("333", "", "5")).batch)).toEqual([
      [seven, "1"],
      ["333", "5"],
    ]);
    const price = { product: product.key, book: "59.95", field: "price" } as const;
    const priced = edited(batch, { ...price, from: "59.95", to: "40" }).batch;
    expect(priced.rowPrices).toEqual({ [product.key]: "40" });
    expect(edited(priced, { ...price, from: "40", to: "59.95" }).batch.rowPrices).toEqual({});
    // In the batch a field is cleared to type another number.
    expect(shown(edited(batch, edit(six, "quantity", "2", "")).batch)[0]).toEqual([six, ""]);
  });
});

test("labels on paper leave the lines, those that were scanned since stay", () => {
  const batch = scan(emptyBatch, of(six, { count: 3 }), of(seven));
  const printed = new Map([
    [six, 2],
    [seven, 1],
  ]);
  expect(shown(withPrinted(batch, printed))).toEqual([
    [six, "1"],
    [`${seven} sent`, "1"],
  ]);
  expect(shown(withoutLine(batch, six))).toEqual([[seven, "1"]]);
});

/** One step of somebody; `who` is a scanner or a printing page. */
const step = fc.oneof(
  fc.record({
    is: fc.constant("scan" as const),
    code: fc.constantFrom(six, seven),
    times: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({
    is: fc.constant("type" as const),
    code: fc.constantFrom(six, seven),
    to: fc.integer({ min: 1, max: 9 }),
    isStale: fc.boolean(),
  }),
  fc.record({
    is: fc.constant("print" as const),
    page: fc.integer({ min: 0, max: 1 }),
    /** What the page does not hear, and what the portal does not. */
    ends: fc.constantFrom("well", "unanswered", "killed before it printed", "killed after"),
  }),
  fc.record({ is: fc.constant("put back" as const) }),
);

onEveryStore((open) => {
  const processes = twoProcesses(open, createBatches);
  let runs = 0;

  test("two scanners at once lose no scan, whichever process takes theirs [labels#batch]", async () => {
    const owner = { user: { subject: "two scanners" }, store: { storeAlias: "CLK" } };
    const scans = Array.from({ length: 40 }, (_, index) => index);
    await Promise.all(
      scans.map((index) =>
        processes()[index % 2]?.change(owner, `scan${index}`, (was) =>
          scan(was, of(index % 4 < 2 ? six : seven)),
        ),
      ),
    );
    const quantities = (await processes()[0].read(owner)).lines.map(({ quantity }) => quantity);
    expect(quantities).toEqual(["20", "20"]);
    expect((await processes()[0].read({ ...owner, store: { storeAlias: "ICN" } })).lines).toEqual([]);
  });

  test("asked is printed once, waits, or is named as on its way: two scanners, two printing pages, kills, late and doubled submissions [labels#sent-lines]", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        runs += 1;
        const owner = { user: { subject: `lee ${runs}` }, store: { storeAlias: "CLK" } };
        const [batches, elsewhere] = processes();
        const asked: Record<string, number> = { [six]: 0, [seven]: 0 };
        const printed = new Map<string, Record<string, number>>();
        const taken = new Set<string>();
        const unanswered = new Map<number, string>();
        let names = 0;
        let stale = await batches.read(owner);
        const sum = (batch: Batch, code: string) =>
          batch.lines
            .filter(({ barcode }) => barcode === code)
            .reduce((all, { quantity }) => all + Number(quantity), 0);
        const openIn = (batch: Batch, code: string) =>
          sum({ ...batch, lines: batch.lines.filter(isOpen) }, code);

        for (const one of steps) {
          const before = await batches.read(owner);
          if (one.is === "scan") {
            names += 1;
            const token = `scan${names}`;
            // A doubled submission comes at the same time.
            await Promise.all(
              [batches, elsewhere]
                .slice(0, one.times)
                .map((process) => process.change(owner, token, (was) => scan(was, of(one.code)))),
            );
            asked[one.code] = (asked[one.code] ?? 0) + 1;
          } else if (one.is === "type") {
            const from = String(openIn(one.isStale ? stale : before, one.code) || "");
            const to = String(one.to);
            const typed = { ...edit(one.code, "quantity", from, to), isRow: true };
            const after = await batches.change(owner, undefined, (was) => edited(was, typed).batch);
            const more = openIn(after, one.code) - openIn(before, one.code);
            // Either the number that was meant, on top of what was shown, or nothing.
            expect([0, one.to - openIn(before, one.code)]).toContain(more);
            asked[one.code] = (asked[one.code] ?? 0) + more;
            stale = before;
          } else if (one.is === "print") {
            names += 1;
            const name = unanswered.get(one.page) ?? `hand${names}`;
            const handed = handedOver(
              await batches.change(owner, undefined, (was) => withHanded(was, name)),
              name,
            );
            if (one.ends === "unanswered") unanswered.set(one.page, name);
            else {
              unanswered.delete(one.page);
              if (handed.lines.length === 0) continue;
              if (one.ends !== "killed before it printed") {
                expect(printed.has(name), "a hand-over prints once").toBe(false);
                printed.set(name, { [six]: sum(handed, six), [seven]: sum(handed, seven) });
              }
              if (one.ends === "well") {
                for (let sent = 0; sent < 2; sent += 1)
                  await batches.change(owner, undefined, (was) => withTaken(was, name));
                taken.add(name);
              }
            }
          } else {
            // A person looks at the printer, and asks for those again that did not come out.
            for (const { handed } of before.lines)
              if (handed !== undefined && !printed.has(handed) && ![...unanswered.values()].includes(handed))
                await batches.change(owner, undefined, (was) => withAllBack(was, handed));
          }

          const now = await batches.read(owner);
          for (const code of [six, seven]) {
            const waits = openIn(now, code);
            const onWay = sum(
              { ...now, lines: now.lines.filter(({ handed }) => handed !== undefined) },
              code,
            );
            const sent = [...taken].reduce((all, name) => all + (printed.get(name)?.[code] ?? 0), 0);
            expect(waits + onWay + sent).toBe(asked[code]);
          }
        }
      }),
      { numRuns: 25 },
    );
  });
});
