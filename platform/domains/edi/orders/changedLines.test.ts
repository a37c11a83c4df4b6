import fc from "fast-check";
import { expect, test } from "vitest";
import type { StoredOrderLine } from "#platform/database/schema/ediStored.ts";
import { changedLines } from "./changedLines.ts";

const few = (...choices: string[]) => fc.constantFrom(...choices);
const line = fc.record({
  number: few("", "1", "2", "3"),
  item: few("", "A", "B", "C"),
  ordered: fc.nat(9),
  accepted: fc.nat(9),
  unitPrice: fc.nat(3),
});
const asked = fc.record({ action: few("1", "2", "3", ""), line });
const stored = (made: object) => made as StoredOrderLine;

/** The same by looking at each line for each change. */
function byEach(
  lines: readonly StoredOrderLine[],
  changes: readonly (StoredOrderLine & { action: string })[],
) {
  const after = [...lines];
  for (const { action, ...wanted } of changes) {
    const index = after.findIndex(({ number, item }) =>
      wanted.number !== "" && number !== "" ? number === wanted.number : item === wanted.item,
    );
    const before = after[index];
    if (!before) {
      if (action !== "2") after.push(wanted);
      continue;
    }
    const ordered = action === "2" ? 0 : wanted.ordered;
    const accepted = before.ordered > 0 && before.accepted === 0 ? 0 : ordered;
    after[index] = { ...before, ordered, accepted, unitPrice: wanted.unitPrice || before.unitPrice };
  }
  return after;
}

test("a change meets the first line of its number, or of its item where one of them has no number", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), fc.array(asked, { maxLength: 8 }), (lines, changes) => {
      const before = lines.map(stored);
      const wanted = changes.map(({ action, line }) => ({ ...stored(line), action }));
      expect(changedLines(before, wanted)).toEqual(byEach(before, wanted));
    }),
    { numRuns: 500 },
  );
});
