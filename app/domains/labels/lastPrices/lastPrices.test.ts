import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bootLabel } from "#tests/support/labels.ts";
import { schedules } from "#tests/support/models.ts";
import type { LabelJob } from "../jobs.ts";
import {
  hangingAfter,
  isWrong,
  type LastPrice,
  type Report,
  toLastPrice,
  withReports,
} from "./lastPrices.server.ts";

const now = Date.UTC(2026, 10, 23);
const labelOf = (barcode: string | number, fields: Partial<LastPrice> = {}): LastPrice => ({
  ...{ barcode: String(barcode), design: "Common", title: "Harbour Boot, Black, 7", price: "59.95" },
  ...{ book: "Clarks Web", bookPrice: "59.95", at: now, by: "Lee Labels", copies: 1, was: "", wasBook: "" },
  ...fields,
});

/** What is stored after these reports, each list told by itself. */
const reported = (printed: readonly (readonly LastPrice[])[], settledBefore = 0): Report[] =>
  printed.reduce<Report[]>(
    (known, labels) =>
      withReports(
        known,
        labels.map((label) => ({ ...label, is: "printed" })),
        settledBefore,
      ),
    [],
  );
const textsOf = (labels: readonly LastPrice[]) => labels.map(({ price, copies }) => `${copies} at ${price}`);

describe("what is remembered of a label [labels#last-labels]", () => {
  const job = ({ price = "59.95", ...priced }: Partial<NonNullable<LabelJob["priced"]>> = {}): LabelJob => ({
    label: {
      ...bootLabel,
      barcode: "12",
      price: "59.95",
      copies: 12,
      ...(priced.wasBook && { was: "99.95" }),
    },
    title: "Harbour Boot, Black, 7",
    priced: { barcode: "12", book: "Clarks Web", price, ...priced },
  });

  test("is its copies, its price and former price, and what the price book said when it was made", () => {
    const jobs = [job({ price: "69.95" }), job({ wasBook: "RRP" })];
    expect(jobs.map((job) => toLastPrice(job, { at: now, by: "Lee Labels" }))).toEqual([
      labelOf(12, { bookPrice: "69.95", copies: 12 }),
      labelOf(12, { was: "99.95", wasBook: "RRP", copies: 12 }),
    ]);
  });

  test("one new label of twelve leaves eleven as they hung; equal ones add up, and what is told again counts once", () => {
    const hanging = (printed: LastPrice[][]) => textsOf(hangingAfter(reported(printed)));
    const [old, one] = [labelOf(1, { copies: 12, at: 1 }), labelOf(1, { price: "49.95", at: 2 })];
    const more = { ...one, copies: 4, at: 3 };
    expect(hanging([[old], [one]])).toEqual(["1 at 49.95", "11 at 59.95"]);
    expect(hanging([[old], [more, one], [one], [more]])).toEqual(["5 at 49.95", "7 at 59.95"]);
    expect(hanging([[old], [one], [{ ...more, copies: 11 }]])).toEqual(["12 at 49.95"]);
  });

  test("does not depend on the order of reports, nor on how often one is told: what hangs is what the times say", () => {
    const printed = fc.record({
      price: fc.constantFrom("130.17", "99.50", "89.00"),
      copies: fc.integer({ min: 1, max: 6 }),
      design: fc.constantFrom("Common", "RBK"),
    } as const);
    const reports = fc
      .array(printed, { minLength: 2, maxLength: 8 })
      .map((list) => list.map((one, index) => labelOf(1, { ...one, at: 10 + index })));
    const order = reports.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: list.length })),
    );
    fc.assert(
      fc.property(order, ([list, shuffled]) => {
        const missing = list.filter((one) => !shuffled.includes(one));
        const arrived = [...shuffled, ...missing].map((one) => [one]);
        expect(hangingAfter(reported(arrived))).toEqual(hangingAfter(reported([list])));
      }),
      schedules(300),
    );
    const [five, one] = [
      labelOf(1, { price: "130.17", copies: 5, at: 10 }),
      labelOf(1, { price: "99.50", at: 11 }),
    ];
    for (const arrived of [
      [[five], [one]],
      [[one], [five]],
    ])
      expect(textsOf(hangingAfter(reported(arrived)))).toEqual(["1 at 99.50", "4 at 130.17"]);
  });

  test("reports that are a week old are kept as what hangs after them, and an older one comes too late", () => {
    const [old, one, late] = [1, 2, 1].map((at) => labelOf(1, { copies: 4, at, price: `${at}9.00` }));
    const kept = reported([[old, { ...one, copies: 1 }] as LastPrice[]], 3);
    expect(kept.map(({ is }) => is)).toEqual(["hang", "hang"]);
    const after = withReports(kept, [{ ...(late as LastPrice), is: "printed" }], 3);
    expect(textsOf(hangingAfter(after))).toEqual(["1 at 29.00", "3 at 19.00"]);
  });

  test("is nothing where it has no price, no barcode that can be scanned, or no product", () => {
    const plain = job();
    const { priced: _, ...test } = plain;
    const unpriced = { ...plain, label: { ...plain.label, price: "" } };
    const jobs = [unpriced, job({ barcode: "" }), job({ barcode: "ABC-1" }), test];
    for (const job of jobs) expect(toLastPrice(job, { at: now, by: "" })).toBeUndefined();
  });
});

test("a label is wrong where another price would be printed now; a typed one stands while its book's does [labels#wrong]", () => {
  const printed = { price: "59.95", bookPrice: "59.95" };
  const typed = { price: "49.95", bookPrice: "59.95" };
  const unpriced = { price: "59.95", bookPrice: "" };
  const cases = [
    ["the price is as printed", printed, "59.95", false],
    ["the price has changed", printed, "69.95", true],
    ["a typed price stands while the book's does", typed, "59.95", false],
    ["the book has followed the typed price", typed, "49.95", false],
    ["the book has changed since a price was typed", typed, "69.95", true],
    ["no book has a price any more", printed, "", true],
    ["no book had one, or has one", unpriced, "", false],
    ["a book has one now", unpriced, "69.95", true],
  ] as const;
  const product = (text: string) => ({
    price: { text, from: "" },
    otherPrices: [{ book: "RRP", text: "79.95" }],
  });
  const wrong = cases.filter(
    ([, label, priceNow, isSo]) => isWrong(labelOf(1, label), product(priceNow)) !== isSo,
  );
  expect(wrong).toEqual([]);
  const former = (was: string) => isWrong(labelOf(1, { was, wasBook: "RRP" }), product("59.95"));
  expect([former("79.95"), former("99.95")], "a former price that is none draws fines").toEqual([
    false,
    true,
  ]);
});
