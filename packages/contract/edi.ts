import { z } from "zod";
import { ediAvailableAction } from "./ediActions.ts";
import { ediMessages, orderListOf } from "./ediMessages.ts";
import { ediComparison, ediDifference, ediReviewLine } from "./ediReview.ts";
import {
  id,
  looseText,
  number,
  optionalList,
  optionalObject,
  readableListOf,
  text,
  time,
  truth,
} from "./envelopes.ts";

const free = optionalObject({});

/** The streams of an interchange with their steps in order (edi#streams). */
export const interchangeStreams = {
  "interchange/receive": [
    "send-functional-acknowledgement",
    "receive-inbound-functional-acknowledgements",
    "receive-inbound-orders",
    "receive-inbound-order-change-requests",
  ],
  "interchange/send": ["transmit-outbound-interchange"],
} as const;

/** The streams of an order document with their steps in order (edi#streams). */
export const ediOrderStreams = {
  "order/create": ["create-utopia-order", "send-order-accepted-notification"],
  "order/wait-for-final-order-change-message": ["wait-for-final-order-change-message"],
  "order/supply-shipment-notifications": ["send-order-shipments-notification"],
  "order/supply-update-notifications": ["send-order-changed-notification"],
} as const;

export const transmissionDirections = ["inbound", "outbound", "unspecified"] as const;

export const ediStreamStatus = z.looseObject({ state: text, step: text });
export type EdiStreamStatus = z.output<typeof ediStreamStatus>;

/** Stream name → state; a stream that has not begun is absent. A broken entry is parsed as an empty one. */
const streamStatuses = z
  .record(z.string(), ediStreamStatus.catch({ state: undefined, step: undefined }))
  .nullish()
  .catch(undefined);

/**
 * A document's reference; `type` is free. Of an interchange: source-myer-edi-order-document (the order document for
 * which it was created), outgoing-functional-acknowledgement (`meta.interchange-document-id`: the CONTRL that answers
 * it), outbound-interchange-blob-store-file (`uri`: the location of its file); and the platform's own
 * inbound-interchange-file, incoming-functional-acknowledgement and acknowledged-interchange
 * (`meta.interchange-document-id`), duplicate-of-interchange (likewise), created-myer-edi-order-document and
 * changed-myer-edi-order-document (`meta.order-document-id`). Of an order: interchange:ordrsp+initial,
 * interchange:ordrsp+update, interchange:desadv, and the platform's own interchange:orders (its source),
 * interchange:ordchg, all with `meta.interchange-document-id`; utopia-order (`meta.order-id`). Where the meta has no
 * id, `id` is the id of the other record.
 */
export const ediReference = z.looseObject({
  id: text,
  type: text,
  title: text,
  source: text,
  uri: text,
  created_at: time,
  meta: free,
});
export type EdiReference = z.output<typeof ediReference>;

/** The platform's actions: step:start, step:finish, step:failure, step:waiting, and others. */
export const ediHistory = z.looseObject({
  action: text,
  source: text,
  message: text,
  created_at: time,
  // Free details; of a step's records the stream and the step.
  meta: optionalObject({ stream: text, step: text }),
});
export type EdiHistory = z.output<typeof ediHistory>;

/** A message as JSON under the directory's names in camelCase; everything below its heading is passed through. */
export const ediMessage = z.looseObject({
  messageHeader: optionalObject({
    messageReferenceNumber: text,
    messageIdentifier: optionalObject({ messageType: text }),
  }),
  beginningOfMessage: optionalObject({
    documentMessageName: optionalObject({ documentNameCode: text }),
    messageFunctionCode: text,
    documentMessageIdentification: optionalObject({ documentIdentifier: text }),
  }),
});
export type EdiMessage = z.output<typeof ediMessage>;

const messages = optionalList(ediMessage);

const messageLists = (names: readonly string[]) =>
  z.looseObject(Object.fromEntries(names.map((name) => [name, messages])));

const listNames = Object.values(ediMessages).map(({ interchangeList }) => interchangeList);

/** The message lists of an interchange, by type. Messages of any other type are in `otherMessages`. */
export const interchangeMessages = messageLists([...listNames, "otherMessages"]);

export const orderMessages = messageLists(listNames.map(orderListOf));

/** A partner as UNB names it: 0004 or 0010 with its qualifier 0007. */
export const ediPartner = z.looseObject({ identification: text, qualifier: text });
export type EdiPartner = z.output<typeof ediPartner>;

/** One finding from reading an interchange; positions as `packages/edifact/` counts them, within its own text. */
export const ediFinding = z.looseObject({
  code: text,
  syntaxError: text,
  severity: text,
  position: optionalObject({
    offset: number,
    line: number,
    segment: number,
    element: number,
    component: number,
  }),
  words: text,
});
export type EdiFinding = z.output<typeof ediFinding>;

/**
 * An interchange in the list (edi#interchange-fields). The fields below `histories` are the platform's own; other
 * servers leave them out. `acknowledgement_requested` is UNB 0031; `acknowledgement_action` is UCI 0083 of the CONTRL
 * that answered (4 rejected, 7 acknowledged, 8 received only), also for a refused interchange, which is not
 * `acknowledged`.
 */
export const ediInterchange = z.looseObject({
  id,
  control_reference: text,
  references: optionalList(ediReference),
  stream_statuses: streamStatuses,
  transmission_direction: text,
  acknowledged: truth,
  acknowledged_at: time,
  acknowledgement_interchange_document_id: text,
  updated_at: time,
  histories: optionalList(ediHistory),

  created_at: time,
  sender: ediPartner.nullish().catch(undefined),
  recipient: ediPartner.nullish().catch(undefined),
  acknowledgement_requested: truth,
  acknowledgement_action: text,
  test: truth,
  /** Message type → number of messages. */
  message_counts: z.record(z.string(), z.number()).nullish().catch(undefined),
  segment_count: number,
  /** Bytes of its raw text in UTF-8. */
  byte_count: number,
  /** Its available actions; if not sent, 'process' alone. */
  available_actions: optionalList(ediAvailableAction),
  /** Its document numbers (1004), at most 20, which people use as its name. */
  document_identifiers: optionalList(z.string()),
  /** The messages that were refused, by us or by the partner, each with its reference (0062) and words. */
  refused_messages: optionalList(
    z.looseObject({ reference: text, message_type: text, number: text, words: text }),
  ),
  /**
   * Whether an answer is still expected: false where none will come, e.g. for a repetition of an answered interchange.
   */
  acknowledgement_expected: truth,
  /** When the partner's acknowledgement is due; absent when none is owed to us. */
  acknowledgement_due_at: time,
  /** The interchange that was answered instead: the first one with the same bytes. */
  answered_with_interchange_document_id: text,
  /** Why it needs attention, in words, each reason once. */
  attention: optionalList(z.string()),
  /** Severity → number of findings. */
  finding_counts: optionalObject({ error: number, warning: number, note: number }),
});
export type EdiInterchange = z.output<typeof ediInterchange>;

/**
 * An interchange in full. `interchange_text` is the decoded raw text; over 1 MB it is absent, and `getInterchangeText`
 * has it. For a text over 256 KB the messages are reduced to their headings, at most 1,000 of them
 * (`messages_reduced`).
 */
export const ediInterchangeDetail = ediInterchange.extend({
  interchange: interchangeMessages.nullish().catch(undefined),
  findings: optionalList(ediFinding),
  interchange_text: text,
  messages_reduced: truth,
  /** The encoding of the bytes, e.g. utf-8. */
  encoding: text,
  file_name: text,
});
export type EdiInterchangeDetail = z.output<typeof ediInterchangeDetail>;

/** The order system's update record of an order (edi#order-updates); labels like COMPLETE and CANCELLED are its own. */
export const orderUpdateMessageRecord = z.looseObject({
  created_at: time,
  id: text,
  message_label: text,
  tags: z
    .union([readableListOf(looseText), looseText.transform((tag) => (tag ? [tag] : []))])
    .nullish()
    .catch(undefined),
  order_update_message: z.unknown().optional(),
});
export type OrderUpdateMessageRecord = z.output<typeof orderUpdateMessageRecord>;

/** An EDI order in the list (edi#order-fields). `created_at` and the fields below it are the platform's own. */
export const ediOrder = z.looseObject({
  id,
  utopia_order_number: text,
  myer_edifact_interchange_document_id: text,
  utopia_source_store_group_alias: text,
  references: optionalList(ediReference),
  stream_statuses: streamStatuses,
  updated_at: time,
  histories: optionalList(ediHistory),

  created_at: time,
  /** 1004 of the partner's ORDERS message. */
  document_identifier: text,
  /** Its available actions; if not sent, 'process' alone. */
  available_actions: optionalList(ediAvailableAction),
  /** The buyer: the identification (0004), and the name in the partner's record. */
  partner: optionalObject({ identification: text, name: text }),
  /** Another order document under the same number, and its order. */
  duplicate: optionalObject({ order_document_id: text, utopia_order_number: text }),
  /** Why it needs attention, in words, each reason once. */
  attention: optionalList(z.string()),
  /** When our response and our despatch advice are due; absent when nothing is owed. */
  response_due_at: time,
  despatch_due_at: time,

  // Extension 'edi-desk'.
  /** It is of a test interchange: no Utopia order is created. */
  test: truth,
  /** Why it waits: `confirmation`, since something differs, or `duplicate`; absent when it does not wait. */
  held_for: text,
  /** Order-level differences from the partner's terms, or of a duplicate from the living order. */
  differences: optionalList(ediDifference),
});
export type EdiOrder = z.output<typeof ediOrder>;

export const ediOrderDetail = ediOrder.extend({
  order: orderMessages.nullish().catch(undefined),
  order_update_message_records: optionalList(orderUpdateMessageRecord),
  /** Of an order that waits: its lines, at most 1,000, those that differ first, and their number. */
  review_lines: optionalList(ediReviewLine),
  line_count: number,
  /** Of a duplicate: its differences from the living order. */
  comparison: ediComparison.nullish().catch(undefined),
});
export type EdiOrderDetail = z.output<typeof ediOrderDetail>;
