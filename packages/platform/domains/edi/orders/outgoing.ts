import { z } from "zod";
import type { Database } from "#database/connect.ts";
import { type Directory, directoryOf } from "#edi-orders/index.ts";
import type { OutgoingMessage } from "#edifact/index.ts";
import { documentReference, interchangeReference } from "#platform/domains/edi/documents/streams.ts";
import { makeOutbound } from "#platform/domains/edi/interchanges/outbound.ts";
import { findInterchange } from "#platform/domains/edi/interchanges/repository.ts";
import { type EdiPartner, sidesOf } from "#platform/domains/edi/partners/repository.ts";
import { orderMessage } from "./message.ts";
import type { WholeEdiOrder } from "./repository.ts";

/** Sends a message about an order; `type` is that of the order's reference (edi#order-references). */
export async function sendToPartner(
  transaction: Database,
  order: WholeEdiOrder,
  sending: {
    cause: string;
    type: string;
    title: string;
    /** The message, given its local time, and the directory of the partner's own. */
    build(preparedAt: string, directory: Directory): OutgoingMessage;
  },
  at: Date,
) {
  const source = await findInterchange(transaction, order.interchangeId);
  if (!source) throw new Error(`The order document ${order.id} has no interchange`);
  // We answer: the parties change places.
  const { sender: recipient, recipient: sender } = sidesOf(source);
  const made = await makeOutbound(
    transaction,
    {
      cause: sending.cause,
      storeId: order.storeId,
      sender,
      recipient,
      write: (controlReference, preparedAt, partner) => ({
        ...dialectOf(partner),
        sender,
        recipient,
        preparedAt,
        controlReference,
        acknowledgementRequested: partner?.asks_acknowledgement ?? true,
        test: source.isTest,
        messages: [sending.build(preparedAt, directoryOf(releaseOf(order)))],
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
  const [message] = made.messages;
  if (!message) throw new Error(`The interchange ${made.id} holds no message`);
  const title = `${sending.title} ${made.controlReference}`;
  return {
    controlReference: made.controlReference,
    message: orderMessage(made.id, { document: message, place: 1, decimalMark: "." }),
    reference: interchangeReference(sending.type, title, made.id, at),
  };
}

const header = z.object({
  messageHeader: z.object({ messageIdentifier: z.object({ messageReleaseNumber: z.string() }) }),
});

/** The directory (0054) of the partner's ORDERS message. */
function releaseOf({ messages }: Pick<WholeEdiOrder, "messages">): string {
  const read = header.safeParse(messages.find(({ list }) => list === "Orders")?.message);
  return read.data?.messageHeader.messageIdentifier.messageReleaseNumber ?? "";
}

/** The default interchange format, for unknown partners: syntax 3. */
export const dialect = { syntaxIdentifier: "UNOC", syntaxVersion: "3" } as const;

/** The same with the character set and syntax version of a known partner. */
const dialectOf = (partner: EdiPartner | undefined) =>
  partner ? { syntaxIdentifier: partner.syntax_identifier, syntaxVersion: partner.syntax_version } : dialect;
