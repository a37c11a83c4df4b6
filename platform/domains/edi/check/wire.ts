import type { StoredOrderLine } from "#platform/database/schema/ediStored.ts";
import { summaryState } from "#platform/domains/edi/documents/streams.ts";
import type { Inbound } from "#platform/domains/edi/interchanges/inbound.ts";
import { attentionOf } from "#platform/domains/edi/operations/attention.ts";
import type { Checked, Untried } from "./check.ts";

type CheckedOrder = Checked["orders"][number];

const isEnded = (action: string): boolean => /^step:(finish|failure)$/.test(action);

/** The last finished step's record of an order; its history is latest first. */
const outcomeOf = ({ histories }: Pick<CheckedOrder, "histories">): string =>
  histories.find(({ action }) => waiting.includes(action) || isEnded(action))?.message ?? "";

const waiting = ["order:duplicate", "order:to-confirm"];

const untriedWords = (count: number): string =>
  `Not tried out here: ${count === 1 ? "1 message" : `${count} messages`}`;

/**
 * The results of an interchange's steps, in their order, why a person would have to check it, and what was not tried; a
 * step without work says nothing.
 */
function stepsOf({ interchange, untried }: Pick<Checked, "interchange" | "untried">): string {
  const said = interchange.histories.filter(({ action }) => isEnded(action)).map(({ message }) => message);
  const steps = said.filter((words) => !words.startsWith("0 ")).reverse();
  const reasons = attentionOf(interchange);
  const messages = [
    ...steps,
    ...reasons.filter((words) => !said.some((step) => step.includes(words) || words.includes(step))),
    ...(untried > 0 ? [untriedWords(untried)] : []),
  ];
  return messages.length > 0 ? messages.join(". ") : "Nothing in it is to be processed";
}

const problemOf = ({ differences = [] }: StoredOrderLine): string | null =>
  differences.length === 0 ? null : differences.map(({ words }) => words).join("; ");

/** The predicted result of an order, in a sentence. */
export const orderOutcome = (order: Pick<CheckedOrder, "histories" | "utopiaOrderNumber">): string =>
  order.utopiaOrderNumber
    ? `It would become the order ${order.utopiaOrderNumber}`
    : outcomeOf(order) || "It would wait to be processed";

export const replyWire = ({ interchange: { messageTypes }, text }: Checked["replies"][number]) => ({
  message_type: messageTypes[0] ?? "",
  interchange_text: text,
});

const checkedOrder = (order: CheckedOrder) => ({
  document_identifier: order.documentIdentifier,
  outcome: orderOutcome(order),
  lines: order.lines.map((line) => ({
    number: line.number,
    item: line.item,
    description: line.description,
    ordered: line.ordered,
    accepted: line.accepted,
    problem: problemOf(line),
  })),
});

const headOf = (row: Untried["row"], { findings }: Inbound) => ({
  control_reference: row.controlReference,
  sender: { identification: row.sender, qualifier: row.senderQualifier },
  recipient: { identification: row.recipient, qualifier: row.recipientQualifier },
  message_counts: row.messageCounts,
  segment_count: row.segmentCount,
  findings,
});

/** The predicted result of an interchange, in its wire form (edi#check). */
export const checkedWire = ({ interchange, read, untried, orders, replies }: Checked) => ({
  ...headOf(interchange, read),
  state: summaryState(interchange.streams),
  outcome: stepsOf({ interchange, untried }),
  orders: orders.map(checkedOrder),
  replies: replies.map(replyWire),
});

/** An interchange that was not tried, in its wire form. */
export const untriedWire = ({ row, read }: Untried) => ({
  ...headOf(row, read),
  state: "new",
  outcome: "It would be taken in. It comes too late in its file to be tried out here",
  orders: [],
  replies: [],
});
