import { isLeftAlone, lineActions } from "./actions.ts";
import { Places } from "./match.ts";
import { lineName, type PartnerLine } from "./message.ts";
import { askedLine, type OrderLine } from "./order.ts";
import { moneyText, readPrice, readQuantity, type Units } from "./values.ts";

type Asked = OrderLine["asked"];

const coded = ({ asked: { number, item, codes, isDeleted }, levelCode }: OrderLine) => ({
  ...{ number, item, codes, levelCode },
  ...(isDeleted && { isDeleted }),
});

export const placesIn = (lines: readonly OrderLine[]): Places => new Places(lines.map(coded));

function changed(line: OrderLine, wanted: PartnerLine): OrderLine {
  const { asked } = line;
  const { written, days, total, unread, action } = wanted;
  if (action === lineActions.deleted)
    return {
      ...line,
      asked: { ...asked, quantity: 0, isDeleted: true },
      decided: undefined,
      differences: [],
      promised: { ...line.promised, quantity: 0 },
    };
  return {
    ...line,
    asked: {
      ...asked,
      itemType: (wanted.item === asked.item && wanted.itemType) || asked.itemType,
      codes: [...new Set([...asked.codes, ...wanted.codes])],
      written: { ...asked.written, ...written },
      days: { ...asked.days, ...days },
      total,
      unread: [...asked.unread, ...unread],
    },
  };
}

/**
 * The lines as a message asks for them, with what it leaves out unchanged, and the places of those that it names, from
 * 0; words where a line is ambiguous.
 */
export function merged(lines: readonly OrderLine[], wanted: readonly PartnerLine[]) {
  const after = [...lines];
  const places = placesIn(lines);
  const named = new Set<number>();
  for (const line of wanted) {
    if (line.action === lineActions.added) {
      const same = places.numbered(line.number);
      if (same) return `it adds a line ${line.number}, which the order has already, of '${same.item}'`;
      const added = askedLine(line);
      const place = after.push(added) - 1;
      places.add(coded(added));
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

const isSame = (one: object, other: object) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

const sameText = (one: string, other: string) => one === other || one === "" || other === "";

/** The line that another one matches: the same number and item, as far as both have them; each once. */
function takeMatch(left: OrderLine[], { number, item }: Asked): OrderLine | undefined {
  const index = left.findIndex(({ asked }) => sameText(asked.number, number) && asked.item === item);
  return index === -1 ? undefined : left.splice(index, 1)[0];
}

const wantedLine = (
  { quantity: _, price: __, isDeleted: ___, ...asked }: Asked,
  action: string,
): PartnerLine => ({ ...asked, codes: [...asked.codes], action });

/** Quantity and price of a line: as read, or as written while it is not compared; undefined where they can't be read. */
function figuresOf({ asked, promised, differences }: OrderLine, units: Units) {
  if (differences) return { quantity: asked.quantity, price: promised.price };
  return { quantity: readQuantity(asked.written, units).value, price: readPrice(asked.written, units).value };
}

const isSameQuantity = (one: number | undefined, other: number | undefined, lines: [Asked, Asked]) =>
  one === undefined || other === undefined
    ? lines[0].written.quantity === lines[1].written.quantity &&
      lines[0].written.unit === lines[1].written.unit
    : one === other;

export type ReplacedLine = { number: string; item: string; living: number; this: number; words: string };

/** What differs where other lines replace those of an order, line by line, and the change that comes to the same. */
export function replacement(living: readonly OrderLine[], second: readonly OrderLine[], units: Units) {
  const left = living.filter(({ asked }) => !asked.isDeleted);
  const lines: ReplacedLine[] = [];
  const change: PartnerLine[] = [];
  const tell = ({ number, item }: Asked, counts: Pick<ReplacedLine, "living" | "this">, words: string) =>
    lines.push({
      ...{ number, item, ...counts },
      words: `${lineName({ number, item })}: ${words}`.replace(/^l/, "L"),
    });
  for (const line of second) {
    const { asked } = line;
    const { quantity: own, price } = figuresOf(line, units);
    const quantity = own ?? 0;
    const match = takeMatch(left, asked);
    if (!match) {
      tell(asked, { living: 0, this: quantity }, `${quantity}, which the living order does not have`);
      change.push(wantedLine(asked, lineActions.added));
      continue;
    }
    const before = figuresOf(match, units);
    const [counted, priced] = [before.quantity ?? 0, before.price ?? 0];
    const isPricedOtherwise = price !== undefined && Math.abs(price - priced) > 1e-9;
    const words = [
      ...(isSameQuantity(own, before.quantity, [asked, match.asked])
        ? []
        : [`${quantity} instead of ${counted}`]),
      ...(isSame(match.asked.days, asked.days) ? [] : ["on another day"]),
      ...asked.unread.map(({ words }) => `with ${words}`),
      ...(isPricedOtherwise ? [`at ${moneyText(price)} instead of ${moneyText(priced)}`] : []),
    ];
    if (words.length === 0) continue;
    tell(asked, { living: counted, this: quantity }, words.join(", "));
    change.push(wantedLine({ ...asked, number: match.asked.number }, lineActions.changed));
  }
  for (const line of left) {
    const quantity = figuresOf(line, units).quantity ?? 0;
    tell(line.asked, { living: quantity, this: 0 }, `not in this one, ${quantity} in the living order`);
    change.push(wantedLine(line.asked, lineActions.deleted));
  }
  return { lines, change };
}
