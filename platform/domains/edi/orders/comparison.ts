import { eq } from "drizzle-orm";
import type { EdiTerms } from "#contract/ediTerms.ts";
import {
  isLeftAlone,
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
import { storedLine } from "./message.ts";

type Coded = { item: string; levelCode?: string | null; codes: string[] };

const codesOf = ({ item, levelCode = null, codes }: Coded): Set<string> =>
  new Set([item, levelCode ?? "", ...codes].filter((code) => code !== ""));

/** Index of lines by number and by article code: an order may have thousands. */
class Places {
  readonly #numbers = new Map<string, number[]>();
  readonly #codes = new Map<string, number[]>();

  add(line: StoredOrderLine, place: number): void {
    if (line.isDeleted) return;
    this.#numbers.set(line.number, [...this.numbered(line.number), place]);
    for (const code of codesOf(line)) this.#codes.set(code, [...(this.#codes.get(code) ?? []), place]);
  }

  numbered(number: string): readonly number[] {
    return this.#numbers.get(number) ?? [];
  }

  /** Lines that match a number and an article, as far as a change names them. */
  named(wanted: PartnerLine): number[] {
    const codes = codesOf(wanted);
    const ofItem = new Set([...codes].flatMap((code) => this.#codes.get(code) ?? []));
    if (wanted.number === "") return [...ofItem];
    return this.numbered(wanted.number).filter((place) => codes.size === 0 || ofItem.has(place));
  }
}

/** The place of the line that a change names by number and item, as far as given; words where it is not exactly one. */
function placeOf(lines: readonly StoredOrderLine[], places: Places, wanted: PartnerLine): number | string {
  const named = places.named(wanted);
  const [place] = named;
  if (place !== undefined && named.length === 1) return place;
  if (named.length > 1) return `${lineName(wanted)} may be any of ${named.length} lines`;
  const numbered = wanted.number === "" ? undefined : lines[places.numbered(wanted.number)[0] ?? -1];
  return numbered
    ? `line ${wanted.number} of the order is of '${numbered.item}', and not of '${wanted.item}'`
    : `the order has no ${lineName(wanted)}`;
}

function changed(
  line: StoredOrderLine,
  { written, days, total, unread, action }: PartnerLine,
): StoredOrderLine {
  // The person's decision was about the line before the change.
  const { answer: _, ...before } = line;
  if (action === lineActions.deleted)
    return { ...before, ordered: 0, accepted: 0, isDeleted: true, differences: [] };
  return {
    ...before,
    written: { ...line.written, ...written },
    days: { ...line.days, ...days },
    total,
    unread,
  };
}

/**
 * The lines as the partner requests them, with unchanged fields, and the places of the named ones, from 0; words where
 * a line is ambiguous.
 */
export function requestedLines(lines: readonly StoredOrderLine[], wanted: readonly PartnerLine[]) {
  const after = [...lines];
  const places = new Places();
  for (const [place, line] of after.entries()) places.add(line, place);
  const named = new Set<number>();
  for (const line of wanted) {
    if (line.action === lineActions.added) {
      const same = line.number === "" ? undefined : after[places.numbered(line.number)[0] ?? -1];
      if (same) return `it adds a line ${line.number}, which the order has already, of '${same.item}'`;
      const added = storedLine(line);
      const place = after.push(added) - 1;
      places.add(added, place);
      named.add(place);
      continue;
    }
    const place = placeOf(after, places, line);
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
