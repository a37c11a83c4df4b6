import { eq } from "drizzle-orm";
import type { EdiTerms } from "#contract/ediTerms.ts";
import type { Database } from "#platform/database/connect.ts";
import { ediOrders } from "#platform/database/schema/edi.ts";
import type { StoredOrderLine } from "#platform/database/schema/ediStored.ts";
import { lineActions } from "./changedLines.ts";
import { lineName, moneyText, nothingWritten, type PartnerLine, readPrice, readQuantity } from "./lines.ts";

export type ComparedLine = { number: string; item: string; living: number; this: number; words: string };

/** The differences of an order from the living one of its number, and the change that would remove them. */
export type Compared = { lines: ComparedLine[]; change: PartnerLine[] };

/** The lines of an order document for a comparison. */
export async function linesToCompare(database: Database, id: string): Promise<StoredOrderLine[]> {
  const [found] = await database
    .select({ lines: ediOrders.lines })
    .from(ediOrders)
    .where(eq(ediOrders.id, id));
  return found?.lines ?? [];
}

const sameText = (one: string, other: string) => one === other || one === "" || other === "";

/** The line that another one matches: the same number and item, as far as both have them; each once. */
function takeMatch(left: StoredOrderLine[], { number, item }: StoredOrderLine): StoredOrderLine | undefined {
  const isMatch = (line: StoredOrderLine) => sameText(line.number, number) && line.item === item;
  const index = left.findIndex(isMatch);
  return index === -1 ? undefined : left.splice(index, 1)[0];
}

const wanted = (
  line: StoredOrderLine,
  action: string,
  written = line.written ?? nothingWritten,
): PartnerLine => ({
  number: line.number,
  item: line.item,
  itemType: line.itemType,
  description: line.description,
  ...(line.deliverBy !== undefined && { deliverBy: line.deliverBy }),
  codes: line.codes ?? [line.item],
  written,
  action,
});

/** Quantity and price of a living line: as accepted, or as written while it is not compared. */
function figuresOf({ ordered, unitPrice, written, differences }: StoredOrderLine, units: EdiTerms["units"]) {
  if (differences || !written) return { ordered, unitPrice };
  return {
    ordered: readQuantity(written, units).value ?? 0,
    unitPrice: readPrice(written, units).value ?? 0,
  };
}

/** The differences between the lines of a second order and those of the living one. */
export function compared(
  living: readonly StoredOrderLine[],
  second: readonly StoredOrderLine[],
  { units }: EdiTerms,
): Compared {
  const left = living.filter(({ isDeleted }) => !isDeleted);
  const found: Compared = { lines: [], change: [] };
  const tell = (line: StoredOrderLine, counts: Pick<ComparedLine, "living" | "this">, words: string) =>
    found.lines.push({
      number: line.number,
      item: line.item,
      ...counts,
      words: `${lineName(line)}: ${words}`.replace(/^l/, "L"),
    });
  for (const line of second) {
    const written = line.written ?? nothingWritten;
    const quantity = readQuantity(written, units).value ?? 0;
    const price = readPrice(written, units).value;
    const before = takeMatch(left, line);
    if (!before) {
      tell(line, { living: 0, this: quantity }, `${quantity}, which the living order does not have`);
      found.change.push(wanted(line, lineActions.added));
      continue;
    }
    const { ordered, unitPrice } = figuresOf(before, units);
    const isPricedOtherwise = price !== undefined && Math.abs(price - unitPrice) > 1e-9;
    const words = [
      ...(quantity === ordered ? [] : [`${quantity} instead of ${ordered}`]),
      ...(isPricedOtherwise ? [`at ${moneyText(price)} instead of ${moneyText(unitPrice)}`] : []),
    ];
    if (words.length === 0) continue;
    tell(line, { living: ordered, this: quantity }, words.join(", "));
    found.change.push(wanted({ ...line, number: before.number }, lineActions.changed));
  }
  for (const line of left) {
    const { ordered } = figuresOf(line, units);
    tell(line, { living: ordered, this: 0 }, `not in this one, ${ordered} in the living order`);
    found.change.push(wanted(line, lineActions.deleted));
  }
  return found;
}
