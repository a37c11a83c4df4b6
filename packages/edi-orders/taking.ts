import { actionProblem } from "./actions.ts";
import { isCancelling } from "./fold.ts";
import { buyerProblem } from "./head.ts";
import { addressCases, judgeChangeHeader, type Places } from "./header.ts";
import { unreadDifferences } from "./lines.ts";
import { type Head, lineName, type PartnerMessage } from "./message.ts";
import type { Change, Order } from "./order.ts";
import type { Agreement, Terms } from "./terms.ts";

/** What a change asks for and is not carried out here, in words. */
const notCarriedOut = ({ lines }: PartnerMessage, terms: Terms): string[] =>
  lines.flatMap((line) => [
    ...unreadDifferences(line.unread, terms).map(({ words }) => `${lineName(line)}: ${words}`),
    ...actionProblem(line),
  ]);

/** 1001 and 1225 of an ORDCHG that changes an order. */
const documentName = "230";
const functions = ["1", "4", "5"];

function kindProblems({ type, documentName: name, messageFunction }: Head, { header }: Terms): string[] {
  if (type !== "ORDCHG") return [];
  const isChange = name === documentName || header[`1001=${name}`] === "change";
  return [
    ...(isChange ? [] : [`it is no order change (1001 is '${name}')`]),
    ...(functions.includes(messageFunction) ? [] : [`its function (1225) is '${messageFunction}'`]),
  ];
}

/** Why a message is no change that can be carried out, whatever the order is, in words. */
export function changeProblems(message: PartnerMessage, agreement: Agreement): string[] {
  const { head, lines } = message;
  return [
    ...kindProblems(head, agreement.terms),
    ...(head.messageFunction === "5" && lines.length === 0 ? ["it replaces all lines with none"] : []),
    ...(isCancelling(head)
      ? []
      : [
          ...judgeChangeHeader(head, lines, agreement).map(({ words }) => words),
          ...notCarriedOut(message, agreement.terms),
        ]),
  ];
}

/** Why the last message of an order cannot be its change, in words: its buyer, where it sends the goods, its lines. */
export function takingProblems(before: Order, after: Order, places: Places, agreement: Agreement): string[] {
  const change = after.changes.at(-1);
  if (!change) return [];
  const addresses = change.moved.length > 0 ? addressCases(after.head, places, agreement) : [];
  return [
    ...buyerProblem(before.head, change.message.head),
    ...addresses.map(({ words }) => words),
    ...(change.problem === undefined ? [] : [change.problem]),
  ];
}

/** Whether the partner's answer is not enough: it wanted the goods not at all, elsewhere or on another day, and they left. */
export const isForPerson = ({ isTooLate, isCancellation, moved }: Change): boolean =>
  isTooLate && (isCancellation || moved.length > 0);
