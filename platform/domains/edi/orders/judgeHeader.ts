import { type EdiHeaderDecision, ediHeaderCases } from "#contract/ediTerms.ts";
import { codeMeaning, type MessageSummary } from "#edifact/index.ts";
import type { StoredDifference, StoredOrderLine } from "#platform/database/schema/ediStored.ts";
import type { Judging } from "./judgeLines.ts";
import { moneyText, nothingWritten, numberOf, readPrice, readQuantity } from "./lines.ts";
import { type OrderHead, partyIn } from "./message.ts";

/** A case of the header table (edi#header) that applies to a message, and its treatment. */
export type HeaderCase = StoredDifference & { decision: EdiHeaderDecision };

/** 1004 has 35 characters at most. */
const maxNumberLength = 35;

/**
 * The table's treatment of a header value under the partner's terms: its own row, or that of every other value. Values
 * without a row are fine. `words` describe it where they say more than the value.
 */
function decide(element: string, value: string, { terms }: Judging, words?: string): HeaderCase {
  const own = `${element}=${value}`;
  const other = `${element}=*`;
  const key = own in ediHeaderCases || own in terms.header || value === "" ? own : other;
  const row = ediHeaderCases[key] ?? ediHeaderCases[other];
  const meaning = codeMeaning(element, value);
  const text = words ?? (meaning ? `${value}, ${meaning}` : value);
  return {
    kind: key,
    words: (row?.words ?? "").replace("{0}", text),
    decision: terms.header[key] ?? row?.decision ?? "order",
  };
}

/** A message's function (1225): creates an order, changes or cancels one, or neither. */
export const functionOf = (messageFunction: string, judging: Judging): HeaderCase =>
  decide("1225", messageFunction, judging);

/** Dates (2005): delivery requested, not later than, cancel if not delivered by; not before. */
const lastDays = ["2", "63", "61"];
const firstDay = "64";
const readDates = [...lastDays, firstDay, "137", "69"];

function dateCases({ dates }: OrderHead, judging: Judging): HeaderCase[] {
  const own = dates.filter(({ qualifier }) => readDates.includes(qualifier));
  const dayOf = (qualifier: string) => own.find((date) => date.qualifier === qualifier)?.iso?.slice(0, 10);
  const last = lastDays.flatMap((qualifier) => dayOf(qualifier) ?? []).sort()[0];
  const first = dayOf(firstDay);
  const unreadable = own.find(({ iso }) => iso === undefined);
  const nextYear = `${Number(judging.today.slice(0, 4)) + 1}${judging.today.slice(4)}`;
  return [
    ...(unreadable ? [decide("date", "unreadable", judging, unreadable.value)] : []),
    ...(last !== undefined && last < judging.today ? [decide("date", "past", judging, last)] : []),
    ...(last !== undefined && last > nextYear ? [decide("date", "far", judging, last)] : []),
    ...(first && last && first > last ? [decide("date", "crossed", judging, `${first}, ${last}`)] : []),
  ];
}

/** CNT (6069): the sum of the quantities, and how many lines there are. */
const totalQuantity = "1";
const lineCount = "2";

type Written = readonly Pick<StoredOrderLine, "written">[];

function countCases({ totals }: OrderHead, lines: Written, judging: Judging): HeaderCase[] {
  const quantity = lines.reduce(
    (sum, { written }) => sum + (numberOf(written?.quantity ?? "") ?? Number.NaN),
    0,
  );
  const counted: Record<string, number> = { [totalQuantity]: quantity, [lineCount]: lines.length };
  return totals.flatMap(({ qualifier, value }) => {
    const found = counted[qualifier];
    if (found === undefined || numberOf(value) === found) return [];
    const what = qualifier === lineCount ? "lines" : "units";
    const words = `it says ${value} ${what}, there are ${Number.isNaN(found) ? "others" : found}`;
    return [decide("count", "wrong", judging, words)];
  });
}

/** MOA (5025): of all lines, and of the message. */
const orderTotals = ["79", "86", "128"];

function totalCases({ amounts }: OrderHead, lines: Written, judging: Judging): HeaderCase[] {
  const { units } = judging.terms;
  const total = lines.reduce((sum, { written = nothingWritten }) => {
    const [quantity, price] = [readQuantity(written, units).value, readPrice(written, units).value];
    return sum + (quantity ?? Number.NaN) * (price ?? Number.NaN);
  }, 0);
  // Unreadable lines have their own difference.
  const isWrong = (amount = Number.NaN) => !Number.isNaN(total) && !(Math.abs(amount - total) < 0.005);
  const wrong = amounts.find(({ qualifier, amount }) => orderTotals.includes(qualifier) && isWrong(amount));
  const words = `it says ${wrong?.text}, the lines come to ${moneyText(total)}`;
  return wrong ? [decide("total", "wrong", judging, words)] : [];
}

function valueCases(lines: readonly StoredOrderLine[], judging: Judging): HeaderCase[] {
  const value = lines.reduce((sum, { ordered, unitPrice }) => sum + ordered * unitPrice, 0);
  return value > judging.terms.max_order_value ? [decide("value", "above", judging, moneyText(value))] : [];
}

function agreementCases({ currency, parties }: OrderHead, judging: Judging): HeaderCase[] {
  const { terms } = judging;
  const supplier = partyIn(parties, "SU");
  const known = supplier !== undefined && terms.suppliers.includes(supplier.identifier);
  const named = supplier && [supplier.identifier, ...supplier.names].filter(Boolean).join(" ");
  return [
    ...(currency === terms.currency ? [] : [decide("currency", currency, judging)]),
    ...(known ? [] : [decide("supplier", supplier?.identifier ?? "", judging, named)]),
  ];
}

const isNotAsUsual = ({ decision }: HeaderCase): boolean => decision !== "order";

/** Order-level differences from the terms (edi#header): of the `written` lines, and of those after changes. */
export function judgeOrderHeader(
  heading: Pick<MessageSummary, "documentName" | "messageFunction" | "documentIdentifier">,
  content: OrderHead,
  { written, lines }: { written: Written; lines: readonly StoredOrderLine[] },
  judging: Judging,
): HeaderCase[] {
  const { documentName, messageFunction, documentIdentifier } = heading;
  const number =
    documentIdentifier.trim() === ""
      ? [decide("number", "", judging)]
      : documentIdentifier.length > maxNumberLength
        ? [decide("number", "long", judging)]
        : [];
  return [
    decide("1001", documentName, judging),
    functionOf(messageFunction, judging),
    ...number,
    ...agreementCases(content, judging),
    ...dateCases(content, judging),
    ...countCases(content, written, judging),
    ...totalCases(content, written, judging),
    ...valueCases(lines, judging),
  ].filter(isNotAsUsual);
}

/** The same for an ORDCHG message, which leaves out unchanged fields. */
export function judgeChangeHeader(content: OrderHead, lines: Written, judging: Judging): HeaderCase[] {
  const said = agreementCases(content, judging).filter(({ kind }) => !kind.endsWith("="));
  return [...said, ...dateCases(content, judging), ...countCases(content, lines, judging)].filter(
    isNotAsUsual,
  );
}

export const repeatedNumber = (number: string, judging: Judging): HeaderCase =>
  decide("number", "repeated", judging, number);

/** Cases that no decision can turn into an order: nothing to answer, or another amount to pay. */
const unacceptable = ["number=", "number=long", "currency=*", "1225=1"];

export const isAcceptable = ({ kind }: StoredDifference): boolean => !unacceptable.includes(kind);
