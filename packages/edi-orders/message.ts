import {
  type Chunked,
  type Fields,
  lineOf,
  type OrderContent,
  orderContent,
  type PartySummary,
  type SegmentGroup,
  segmentTree,
  summarise,
} from "#edifact/index.ts";
import { coveredType, firstDays, lastDays, type Unread, unreadInHeader, unreadInLine } from "./coverage.ts";
import { type DecimalMark, numberText, type Written } from "./values.ts";

/** The content of an ORDERS or ORDCHG message apart from its lines, with its name, and what of it nobody reads. */
export type Head = Omit<OrderContent, "lines"> & {
  /** 0065, 1001, 1004, 1225. */
  type: string;
  documentName: string;
  documentIdentifier: string;
  messageFunction: string;
  unread: readonly Unread[];
};

/** Days of delivery by their meaning (2005): ISO 8601, or as written where they can't be read. */
export type Days = Readonly<Record<string, string>>;

/** A line as written, with its requested action (1229); missing fields are left out. */
export type PartnerLine = {
  /** 1082, and the item number (7140) with its type (7143). */
  number: string;
  item: string;
  itemType: string;
  description: string;
  /** All article codes of the line, our own first. */
  codes: string[];
  written: Partial<Written>;
  /** MOA+203. */
  total?: string | undefined;
  days: Days;
  action: string;
  unread: readonly Unread[];
};

/** An ORDERS or ORDCHG message of a partner. */
export type PartnerMessage = { head: Head; lines: readonly PartnerLine[] };

/** The first party in one of these functions (3035), in order of preference. */
export const partyIn = (parties: readonly PartySummary[], ...functions: string[]): PartySummary | undefined =>
  functions
    .map((wanted) => parties.find(({ qualifier }) => qualifier === wanted))
    .find((party) => party !== undefined);

const isLine = (group: unknown) => typeof group === "object" && group !== null && "lineItem" in group;

/** A message without its lines: parsing thousands of them takes a while. */
const withoutLines = (message: Fields): Fields =>
  Object.fromEntries(
    Object.entries(message).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.filter((one) => !isLine(one)) : isLine(value) ? null : value,
    ]),
  );

const nothing: SegmentGroup = { trigger: "", fields: {}, segments: [], groups: () => [], unplaced: [] };

/** The header of a message; `mark` is the decimal mark of its interchange. */
export function headOf(message: Fields, mark: DecimalMark = "."): Head {
  const document = withoutLines(message);
  const { type, documentName, documentIdentifier, messageFunction } = summarise(document);
  const { lines: _, ...content } = orderContent(document);
  return {
    ...content,
    amounts: content.amounts.map((amount) => ({ ...amount, text: numberText(amount.text, mark) })),
    totals: content.totals.map((total) => ({ ...total, value: numberText(total.value, mark) })),
    ...{ type, documentName, documentIdentifier, messageFunction },
    unread: unreadInHeader(segmentTree(document, type) ?? nothing, coveredType(type)),
  };
}

/** Quantities (6063) of an order: ordered. Prices (5125): net. Amounts (5025): of the line. */
const ordered = "21";
const net = "AAA";
const lineTotal = "203";

/** Item number types (7143) of our articles, and of international numbers, which name them too. */
const ownCodes = ["SA", "MF"];
const internationalCodes = ["SRV", "EN", "UP"];

const clipped = (text: string, longest: number): string => text.slice(0, longest);
const joined = (texts: readonly string[]): string => clipped([...new Set(texts)].join(" / "), 100);

/** Days of delivery among dates; of several with one meaning all are kept, which can't be read as a day. */
export function daysIn(dates: OrderContent["dates"]): Days {
  const days: Record<string, string> = {};
  for (const { qualifier, value, iso } of dates)
    if ([...lastDays, ...firstDays].includes(qualifier)) {
      const earlier = days[qualifier];
      days[qualifier] = clipped(earlier === undefined ? (iso ?? value) : `${earlier} / ${iso ?? value}`, 100);
    }
  return days;
}

function partnerLine(group: SegmentGroup, type: string, mark: DecimalMark): PartnerLine {
  const line = lineOf(group.fields);
  const quantity = line.quantities.filter(({ qualifier }) => qualifier === ordered);
  const price = line.prices.filter(({ qualifier }) => qualifier === net);
  const total = line.amounts.find(({ qualifier }) => qualifier === lineTotal);
  const typed = (types: string[]) => line.otherItems.filter((one) => types.includes(one.type));
  return {
    number: clipped(line.number, 35),
    item: clipped(line.item.identifier, 200),
    itemType: clipped(line.item.type, 35),
    description: clipped(line.descriptions[0] ?? "", 256),
    codes: [...typed(ownCodes), line.item, ...typed(internationalCodes)]
      .map(({ identifier }) => clipped(identifier, 200))
      .filter((code, index, all) => code !== "" && all.indexOf(code) === index),
    written: {
      ...(quantity.length > 0 && { quantity: joined(quantity.map(({ text }) => numberText(text, mark))) }),
      ...(quantity.some(({ unit }) => unit !== "") && { unit: joined(quantity.map(({ unit }) => unit)) }),
      ...(price.length > 0 && { price: joined(price.map(({ text }) => numberText(text, mark))) }),
      ...(price.some(({ per }) => per !== "") && {
        per: joined(price.map(({ per }) => numberText(per, mark))),
      }),
      ...(price.some(({ unit }) => unit !== "") && { priceUnit: joined(price.map(({ unit }) => unit)) }),
    },
    ...(total && { total: clipped(numberText(total.text, mark), 35) }),
    days: daysIn(line.dates),
    action: line.action.trim(),
    unread: unreadInLine(group, coveredType(type)),
  };
}

/** The lines of an ORDERS or ORDCHG message, in batches: thousands of them take a while. */
export function* partnerLines(document: Fields, mark: DecimalMark = "."): Chunked<PartnerLine[]> {
  const { type } = summarise(withoutLines(document));
  const lines: PartnerLine[] = [];
  for (const group of segmentTree(document, type)?.groups() ?? []) {
    if (group.trigger !== "LIN" || group.segments[0]?.tag !== "LIN") continue;
    lines.push(partnerLine(group, type, mark));
    yield;
  }
  return lines;
}

/** A line's label: its number and its item, as far as the partner wrote them. */
export const lineName = ({ number, item }: Pick<PartnerLine, "number" | "item">): string =>
  [number ? `line ${number}` : "line", item ? `of '${item}'` : ""].filter(Boolean).join(" ");
