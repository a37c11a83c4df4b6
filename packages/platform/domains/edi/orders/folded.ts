import type { Database } from "#database/connect.ts";
import {
  type Facts,
  fold,
  headOf,
  type Order,
  type OrderMessage,
  type Parcel,
  partnerLines,
} from "#edi-orders/index.ts";
import { runCooperatively } from "#edifact/index.ts";
import type { StoredFacts } from "#platform/database/schema/ediStored.ts";
import { readFacts } from "./facts.ts";
import { placeOfMessage } from "./message.ts";
import {
  acceptStep,
  createStream,
  type ExchangedMessage,
  readOrderMessages,
  refusedLabel,
  type WholeEdiOrder,
} from "./repository.ts";

type PartnerMessages = [OrderMessage, ...OrderMessage[]];

/** An order document with the partner's messages as they are read. */
export type ReadEdiOrder = Pick<WholeEdiOrder, "id" | "revision" | "decisions"> & {
  partnerMessages: PartnerMessages;
  /** Facts of a message, by its ordinal, that are not stored yet. */
  unstored: { ordinal: number; facts: StoredFacts }[];
};

const ofPartner = ["Orders", "OrderChangeRequests"];

/** A message as it is read: that of a long one takes a while, so it is read in slices. */
export async function readPartnerMessage({
  message,
  decimalMark,
  facts,
  sent,
  ...place
}: Pick<
  ExchangedMessage,
  "message" | "decimalMark" | "facts" | "sent" | "interchangeId" | "place"
>): Promise<OrderMessage> {
  return {
    id: placeOfMessage(place),
    sent,
    head: headOf(message, decimalMark),
    lines: await runCooperatively(partnerLines(message, decimalMark)),
    ...(facts && { facts: readFacts(facts) }),
  };
}

/** Whether something was promised of an order, or refused. */
const isOpened = ({ streams }: Pick<WholeEdiOrder, "streams">): boolean => {
  const { state = "", step } = streams[createStream] ?? {};
  return ["completed", "rejected"].includes(state) || step === acceptStep;
};

/**
 * Reads the partner's messages of an order document. One that was made before facts were stored keeps its lines as they
 * were promised then.
 */
export async function readEdiOrder(
  order: Omit<WholeEdiOrder, "messages"> & { messages: readonly ExchangedMessage[] },
): Promise<ReadEdiOrder> {
  const ineffective = order.updateRecords.flatMap(({ message_label, order_update_message: { message } }) =>
    message_label === refusedLabel ? [message] : [],
  );
  const own = order.messages.filter(({ list }) => ofPartner.includes(list));
  const isMade = isOpened(order) && own.every(({ facts }) => facts === null);
  const effective = isMade ? own.filter((one) => !ineffective.includes(placeOfMessage(one))) : own;
  const last = effective.at(-1);
  const made: StoredFacts | undefined = isMade ? { made: order.lines } : undefined;
  const messages: OrderMessage[] = [];
  for (const one of effective)
    messages.push(await readPartnerMessage(one === last && made ? { ...one, facts: made } : one));
  const [first, ...others] = messages;
  const nothing: OrderMessage = {
    ...{ id: "", head: headOf({}), lines: [] },
    sent: { preparedAt: "", controlReference: null, position: 0, place: 0 },
    ...(made && { facts: readFacts(made) }),
  };
  return {
    ...{ id: order.id, revision: order.revision, decisions: order.decisions },
    partnerMessages: first ? [first, ...others] : [nothing],
    unstored: made && last ? [{ ordinal: last.ordinal, facts: made }] : [],
  };
}

/** The same of a document that is locked. */
export const readLocked = async (
  transaction: Database,
  order: Omit<WholeEdiOrder, "messages">,
): Promise<ReadEdiOrder> =>
  readEdiOrder({ ...order, messages: await readOrderMessages(transaction, order.id) });

/** The order as it follows from its messages, its decisions, and what was shipped. */
export const foldOf = (
  { partnerMessages, decisions }: Pick<ReadEdiOrder, "partnerMessages" | "decisions">,
  shipped?: { parcels: readonly Parcel[]; end?: Order["end"] },
): Order => fold(partnerMessages, decisions, shipped);

/** The same with another message. */
export const withMessage = (read: ReadEdiOrder, message: OrderMessage): ReadEdiOrder => ({
  ...read,
  partnerMessages: [...read.partnerMessages, message],
});

/** The same with all messages so far judged by these facts. */
export function judgedBy(read: ReadEdiOrder, facts: Facts): ReadEdiOrder {
  const [first, ...others] = read.partnerMessages;
  const last = others.pop();
  return {
    ...read,
    partnerMessages: last ? [first, ...others, { ...last, facts }] : [{ ...first, facts }],
  };
}
