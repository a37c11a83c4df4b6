import { z } from "zod";
import { type Head, partyIn } from "#edi-orders/index.ts";
import type { OutgoingMessage, OutgoingSegment, PartySummary } from "#edifact/index.ts";
import type { Database } from "#platform/database/connect.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import type { StoredOrderLine } from "#platform/database/schema/ediStored.ts";
import { documentReference, interchangeReference } from "#platform/domains/edi/documents/streams.ts";
import { makeOutbound } from "#platform/domains/edi/interchanges/outbound.ts";
import { findInterchange } from "#platform/domains/edi/interchanges/repository.ts";
import { type EdiPartner, sidesOf } from "#platform/domains/edi/partners/repository.ts";
import { orderedIn, orderMessage, ordersMessageOf } from "./message.ts";
import type { WholeEdiOrder } from "./repository.ts";

/** Sends a message about an order; `type` is that of the order's reference (edi#order-references). */
export async function sendToPartner(
  transaction: Database,
  order: WholeEdiOrder,
  sending: {
    cause: string;
    type: string;
    title: string;
    /** The message, given its local time, and the content and directory of the partner's own. */
    build(preparedAt: string, content: Head, directory: Directory): OutgoingMessage;
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
        messages: [sending.build(preparedAt, orderedIn(order), directoryOf(ordersMessageOf(order)?.message))],
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

/** EANCOM codes (0057) of the messages that we send, by directory (0054). */
const associations = {
  "01B": { ORDRSP: "EAN009", DESADV: "EAN007" },
  "96A": { ORDRSP: "EAN005", DESADV: "EAN005" },
} as const;
export type Directory = keyof typeof associations;

const header = z.object({
  messageHeader: z.object({ messageIdentifier: z.object({ messageReleaseNumber: z.string() }) }),
});

/** The directory of our answer: the message's own, if we can write it. */
function directoryOf(message: Readonly<JsonObject> | undefined): Directory {
  const read = header.safeParse(message);
  return read.data?.messageHeader.messageIdentifier.messageReleaseNumber === "96A" ? "96A" : "01B";
}

/** A free text (C108): its parts have 70 characters in the older directory and 512 in the newer one. */
export const textIn = (text: string, directory: Directory): string | string[] =>
  directory === "01B" ? text : (text.match(/.{1,70}/gs) ?? []).slice(0, 5);

/** The default interchange format, for unknown partners: syntax 3. */
export const dialect = { syntaxIdentifier: "UNOC", syntaxVersion: "3" } as const;

/** The same with the character set and syntax version of a known partner. */
const dialectOf = (partner: EdiPartner | undefined) =>
  partner ? { syntaxIdentifier: partner.syntax_identifier, syntaxVersion: partner.syntax_version } : dialect;

export const segment = (tag: string, ...elements: OutgoingSegment["elements"]): OutgoingSegment => ({
  tag,
  elements,
});

/** A DTM in format 203 (date and time) or 102 (date) from a local time like 2026-11-20T10:42. */
export const dateAt = (qualifier: string, local: string, format: "203" | "102"): OutgoingSegment =>
  segment("DTM", [qualifier, local.replace(/\D/g, "").slice(0, format === "203" ? 12 : 8), format]);

/** A party with the partner's identification, in its function. */
const partyAs = (qualifier: string, party: PartySummary | undefined): OutgoingSegment[] =>
  party
    ? [
        segment(
          "NAD",
          qualifier,
          [party.identifier, "", party.agency],
          "",
          party.names,
          party.street,
          party.city,
          party.state,
          party.postcode,
          party.country,
        ),
      ]
    : [];

/** Buyer, supplier and, with `delivery`, the delivery party. */
export const partiesOf = (parties: readonly PartySummary[], delivery: boolean): OutgoingSegment[] => [
  ...partyAs("BY", partyIn(parties, "BY")),
  ...partyAs("SU", partyIn(parties, "SU")),
  ...(delivery ? partyAs("DP", partyIn(parties, "DP", "ST", "UC", "BY")) : []),
];

export const lineAs = (
  number: string,
  action: string,
  { item, itemType }: StoredOrderLine,
): OutgoingSegment => segment("LIN", number, action, item === "" ? "" : [item, itemType || "SRV"]);

export const messageOf = (
  type: keyof (typeof associations)[Directory],
  directory: Directory,
  segments: readonly OutgoingSegment[],
): OutgoingMessage => ({
  reference: "1",
  type,
  version: "D",
  release: directory,
  agency: "UN",
  association: associations[directory][type],
  segments,
});
