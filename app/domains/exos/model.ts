import type { RecordRef, RecordState } from "#app/core/records/record.ts";
import { type StateLook, stateLookOf, stateLooks } from "#app/core/values/processingStates.ts";
import { compact, momentOf, shorten, toText } from "#app/core/values/values.ts";
import type { WireRow } from "#contract/envelopes.ts";
import {
  type ExoJobCode,
  type ExoStreamCode,
  exoJobs,
  exoStreamCodes,
  exoStreams,
  manualDetailsStep,
} from "#contract/exoJobs.ts";
import type { ExchangeItem, Exo as ExoDocument, ExoSummary } from "#contract/exos.ts";
import { readNumber } from "#contract/numbers.ts";
import { processingStates } from "#contract/processing.ts";

export type ExoStatus = StateLook & { code: string };

/** One job, also as an EXO's current step. */
export type Job = { code: string; name: string; description: string };

/** One stream and the codes of its jobs in order (returns#streams). */
export type Stream = { code: ExoStreamCode; label: string; jobs: readonly ExoJobCode[] };

const streamLabels: Record<ExoStreamCode, string> = {
  return: "Return",
  "return/automatic": "Return, automatic",
  "return/manual": "Return, manual",
};

/** The normalised name of any spelling: 'Create AP21 Return Order', 'create_ap21_return_order'. */
export const sameCode = (code: string): string =>
  code
    .toLowerCase()
    .replace(/#/g, " number")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

const knownStreams = new Map<string, Stream>(
  exoStreamCodes.map((code) => [code, { code, label: streamLabels[code], jobs: exoStreams[code] }]),
);
const knownSteps = new Map<string, Job>();
const steps = [
  ...Object.entries(exoJobs).map(([code, { name, description }]) => ({ code, name, description })),
  manualDetailsStep,
];
for (const step of steps) {
  knownSteps.set(sameCode(step.code), step);
  knownSteps.set(sameCode(step.name), step);
}

/** Label and style of a status; an unknown one shows its code (states#unknown). */
export function exoStatusOf(code: string | null | undefined): ExoStatus {
  const text = code?.trim() ?? "";
  const look = stateLookOf(text);
  if (look) return { code: text, ...look };
  return {
    code: text,
    label: text === "" ? "No status" : text,
    tone: "background",
    icon: "background",
    moves: true,
  };
}

export const streamOf = (code: string): Stream | undefined => knownStreams.get(code.trim().toLowerCase());

export const streamLabel = (code: string): string => streamOf(code)?.label ?? code;

/** A step or job by its code or name; an unknown one is shown by its code and has no description. */
export const stepOf = (code: string): Job =>
  knownSteps.get(sameCode(code)) ?? { code, name: code, description: "" };

export const exoStatusChoices: readonly { value: string; label: string }[] = processingStates.map(
  (value) => ({ value, label: stateLooks[value].label }),
);

/** The labels of the return reasons (returns#reasons). */
const reasons: ReadonlyMap<string, string> = new Map([
  ["WRONG_ITEM", "Wrong Item"],
  ["WRONG_COLOUR", "Wrong Colour"],
  ["FAULTY", "Faulty"],
  ["CHANGE_OF_MIND", "Change of Mind"],
  ["SIZE_TOO_BIG", "Size too Big"],
  ["SIZE_TOO_SMALL", "Size too Small"],
  ["OTHER", "Other"],
]);

/** Parses one EXO; missing parts are empty, an unknown status, stream or step is shown by its code. */
export function toExo(wire: ExoSummary) {
  const stream = toText(wire.status?.stream);
  const step = toText(wire.status?.step);
  return compact({
    id: wire.id,
    name: toText(wire.name) || wire.id,
    status: exoStatusOf(wire.status?.code),
    stream: { code: stream, label: streamLabel(stream) },
    step: stepOf(step),
    store: toText(wire.source_store),
    storeType: toText(wire.source_type),
    orderId: toText(wire.original_order_id),
    raNumber: toText(wire.ra_number),
    email: toText(wire.email_address),
    correspondenceEmail: toText(wire.correspondence_email_address),
    createdAt: momentOf(wire.created_at),
    updatedAt: momentOf(wire.updated_at),
    actions: (wire.actions ?? []).flatMap(({ key, name, description }) =>
      key === "" ? [] : [{ text: toText(name) || key, value: key, description: toText(description) }],
    ),
  });
}
export type Exo = ReturnType<typeof toExo>;
export type ExoAction = Exo["actions"][number];

/** An item with a negative quantity comes back (returns#items). */
export const isReturned = ({ Quantity }: ExchangeItem): boolean => (readNumber(Quantity) ?? 0) < 0;

export function reasonOf({ ReturnReasonCode }: ExchangeItem): string {
  const code = toText(ReturnReasonCode);
  return reasons.get(code) ?? code;
}

export const returnReasons = (document: ExoDocument): string[] => [
  ...new Set((document.exchange?.Items ?? []).filter(isReturned).map(reasonOf).filter(Boolean)),
];

export function toCustomer(document: ExoDocument) {
  const customer = document.exchange?.Customer;
  if (!customer) return undefined;
  return {
    name: [customer.FirstName, customer.LastName].map(toText).filter(Boolean).join(" "),
    code: toText(customer.Ap21CustomerCode),
    idx: toText(customer.Ap21CustomerIdx),
  };
}

/** Initials for the customer's picture: of the name, else of the email address. */
export function initialsOf(name: string, email: string): string {
  const words = (name || email.split("@")[0] || "").split(/[^\p{L}\p{M}']+/u).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) =>
    word === undefined ? "" : [...word][0],
  );
  return letters.join("").toUpperCase();
}

/** The state of an EXO in words: status, stream and step; codes where there are no words. */
export const displayStateOf = ({ status, stream, step }: Exo) => ({
  label: shorten(status.label, 80),
  tone: status.tone,
  icon: status.icon,
  stream: shorten(stream.label, 80),
  step: shorten(step.name, 80),
  stepIs: step.description,
});
export type DisplayState = ReturnType<typeof displayStateOf>;

/** The statuses in which a return waits for a person. */
export const troubled = ["manual", "hold", "stalled", "stale"] as const;
/** A failed one does so too; it is identified by the step that failed. */
export const failed = "failed";

/** The line of Today for a status; for failed returns one for each step (today#returns). */
export const statusLineKey = (status: string): string => `returns:${status}`;
export const stepLineKey = (step: string): string => statusLineKey(`${failed}:${sameCode(step)}`);

/** The step in a URL of returns whose step has no name, or is not known. */
export const unnamedStep = "-";

/** Whether a row is at the step of a list's URL, empty for every step (returns#step-filter). */
export const isAtStep =
  (step: string) =>
  (row: WireRow<ExoSummary>): boolean =>
    step === "" || ((row.readable && sameCode(toText(row.row.status?.step))) || unnamedStep) === step;

export const exoRef = (id: string): RecordRef => ({ kind: "return", store: "", id });

/** The state of a return, from its summary or its document (notes#handled). */
export function exoState({ status, updated_at, created_at }: ExoSummary): RecordState {
  const code = sameCode(toText(status?.code));
  const step = toText(status?.step);
  const isTroubled = troubled.some((one) => one === code);
  const lines = isTroubled ? [statusLineKey(code)] : code === failed ? [stepLineKey(step)] : [];
  return {
    revision: JSON.stringify([code, toText(status?.stream), step, updated_at ?? null]),
    lines,
    since: momentOf(updated_at) ?? momentOf(created_at),
  };
}
