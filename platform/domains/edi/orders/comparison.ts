import { eq } from "drizzle-orm";
import {
  isLeftAlone,
  LinePlaces,
  lineActions,
  lineName,
  moneyText,
  type PartnerLine,
  readPrice,
  readQuantity,
} from "#edi-orders/index.ts";
import type { Database } from "#platform/database/connect.ts";
import { ediOrders } from "#platform/database/schema/edi.ts";
import type { StoredOrderLine } from "#platform/database/schema/ediStored.ts";
import type { EdiTerms } from "#platform/domains/edi/partners/terms.ts";
import { storedLine } from "./message.ts";

function changed(
  line: StoredOrderLine,
  { written, days, total, unread, action }: PartnerLine,
): StoredOrderLine {
  if (action === lineActions.deleted)
    return { ...line, answer: undefined, ordered: 0, accepted: 0, isDeleted: true, differences: [] };
  return {
    ...line,
    written: { ...line.written, ...written },
    days: { ...line.days, ...days },
    total,
    unread: [...(line.unread ?? []), ...unread],
  };
}

/**
 * The lines as the partner requests them, with unchanged fields, and the places of the named ones, from 0; words where
 * a line is ambiguous.
 */
export function requestedLines(lines: readonly StoredOrderLine[], wanted: readonly PartnerLine[]) {
  const after = [...lines];
  const places = new LinePlaces(lines);
  const named = new Set<number>();
  for (const line of wanted) {
    if (line.action === lineActions.added) {
      const same = places.numbered(line.number);
      if (same) return `it adds a line ${line.number}, which the order has already, of '${same.item}'`;
      const added = storedLine(line);
      const place = after.push(added) - 1;
      places.add(added);
      named.add(place);
      continue;
    }
    const place = places.of(line);
    if (typeof place === "string") return place;
    if (isLeftAlone(line)) continue;
    const before = after[place];
    if (before) after[place] = changed(before, line);
    named.add(place);
  }
  return { lines: after, places: [...named] };
}

export type ComparedLine = { number: string; item: string; living: number; this: number; words: string };

/** The differences of an order from the living one of its number, and the change that would remove them. */
export type Compared = { lines: ComparedLine[]; change: PartnerLine[] };

export async function linesToCompare(database: Database, id: string): Promise<StoredOrderLine[]> {
  const [found] = await database
    .select({ lines: ediOrders.lines })
    .from(ediOrders)
    .where(eq(ediOrders.id, id));
  return found?.lines ?? [];
}

const isSame = (one: object = {}, other: object = {}) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

const sameText = (one: string, other: string) => one === other || one === "" || other === "";

/** The line that another one matches: the same number and item, as far as both have them; each once. */
function takeMatch(left: StoredOrderLine[], { number, item }: StoredOrderLine): StoredOrderLine | undefined {
  const isMatch = (line: StoredOrderLine) => sameText(line.number, number) && line.item === item;
  const index = left.findIndex(isMatch);
  return index === -1 ? undefined : left.splice(index, 1)[0];
}

const wanted = (line: StoredOrderLine, action: string): PartnerLine => ({
  number: line.number,
  item: line.item,
  itemType: line.itemType,
  description: line.description,
  days: line.days ?? {},
  total: line.total,
  unread: line.unread ?? [],
  codes: line.codes,
  written: line.written,
  action,
});

/** Quantity and price of a living line: as accepted, or as written while it is not compared. */
function figuresOf({ ordered, unitPrice, written, differences }: StoredOrderLine, units: EdiTerms["units"]) {
  if (differences) return { ordered, unitPrice };
  return {
    ordered: readQuantity(written, units).value ?? 0,
    unitPrice: readPrice(written, units).value ?? 0,
  };
}

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
    const quantity = readQuantity(line.written, units).value ?? 0;
    const price = readPrice(line.written, units).value;
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
      ...(isSame(before.days, line.days) ? [] : ["on another day"]),
      ...(line.unread ?? []).map(({ words }) => `with ${words}`),
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
