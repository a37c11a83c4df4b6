import { z } from "zod";
import type { OutgoingMessage } from "#edifact/index.ts";
import type { Database } from "#platform/database/connect.ts";
import type { StoredEdiReference, StoredOrderMessage } from "#platform/database/schema/ediStored.ts";
import { fromBytes } from "#platform/domains/edi/documents/storable.ts";
import { documentReference, interchangeReference } from "#platform/domains/edi/documents/streams.ts";
import { makeOutbound } from "#platform/domains/edi/interchanges/outbound.ts";
import { findInterchange, readMessageLists } from "#platform/domains/edi/interchanges/repository.ts";
import { orderMessage } from "./message.ts";
import { dialectOf } from "./outgoing.ts";
import type { StoredEdiOrder } from "./repository.ts";

const messageLists = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));

export type SentMessage = {
  message: StoredOrderMessage;
  reference: StoredEdiReference;
  controlReference: string;
};

/** The only message of an existing interchange of ours. */
async function onlyMessage(transaction: Database, interchangeId: string) {
  const messages = await readMessageLists(transaction, interchangeId);
  const [message] = Object.values(messageLists.parse(JSON.parse(fromBytes(messages)))).flat();
  if (!message) throw new Error(`The interchange ${interchangeId} holds no message`);
  return message;
}

/**
 * Sends a message about an order to its partner, once per cause. `type` is the type of the order's reference to it
 * (edi#order-references).
 */
export async function sendToPartner(
  transaction: Database,
  order: StoredEdiOrder,
  sending: {
    cause: string;
    type: string;
    title: string;
    build(preparedAt: string): OutgoingMessage;
  },
  at: Date,
): Promise<SentMessage> {
  const source = await findInterchange(transaction, order.interchangeId);
  if (!source) throw new Error(`The order document ${order.id} has no interchange`);
  const made = await makeOutbound(
    transaction,
    {
      cause: sending.cause,
      storeId: order.storeId,
      sender: { identification: source.recipient, qualifier: source.recipientQualifier },
      recipient: { identification: source.sender, qualifier: source.senderQualifier },
      write: (controlReference, preparedAt, partner) => ({
        ...dialectOf(partner),
        sender: { identification: source.recipient, qualifier: source.recipientQualifier },
        recipient: { identification: source.sender, qualifier: source.senderQualifier },
        preparedAt,
        controlReference,
        acknowledgementRequested: partner?.asksAcknowledgement ?? true,
        test: source.isTest,
        messages: [sending.build(preparedAt)],
      }),
      orderNumbers: order.utopiaOrderNumber ?? "",
      references: [
        documentReference(
          "source-myer-edi-order-document",
          `EDI order ${order.documentIdentifier}`,
          order.id,
          at,
        ),
      ],
    },
    at,
  );
  const title = `${sending.title} ${made.controlReference}`;
  return {
    controlReference: made.controlReference,
    message: orderMessage(made.id, made.documents?.[0] ?? (await onlyMessage(transaction, made.id)), 1),
    reference: interchangeReference(sending.type, title, made.id, at),
  };
}
