import type { StoredOrderLine } from "#platform/database/schema/ediStored.ts";
import { lineActions } from "./askedLines.ts";

type Numbered = Pick<StoredOrderLine, "number" | "item">;

/** Where the line is that a change means: by its number where both have one, otherwise by its item; the first of several. */
function placesOf(lines: readonly Numbered[]) {
  const numbers = new Map<string, number>();
  const items = new Map<string, number>();
  const unnumbered = new Map<string, number>();
  const add = ({ number, item }: Numbered, index: number) => {
    const maps = number === "" ? [items, unnumbered] : [items];
    for (const map of maps) if (!map.has(item)) map.set(item, index);
    if (number !== "" && !numbers.has(number)) numbers.set(number, index);
  };
  lines.forEach(add);
  const find = ({ number, item }: Numbered): number =>
    number === ""
      ? (items.get(item) ?? -1)
      : Math.min(
          numbers.get(number) ?? Number.POSITIVE_INFINITY,
          unnumbered.get(item) ?? Number.POSITIVE_INFINITY,
        );
  return { add, find };
}

/** The lines as the partner wants them now. What it no longer wants stays, with nothing ordered. */
export function changedLines(
  lines: readonly StoredOrderLine[],
  asked: readonly (StoredOrderLine & { action: string })[],
) {
  const after = [...lines];
  const places = placesOf(after);
  for (const { action, ...line } of asked) {
    const index = places.find(line);
    const before = after[index];
    if (!before) {
      if (action !== lineActions.deleted) places.add(line, after.push(line) - 1);
      continue;
    }
    const ordered = action === lineActions.deleted ? 0 : line.ordered;
    // What was not accepted before is not for being ordered in another quantity.
    const isRefused = before.ordered > 0 && before.accepted === 0;
    const accepted = isRefused ? 0 : ordered;
    after[index] = { ...before, ordered, accepted, unitPrice: line.unitPrice || before.unitPrice };
  }
  return after;
}
