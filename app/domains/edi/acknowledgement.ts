import type { Tone } from "#app/core/ui/feedback/Status.tsx";
import { type Moment, momentOf, plural, shorten, toText } from "#app/core/values/values.ts";
import type { EdiInterchange } from "#contract/edi.ts";

/** A rejected message: its reference (0062), type, e.g. 'ORDERS 7002', and reason. */
export type RefusedMessage = { reference: string; name: string; words: string };

/**
 * States of an interchange's acknowledgement. `owed`: requested, and we have not sent it; `not-requested`: UNB 0031
 * does not request one; `unasked`: none received, and the server does not say whether one was requested;
 * `unanswered`: requested, and none will come; `answered-with-first`: a duplicate of earlier bytes, whose answer
 * applies; `acknowledged`: the server says no more than that; received, accepted and rejected are UCI 0083 of the
 * answering CONTRL; `partly-refused`: not rejected as a whole, but some of its messages were (edi#refused-messages).
 */
const looks = {
  "not-requested": { label: "Not requested", tone: "dismissed" },
  awaiting: { label: "Awaiting", tone: "background" },
  owed: { label: "Owed by us", tone: "background" },
  unasked: { label: "Not acknowledged", tone: "background" },
  unanswered: { label: "No answer will come", tone: "dismissed" },
  "answered-with-first": { label: "Answered with the first", tone: "dismissed" },
  acknowledged: { label: "Acknowledged", tone: "ok" },
  received: { label: "Received", tone: "ok" },
  accepted: { label: "Accepted", tone: "ok" },
  rejected: { label: "Rejected", tone: "attention" },
  "partly-refused": { label: "Messages refused", tone: "attention" },
  unknown: { label: "Unknown", tone: "background" },
} satisfies Record<string, { label: string; tone: Tone }>;
export type AcknowledgementKind = keyof typeof looks;

const actions: ReadonlyMap<string, AcknowledgementKind> = new Map([
  ["4", "rejected"],
  ["7", "accepted"],
  ["8", "received"],
]);

/** The messages of an interchange rejected by us or by the partner; none if the server reports none. */
export const refusedMessagesOf = ({ refused_messages }: EdiInterchange): RefusedMessage[] =>
  (refused_messages ?? []).map(({ reference, message_type, number, words }) => ({
    reference: shorten(toText(reference), 40),
    name: shorten([toText(message_type), toText(number)].filter(Boolean).join(" "), 80) || "Message",
    words: shorten(toText(words), 400),
  }));

/** '1 of 2 messages refused' if only some were; without the total if the server doesn't report it. */
function refusedLabel({ message_counts }: EdiInterchange, refused: number): string {
  const all = Object.values(message_counts ?? {}).reduce((sum, count) => sum + count, 0);
  return all < refused
    ? `${plural(refused, "message", "messages")} refused`
    : `${refused} of ${plural(all, "message", "messages")} refused`;
}

function kindOf(interchange: EdiInterchange): AcknowledgementKind {
  const { acknowledged, acknowledgement_action, acknowledgement_requested } = interchange;
  const kind = actions.get(toText(acknowledgement_action));
  if (kind === "rejected") return kind;
  if (refusedMessagesOf(interchange).length > 0) return "partly-refused";
  if (kind) return kind;
  if (acknowledged === true) return "acknowledged";
  if (toText(interchange.answered_with_interchange_document_id) !== "") return "answered-with-first";
  if (acknowledged !== false) return "unknown";
  if (acknowledgement_requested === undefined || acknowledgement_requested === null) return "unasked";
  if (!acknowledgement_requested) return "not-requested";
  if (interchange.acknowledgement_expected === false) return "unanswered";
  return toText(interchange.transmission_direction) === "inbound" ? "owed" : "awaiting";
}

/** When the acknowledgement was received: a rejection sets no `acknowledged_at`, only its reference has the time. */
const answeredAt = ({ acknowledged_at, references }: EdiInterchange): Moment | undefined =>
  momentOf(acknowledged_at) ??
  momentOf(references?.find(({ type }) => toText(type).endsWith("-functional-acknowledgement"))?.created_at);

const namedRefused = 5;

export const isOutstanding = (kind: AcknowledgementKind): boolean => kind === "awaiting" || kind === "owed";

/** The state of an interchange's acknowledgement with its age; the same in list, badge, thread and Messages tab. */
export function acknowledgementOf(interchange: EdiInterchange) {
  const kind = kindOf(interchange);
  const refused = refusedMessagesOf(interchange);
  const { label, tone }: { label: string; tone: Tone } = looks[kind];
  const isPartly = kind === "partly-refused";
  const by =
    kind === "answered-with-first"
      ? interchange.answered_with_interchange_document_id
      : interchange.acknowledgement_interchange_document_id;
  return {
    kind,
    label: isPartly ? refusedLabel(interchange, refused.length) : label,
    tone,
    /** The first few rejected messages. */
    refused: isPartly ? refused.slice(0, namedRefused) : undefined,
    /** When it was received or, while outstanding, since when. */
    at: isOutstanding(kind) ? momentOf(interchange.created_at) : answeredAt(interchange),
    /** The interchange that acknowledges this one, or the first one of a duplicate. */
    by: toText(by) || undefined,
  };
}
export type Acknowledgement = ReturnType<typeof acknowledgementOf>;

export const answeringLabel = (kind: AcknowledgementKind): string =>
  kind === "answered-with-first" ? "The first interchange" : "Acknowledging interchange";

/** The first word of column 'Acknowledged': for true, false, or neither (edi#acknowledged). */
export const acknowledgedWord = ({ acknowledged }: EdiInterchange): "yes" | "no" | "unknown" =>
  acknowledged === true ? "yes" : acknowledged === false ? "no" : "unknown";
