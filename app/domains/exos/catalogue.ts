import { type ProcessingState, processingStates } from "#app/values/processingStates.ts";
import {
  automaticReturnJobs,
  type ExoJobCode,
  type ExoStatusCode,
  type ExoStreamCode,
  exoStreamCodes,
  manualDetailsStep,
  manualReturnJobs,
} from "#contract/exos.ts";

/** One EXO status as shown. */
export type ExoStatus = ProcessingState & { code: string };

const statuses: Record<ExoStatusCode, ProcessingState> = processingStates;

/** One job, also as the step that an EXO stands at. */
export type Job = { code: string; name: string; description: string };

/** Every job of 1 §4: its name, and what it does. */
const jobs: Record<ExoJobCode, Omit<Job, "code">> = {
  triage: {
    name: "Triage",
    description: "Checks the exchange and decides whether it can be processed automatically.",
  },
  "create-return-shipment": {
    name: "Create return shipment",
    description: "Books the customer's parcel back to the warehouse with the carrier.",
  },
  "create-ap21-return-order": {
    name: "Create AP21 return order",
    description: "Enters the return order in AP21.",
  },
  "retrieve-ap21-ra-number": {
    name: "Retrieve AP21 RA#",
    description: "Reads the RA# that AP21 gave the return order.",
  },
  "update-return-shipment": {
    name: "Update return shipment",
    description: "Writes the RA# on the carrier's shipment.",
  },
  "acquire-shipment-labels": {
    name: "Acquire shipment labels",
    description: "Fetches the carrier's label and keeps it with the EXO.",
  },
  "finalise-shipment-order": {
    name: "Finalise shipment order",
    description: "Closes the carrier's order, so that the parcel may be sent.",
  },
  "update-ap21-ecomm-note": {
    name: "Update AP21 order ECOMM NOTE field",
    description: "Writes the consignment into the ECOMM NOTE field of the AP21 order.",
  },
  "create-shipment-slip": {
    name: "Create shipment slip",
    description: "Makes the slip that the customer puts into the parcel.",
  },
  "send-shipment-email": {
    name: "Send shipment email",
    description: "Sends the label and the slip to the customer.",
  },
  "flag-return-items-waiting": {
    name: "Flag return items as waiting",
    description: "Marks the return items as on their way.",
  },
  "await-ap21-return-received": {
    name: "Await AP21 return order received",
    description: "Waits until AP21 says that the parcel has arrived.",
  },
  "await-ap21-return-finalised": {
    name: "Await AP21 return order finalised",
    description: "Waits until AP21 says that the return is finalised.",
  },
  "apply-return-credit": {
    name: "Apply return credit",
    description: "A placeholder: it applies no credit. Credit is given by hand.",
  },
  "send-return-complete-email": {
    name: "Send return complete email",
    description: "Tells the customer that the return is complete, only where this email is enabled.",
  },
  "complete-return": { name: "Complete return", description: "Marks the return as complete." },
  finish: { name: "Finish", description: "Closes the EXO: nothing more is done with it." },
  "create-helpdesk-return-ticket": {
    name: "Create helpdesk return ticket",
    description: "Opens a ticket, so that a person takes the return on.",
  },
};

/** The step at which a manual return waits; it is no job. */
const detailsStep: Job = {
  code: manualDetailsStep,
  name: "Await return details",
  description: "Waits until a person has entered the details of the return by hand.",
};

/** One stream and the codes of its jobs in order (1 §4). */
export type Stream = { code: ExoStreamCode; label: string; jobs: readonly ExoJobCode[] };

const streams: Record<ExoStreamCode, Omit<Stream, "code">> = {
  return: { label: "Return", jobs: ["triage"] },
  "return/automatic": { label: "Return, automatic", jobs: automaticReturnJobs },
  "return/manual": { label: "Return, manual", jobs: manualReturnJobs },
};

/** The same name however it is written: 'Create AP21 Return Order', 'create_ap21_return_order'. */
export const sameCode = (code: string): string =>
  code
    .toLowerCase()
    .replace(/#/g, " number")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

const knownStatuses = new Map<string, Omit<ExoStatus, "code">>(Object.entries(statuses));
const knownStreams = new Map<string, Stream>(
  exoStreamCodes.map((code) => [code, { code, ...streams[code] }]),
);
const knownSteps = new Map<string, Job>();
for (const step of [...Object.entries(jobs).map(([code, row]) => ({ code, ...row })), detailsStep]) {
  knownSteps.set(sameCode(step.code), step);
  knownSteps.set(sameCode(step.name), step);
}

/** Label and style of a status; one that the specification does not know shows its code. */
export function exoStatusOf(code: string | null | undefined): ExoStatus {
  const text = code?.trim() ?? "";
  const known = knownStatuses.get(text);
  if (known) return { code: text, ...known };
  return { code: text, label: text === "" ? "No status" : text, tone: "background", moves: true };
}

/** The stream of a code, where it is one of the three. */
export const streamOf = (code: string): Stream | undefined => knownStreams.get(code.trim().toLowerCase());

/** A stream's label; an unknown one shows its code. */
export const streamLabel = (code: string): string => streamOf(code)?.label ?? code;

/** A step or job by its code or name; an unknown one goes by its code and has no description. */
export const stepOf = (code: string): Job =>
  knownSteps.get(sameCode(code)) ?? { code, name: code, description: "" };

/** The choices of the Status filter, in the specification's order. */
export const exoStatusChoices: readonly { value: string; label: string }[] = [...knownStatuses].map(
  ([value, { label }]) => ({ value, label }),
);
