import fc from "fast-check";
import { expect, test } from "vitest";
import { changedPromise, isAsAsked, type Promised, seenOf } from "./promise.ts";
import { nothingWritten } from "./values.ts";

const line = (asked: Partial<Promised>): Promised => ({
  ...{ written: nothingWritten, ordered: 14, accepted: 14, unitPrice: 6.95, levelCode: "A", differences: [] },
  ...{ askedPrice: 6.95, ...asked },
});
const stock = { kind: "stock", words: "26 in stock" };
const wrongPrice = { kind: "price", words: "1.00 instead of 6.95" };

test.each<[string, Promised, Promised, ReturnType<typeof changedPromise>]>([
  [
    "a day of 9,000 pieces, of which a person allowed 3",
    line({ ordered: 9000, accepted: 3, differences: [stock] }),
    line({ ordered: 9000, days: { "63": "2027-02-01" }, differences: [stock] }),
    { accepted: 3, unitPrice: 6.95 },
  ],
  [
    "them to 8,000",
    line({ ordered: 9000, accepted: 3, differences: [stock] }),
    line({ ordered: 8000, differences: [stock] }),
    { brought: [stock, { kind: "decided", words: "3 of 9000 were accepted before" }] },
  ],
  [
    "them to 2",
    line({ ordered: 9000, accepted: 3, differences: [stock] }),
    line({ ordered: 2 }),
    { accepted: 2, unitPrice: 6.95 },
  ],
  [
    "the quantity of a line that was refused",
    line({ accepted: 0 }),
    line({ ordered: 20 }),
    { brought: [{ kind: "decided", words: "None of 14 were accepted before" }] },
  ],
  [
    "the quantity of a line with an amended price",
    line({ askedPrice: 1, differences: [wrongPrice] }),
    line({ askedPrice: 1, ordered: 10, differences: [wrongPrice] }),
    { accepted: 10, unitPrice: 6.95 },
  ],
  [
    "its price to one that is not ours",
    line({ askedPrice: 1 }),
    line({ askedPrice: 2, differences: [{ kind: "price", words: "2.00 instead of 6.95" }] }),
    { brought: [{ kind: "price", words: "2.00 instead of 6.95" }] },
  ],
  [
    "nothing, of a line as it was asked for",
    line({}),
    line({ differences: [stock] }),
    { accepted: 14, unitPrice: 6.95 },
  ],
  ["to more than there is", line({}), line({ ordered: 40, differences: [stock] }), { brought: [stock] }],
])("a change of %s [edi#changed-lines]", (_, before, now, promised) => {
  expect(changedPromise(before, now)).toEqual(promised);
});

test("what is promised moves only by a value that a message names, and never beyond a limit [edi#changed-lines]", () => {
  const ours = 6.95;
  const person = fc.record({
    accepted: fc.constantFrom<"all" | "some" | "none">("all", "some", "none"),
    isPriced: fc.boolean(),
  });
  const change = fc.record(
    {
      ordered: fc.integer({ min: 1, max: 60 }),
      askedPrice: fc.constantFrom(1, ours),
      day: fc.constantFrom("1", "2"),
    },
    { requiredKeys: [] },
  );
  const beside = (asked: Promised): Promised => ({
    ...asked,
    differences: [
      ...(asked.ordered > 26 ? [stock] : []),
      ...(asked.askedPrice === ours ? [] : [{ kind: "price", words: `${asked.askedPrice} instead` }]),
    ],
  });
  /** Whether a change moves no more than it names, and never beyond a limit. */
  const isKept = (
    current: Promised,
    named: Partial<Promised>,
    result: { accepted: number; unitPrice: number },
  ) => {
    const isQuantityNamed = named.ordered !== undefined && named.ordered !== current.ordered;
    const isPriceNamed = named.askedPrice !== undefined && named.askedPrice !== current.askedPrice;
    const isLimited = current.accepted < current.ordered;
    return (
      (isQuantityNamed || result.accepted === current.accepted) &&
      (isPriceNamed ? result.unitPrice === ours : result.unitPrice === current.unitPrice) &&
      (result.accepted <= current.accepted || (!isLimited && result.accepted <= 26))
    );
  };
  const pieces = fc.integer({ min: 1, max: 60 });
  fc.assert(
    fc.property(
      pieces,
      fc.constantFrom(1, ours),
      person,
      fc.array(change),
      (ordered, askedPrice, decided, changes) => {
        const accepted = { all: ordered, some: Math.ceil(ordered / 2), none: 0 }[decided.accepted];
        const unitPrice = decided.isPriced ? ours : askedPrice;
        let current = beside(line({ ordered, accepted, askedPrice, unitPrice }));
        return changes.every(({ day, ...named }) => {
          const now = beside({ ...current, ...named, ...(day && { days: { "63": day } }) });
          const result = changedPromise(current, now);
          if ("brought" in result) return true;
          const before = current;
          current = { ...now, ...result };
          return isKept(before, named, result);
        });
      },
    ),
    { seed: 20261129, numRuns: 3_000 },
  );
});

test("an answer is for what was seen: its quantity, price, days and differences [edi#confirming]", () => {
  const seen = seenOf(line({ askedPrice: 1, differences: [wrongPrice] }));
  expect(seenOf(line({ askedPrice: 1, accepted: 3, unitPrice: 6.95, differences: [wrongPrice] }))).toBe(seen);
  expect(
    seenOf(line({ askedPrice: 1, differences: [wrongPrice, { kind: "stock", words: "0 in stock" }] })),
  ).not.toBe(seen);
  expect(seenOf(line({ askedPrice: 1, ordered: 15, differences: [wrongPrice] }))).not.toBe(seen);
  expect(isAsAsked(line({ askedPrice: 1 }))).toBe(false);
});
