import { orderListOf } from "#contract/ediMessages.ts";
import {
  type Chunked,
  groupsWith,
  type LineSummary,
  lineOf,
  type OrderContent,
  orderContent,
  type PartySummary,
  runSync,
} from "#edifact/index.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import type {
  StoredDifference,
  StoredOrderLine,
  StoredOrderMessage,
  StoredWritten,
} from "#platform/database/schema/ediStored.ts";
import { listOfType } from "#platform/domains/edi/documents/messages.ts";
import { storable, storableJson } from "#platform/domains/edi/documents/storable.ts";
import { headed } from "#platform/domains/edi/interchanges/facts.ts";
import type { WholeEdiOrder } from "./repository.ts";

export type OrderHead = Omit<OrderContent, "lines">;

const isLine = (group: unknown) => typeof group === "object" && group !== null && "lineItem" in group;

/** A message without its lines: parsing thousands of them takes a while. */
const withoutLines = (message: Readonly<JsonObject>): JsonObject =>
  Object.fromEntries(
    Object.entries(message).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.filter((one) => !isLine(one)) : isLine(value) ? null : value,
    ]),
  );

type Messages = Pick<WholeEdiOrder, "messages">;

/** The partner's ORDERS message; undefined where an order document has none. */
export const ordersMessageOf = ({ messages }: Messages): JsonObject | undefined =>
  messages.find(({ list }) => list === "Orders")?.message;

/** The content of the partner's ORDERS message apart from its lines; empty without one. */
export const orderedIn = (order: Messages): OrderHead => headOf(ordersMessageOf(order) ?? {});

/** The content of an ORDERS or ORDCHG message apart from its lines; both have the same fields. */
export const headOf = (message: Readonly<JsonObject>): OrderHead => orderContent(withoutLines(message));

/** The first party in one of these functions (3035), in order of preference. */
export const partyIn = (parties: readonly PartySummary[], ...functions: string[]): PartySummary | undefined =>
  functions
    .map((wanted) => parties.find(({ qualifier }) => qualifier === wanted))
    .find((party) => party !== undefined);

/** A message of an order document, with the interchange that brought or took it, and its place there from 1. */
export function orderMessage(
  interchangeId: string,
  document: Readonly<JsonObject>,
  place: number,
): StoredOrderMessage {
  const { type } = headed(document);
  const message: JsonObject = storableJson({ ...document });
  return { list: orderListOf(listOfType(type)), interchangeId, place, message };
}

/** Quantities (6063) of an order: ordered. Prices (5125): net. */
const ordered = "21";
const net = "AAA";

/** Units (6411) of one piece, which are generally known; a quantity or price without a unit is per piece. */
const pieces = new Set(["", "PCE", "EA", "C62", "NAR", "PR"]);
/** Units with a known number of pieces that is not agreed: a person confirms the result. */
const dozens: Readonly<Record<string, number>> = { DZN: 12, DZP: 12 };

/** A parsed value: its result, if unambiguous, and the words for a person. */
type Read = { value?: number; differences: StoredDifference[] };

const unreadable = (kind: string, words: string): Read => ({ differences: [{ kind, words }] });

// 1,234 can be a thousand or one.
const isAmbiguous = (text: string): boolean => /^-?\d{1,3},\d{3}$/.test(text.trim());

/** A number as written; undefined where it is ambiguous. */
export function numberOf(text: string): number | undefined {
  const plain = text.trim().replace(",", ".");
  return !isAmbiguous(text) && /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

/** A line's quantity and price. Repeated values are collected, and count as unreadable. */
function writtenIn({ quantities, prices }: LineSummary): Partial<StoredWritten> {
  const quantity = quantities.filter(({ qualifier }) => qualifier === ordered);
  const price = prices.filter(({ qualifier }) => qualifier === net);
  const joined = (texts: readonly string[]) => storable(texts.join(" / "), 100);
  return {
    ...(quantity.length > 0 && {
      quantity: joined(quantity.map(({ text }) => text)),
      unit: joined([...new Set(quantity.map(({ unit }) => unit))]),
    }),
    ...(price.length > 0 && {
      price: joined(price.map(({ text }) => text)),
      per: joined([...new Set(price.map(({ per }) => per))]),
      priceUnit: joined([...new Set(price.map(({ unit }) => unit))]),
    }),
  };
}

export const nothingWritten: StoredWritten = { quantity: "", unit: "", price: "", per: "", priceUnit: "" };

const piecesOf = (unit: string, agreed: Readonly<Record<string, number>>): number | undefined =>
  agreed[unit] ?? dozens[unit] ?? (pieces.has(unit) ? 1 : undefined);

const isAgreed = (unit: string, agreed: Readonly<Record<string, number>>): boolean =>
  unit in agreed || pieces.has(unit);

export function readQuantity(
  { quantity, unit }: StoredWritten,
  agreed: Readonly<Record<string, number>>,
): Read {
  if (quantity === "") return unreadable("quantity", "It says no quantity");
  const count = numberOf(quantity);
  if (count === undefined) return unreadable("quantity", `The quantity '${quantity}' cannot be read`);
  const each = piecesOf(unit, agreed);
  if (each === undefined) return unreadable("unit", `How many pieces ${quantity} ${unit} are is not known`);
  const value = count * each;
  if (!Number.isInteger(count))
    return { value, ...unreadable("quantity", `${quantity} is no whole quantity`) };
  if (value === 0) return { value, ...unreadable("quantity", "It orders nothing") };
  const converted = { kind: "pack", words: `${quantity} ${unit} are ${value} pieces` };
  return { value, differences: isAgreed(unit, agreed) ? [] : [converted] };
}

export function readPrice(
  { unit, price, per, priceUnit }: StoredWritten,
  agreed: Readonly<Record<string, number>>,
): Read {
  if (price === "") return unreadable("price", "It says no price");
  const amount = numberOf(price);
  const basis = per === "" ? 1 : numberOf(per);
  const of = priceUnit || unit;
  const each = piecesOf(of, agreed);
  const words = [price, per || of ? `per ${[per, of].filter(Boolean).join(" ")}` : ""]
    .filter(Boolean)
    .join(" ");
  if (amount === undefined || basis === undefined || basis === 0 || each === undefined)
    return unreadable("price", `The price '${words}' cannot be read`);
  const value = amount / (basis * each);
  const isConverted = basis !== 1 || !isAgreed(of, agreed);
  const converted = { kind: "price", words: `${words} is ${moneyText(value)} per piece` };
  return { value, differences: isConverted ? [converted] : [] };
}

/** An amount for people, with its own number of decimals, two to four. */
export const moneyText = (amount: number): string =>
  amount.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 4, useGrouping: false });

/** Item number types (7143) by which partners identify our articles. */
const ownCodes = ["SA", "MF"];
/** Dates (2005) of a line's delivery deadline. */
const deliveryDates = ["2", "63"];

/** A line as written, with its requested action (1229); missing fields are left out. */
export type PartnerLine = Pick<
  StoredOrderLine,
  "number" | "item" | "itemType" | "description" | "deliverBy"
> & {
  codes: string[];
  written: Partial<StoredWritten>;
  action: string;
};

function partnerLine(line: LineSummary): PartnerLine {
  const own = line.otherItems.filter(({ type }) => ownCodes.includes(type));
  const date = line.dates.find(({ qualifier }) => deliveryDates.includes(qualifier));
  return {
    number: storable(line.number, 35),
    item: storable(line.item.identifier),
    itemType: storable(line.item.type, 3),
    description: storable(line.descriptions[0] ?? "", 256),
    ...(date && { deliverBy: storable(date.iso ?? date.value, 35) }),
    codes: [...own, line.item].map(({ identifier }) => storable(identifier)).filter((code) => code !== ""),
    written: writtenIn(line),
    action: line.action,
  };
}

/** The lines of an ORDERS or ORDCHG message, in batches: thousands of them take a while. */
export function* partnerLines(document: Readonly<JsonObject>): Chunked<PartnerLine[]> {
  const lines: PartnerLine[] = [];
  for (const group of groupsWith(document, "lineItem")) {
    lines.push(partnerLine(lineOf(group)));
    yield;
  }
  return lines;
}

export const linesIn = (document: Readonly<JsonObject>): PartnerLine[] => runSync(partnerLines(document));

/** A line before its comparison with the terms: nothing of it is accepted. */
export const storedLine = ({ action: _, written, ...line }: PartnerLine): StoredOrderLine => ({
  ...line,
  written: { ...nothingWritten, ...written },
  ordered: 0,
  accepted: 0,
  unitPrice: 0,
  levelCode: null,
});

/** A line's label: its number and its item, as far as the partner wrote them. */
export const lineName = ({ number, item }: Pick<StoredOrderLine, "number" | "item">): string =>
  [number ? `line ${number}` : "line", item ? `of '${item}'` : ""].filter(Boolean).join(" ");
