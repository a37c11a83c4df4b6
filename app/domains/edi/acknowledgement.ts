import type { Tone } from "#app/ui/feedback/tone.ts";
import { type Moment, momentOf } from "#app/values/moment.ts";
import { toText } from "#app/values/read.ts";
import type { EdiInterchange } from "#contract/edi.ts";

/**
 * How far the acknowledgement of an interchange has come. `not-requested`: UNB 0031 does not ask for one; `unasked`:
 * none came, and the server does not say whether one was asked for; `acknowledged`: the server says no more than that;
 * the last three are UCI 0083 of the CONTRL that answers.
 */
export type AcknowledgementKind =
  | "not-requested"
  | "awaiting"
  | "unasked"
  | "acknowledged"
  | "received"
  | "accepted"
  | "rejected"
  | "unknown";

export type Acknowledgement = {
  kind: AcknowledgementKind;
  label: string;
  tone: Tone;
  /** When it came, or, while it is awaited, since when. */
  at?: Moment;
  /** The interchange that acknowledges this one. */
  by?: string;
};

const looks: Record<AcknowledgementKind, { label: string; tone: Tone }> = {
  "not-requested": { label: "Not requested", tone: "dismissed" },
  awaiting: { label: "Awaiting", tone: "background" },
  unasked: { label: "Not acknowledged", tone: "background" },
  acknowledged: { label: "Acknowledged", tone: "ok" },
  received: { label: "Received", tone: "ok" },
  accepted: { label: "Accepted", tone: "ok" },
  rejected: { label: "Rejected", tone: "attention" },
  unknown: { label: "Unknown", tone: "background" },
};

const actions: ReadonlyMap<string, AcknowledgementKind> = new Map([
  ["4", "rejected"],
  ["7", "accepted"],
  ["8", "received"],
]);

function kindOf({
  acknowledged,
  acknowledgement_action,
  acknowledgement_requested,
}: EdiInterchange): AcknowledgementKind {
  const told = actions.get(toText(acknowledgement_action));
  if (told) return told;
  if (acknowledged === true) return "acknowledged";
  if (acknowledged !== false) return "unknown";
  if (acknowledgement_requested === undefined || acknowledgement_requested === null) return "unasked";
  return acknowledgement_requested ? "awaiting" : "not-requested";
}

/** When the acknowledgement came: a refusal sets no `acknowledged_at`, only the reference to it tells. */
const answeredAt = ({ acknowledged_at, references }: EdiInterchange): Moment | undefined =>
  momentOf(acknowledged_at) ??
  momentOf(references?.find(({ type }) => toText(type).endsWith("-functional-acknowledgement"))?.created_at);

/** The acknowledgement of an interchange as a state with an age. */
export function acknowledgementOf(interchange: EdiInterchange): Acknowledgement {
  const kind = kindOf(interchange);
  const at = kind === "awaiting" ? momentOf(interchange.created_at) : answeredAt(interchange);
  const by = toText(interchange.acknowledgement_interchange_document_id);
  return {
    kind,
    ...looks[kind],
    ...(at === undefined ? {} : { at }),
    ...(by === "" ? {} : { by }),
  };
}

/** What the column 'Acknowledged' says first: for true, false, or neither (edi#acknowledged). */
export const acknowledgedWord = ({ acknowledged }: EdiInterchange): "yes" | "no" | "unknown" =>
  acknowledged === true ? "yes" : acknowledged === false ? "no" : "unknown";
