import { codeMeaning } from "#edifact/index.ts";
import { type Address, deliveryOf, type Locations, partyName, rivalsIn } from "./address.ts";
import { firstDays, lastDays } from "./coverage.ts";
import { type Days, daysIn, type Head, type PartnerLine, partyIn } from "./message.ts";
import { type Agreement, type HeaderDecision, headerCases } from "./terms.ts";
import {
  moneyText,
  nothingWritten,
  numberOf,
  readPrice,
  readQuantity,
  type Units,
  type Written,
} from "./values.ts";

/** A case of the header table (edi#header) that applies to a message, and its treatment. */
export type HeaderCase = { kind: string; words: string; decision: HeaderDecision };

/** What is known of a partner's addresses, and why nothing can be sent to one. */
export type Places = { locations: Locations; addressProblem(address: Address): string | undefined };

/** 1004 has 35 characters at most. */
const maxNumberLength = 35;

/**
 * The table's treatment of a header value under the partner's terms: its own row, or that of every other value. Values
 * without a row are fine. `words` describe it where they say more than the value.
 */
function decide(element: string, value: string, { terms }: Agreement, words?: string): HeaderCase {
  const own = `${element}=${value}`;
  const other = `${element}=*`;
  const key = own in headerCases || own in terms.header || value === "" ? own : other;
  const row = headerCases[key] ?? headerCases[other];
  const meaning = codeMeaning(element, value);
  const text = words ?? (meaning ? `${value}, ${meaning}` : value);
  return {
    kind: key,
    words: (row?.words ?? "").replace("{0}", () => text),
    decision: terms.header[key] ?? row?.decision ?? "order",
  };
}

/** A message's function (1225): creates an order, changes or cancels one, or neither. */
export const functionOf = (messageFunction: string, agreement: Agreement): HeaderCase =>
  decide("1225", messageFunction, agreement);

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d/.test(text);

const yearAfter = (today: string): string => `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;

/** The first and last days of delivery, ISO 8601: the latest of the first ones, and the earliest of the last ones. */
export function windowOf(days: Days): { first?: string | undefined; last?: string | undefined } {
  const among = (wanted: readonly string[]) =>
    wanted.flatMap((code) => (isDay(days[code] ?? "") ? [(days[code] ?? "").slice(0, 10)] : [])).sort();
  return { first: among(firstDays).at(-1), last: among(lastDays)[0] };
}

/** The cases of days of delivery, each with the day in words. */
export function dayCases(days: Days, today: string): [value: string, words: string][] {
  const unreadable = Object.values(days).find((text) => !isDay(text));
  const { first, last } = windowOf(days);
  const far = [last, first].find((day) => day !== undefined && day > yearAfter(today));
  return [
    ...(unreadable === undefined ? [] : [["unreadable", unreadable] as [string, string]]),
    ...(last !== undefined && last < today ? [["past", last] as [string, string]] : []),
    ...(far !== undefined ? [["far", far] as [string, string]] : []),
    ...(first !== undefined && first > today ? [["early", first] as [string, string]] : []),
    ...(first !== undefined && last !== undefined && first > last
      ? [["crossed", `${first}, ${last}`] as [string, string]]
      : []),
  ];
}

function dateCases({ dates }: Head, agreement: Agreement): HeaderCase[] {
  const message = dates.find(({ qualifier, iso }) => qualifier === "137" && iso === undefined);
  const unreadable = message ? [decide("date", "unreadable", agreement, message.value)] : [];
  const cases = dayCases(daysIn(dates), agreement.today);
  return [...unreadable, ...cases.map(([value, words]) => decide("date", value, agreement, words))];
}

/** CNT (6069): the sum of the quantities, and how many lines there are. */
const totalQuantity = "1";
const lineCount = "2";

type Lines = readonly { written: Partial<Written> }[];

function countCases({ totals }: Head, lines: Lines, agreement: Agreement): HeaderCase[] {
  const quantity = lines.reduce(
    (sum, { written }) => sum + (numberOf(written.quantity ?? "") ?? Number.NaN),
    0,
  );
  const counted = new Map([
    [totalQuantity, quantity],
    [lineCount, lines.length],
  ]);
  return totals.flatMap(({ qualifier, value }) => {
    const found = counted.get(qualifier);
    if (found === undefined || numberOf(value) === found) return [];
    const what = qualifier === lineCount ? "lines" : "units";
    const words = `it says ${value} ${what}, there are ${Number.isNaN(found) ? "others" : found}`;
    return [decide("count", "wrong", agreement, words)];
  });
}

/** MOA (5025): of all lines, and of the message. */
const orderTotals = ["79", "86", "128"];

/** The amount of a line as it is written; not a number where it can't be read. */
export function amountOf(written: Written, units: Units): number {
  const [quantity, price] = [readQuantity(written, units).value, readPrice(written, units).value];
  return (quantity ?? Number.NaN) * (price ?? Number.NaN);
}

function totalCases({ amounts }: Head, lines: Lines, agreement: Agreement): HeaderCase[] {
  const { units } = agreement.terms;
  const total = lines.reduce((sum, line) => sum + amountOf({ ...nothingWritten, ...line.written }, units), 0);
  // Unreadable lines have their own difference.
  const isWrong = (text: string) =>
    !Number.isNaN(total) && !(Math.abs((numberOf(text) ?? Number.NaN) - total) < 0.005);
  const wrong = amounts.find(({ qualifier, text }) => orderTotals.includes(qualifier) && isWrong(text));
  const words = `it says ${wrong?.text}, the lines come to ${moneyText(total)}`;
  return wrong ? [decide("total", "wrong", agreement, words)] : [];
}

type Valued = readonly { ordered: number; unitPrice: number }[];

function valueCases(lines: Valued, agreement: Agreement): HeaderCase[] {
  const value = lines.reduce((sum, { ordered, unitPrice }) => sum + ordered * unitPrice, 0);
  return value > agreement.terms.max_order_value
    ? [decide("value", "above", agreement, moneyText(value))]
    : [];
}

function agreementCases({ currency, parties }: Head, agreement: Agreement): HeaderCase[] {
  const { terms } = agreement;
  const supplier = partyIn(parties, "SU");
  const isKnownSupplier = supplier !== undefined && terms.suppliers.includes(supplier.identifier);
  const named = supplier && [supplier.identifier, ...supplier.names].filter(Boolean).join(" ");
  return [
    ...(currency === terms.currency ? [] : [decide("currency", currency, agreement)]),
    ...(isKnownSupplier ? [] : [decide("supplier", supplier?.identifier ?? "", agreement, named)]),
  ];
}

/** An address as written is where it goes, or the order waits. */
export function addressCases(
  { parties }: Pick<Head, "parties">,
  places: Places,
  agreement: Agreement,
): HeaderCase[] {
  const rivals = rivalsIn(parties);
  if (rivals.length > 0) return [decide("address", "several", agreement, rivals.map(partyName).join("; "))];
  const party = partyIn(parties, "ST", "DP", "UC", "BY");
  const { address } = deliveryOf(parties, places.locations);
  if (!address) {
    const words = party?.identifier
      ? `the location ${party.identifier} is not among those of the partner`
      : "it has no address";
    return [decide("address", "unknown", agreement, words)];
  }
  const problem = places.addressProblem(address);
  const words = [party ? partyName(party) : "", problem].filter(Boolean).join(": ");
  return problem === undefined ? [] : [decide("address", "unreadable", agreement, words)];
}

/** What the header says and nobody reads, unless the partner's terms say that it doesn't matter. */
const unreadCases = ({ unread }: Head, agreement: Agreement): HeaderCase[] =>
  unread.map(({ key, words }) => ({ ...decide("segment", key, agreement, words), kind: `segment=${key}` }));

const isNotAsUsual = ({ decision }: HeaderCase): boolean => decision !== "order";

/** Order-level differences from the terms (edi#header): of the `written` lines, and of those after changes. */
export function judgeOrderHeader(
  head: Head,
  { written, lines }: { written: Lines; lines: Valued },
  places: Places,
  agreement: Agreement,
): HeaderCase[] {
  const { documentName, messageFunction, documentIdentifier } = head;
  const number =
    documentIdentifier.trim() === ""
      ? [decide("number", "", agreement)]
      : documentIdentifier.length > maxNumberLength
        ? [decide("number", "long", agreement)]
        : [];
  return [
    decide("1001", documentName, agreement),
    functionOf(messageFunction, agreement),
    ...number,
    ...agreementCases(head, agreement),
    ...dateCases(head, agreement),
    ...addressCases(head, places, agreement),
    ...countCases(head, written, agreement),
    ...totalCases(head, written, agreement),
    ...valueCases(lines, agreement),
    ...unreadCases(head, agreement),
  ].filter(isNotAsUsual);
}

/** The same for an ORDCHG message, which leaves out unchanged fields. */
export function judgeChangeHeader(
  head: Head,
  lines: readonly Pick<PartnerLine, "written">[],
  agreement: Agreement,
): HeaderCase[] {
  const disagreements = agreementCases(head, agreement).filter(({ kind }) => !kind.endsWith("="));
  return [
    ...disagreements,
    ...dateCases(head, agreement),
    ...countCases(head, lines, agreement),
    ...unreadCases(head, agreement),
  ].filter(isNotAsUsual);
}

export const repeatedNumber = (number: string, agreement: Agreement): HeaderCase =>
  decide("number", "repeated", agreement, number);

/** Cases that no decision can turn into an order: nothing to answer, another amount to pay, or nowhere to send it. */
const unacceptable = ["number=", "number=long", "currency=*", "1225=1", "address=unknown", "address=several"];

export const isAcceptable = ({ kind }: { kind: string }): boolean => !unacceptable.includes(kind);
