import { type ExoJobCode, exoJobs, exoStreams } from "#contract/exoJobs.ts";
import type { ExoErrorCode } from "#contract/exos.ts";
import type { StoredReference } from "#platform/database/schema/exos.ts";
import { platformName } from "#platform/domains/history.ts";
import type { ReturnCompany } from "#platform/outside/returns.ts";

export const labelBlobId = (exoId: string) => `exos/${exoId}/return-label.pdf`;
export const slipBlobId = (exoId: string) => `exos/${exoId}/return-slip.pdf`;

/** A new reference; it gets its id and time when it is added to the EXO. */
export type ReferenceDraft = Pick<StoredReference, "type" | "source" | "title" | "meta"> & {
  uri?: string | undefined;
};

/** The fields of an EXO that its references are made from. */
type Referring = { id: string; raNumber: string | null; emailAddress: string | null };

/**
 * A job of a return, as data: its company, its result, and its error code (returns#automatic-jobs,
 * returns#error-codes).
 */
type JobRow = {
  /** Absent: the platform does the job alone. */
  company?: ReturnCompany;
  failure: ExoErrorCode;
  /** The history's text for success, where a company took part. */
  success: string;
  waits?: true;
  /** Creates its reference from the company's reply; undefined for none. */
  leaves?(facts: Record<string, string>, exo: Referring): ReferenceDraft | undefined;
  file?: "label" | "slip";
};

export type ReturnJob = JobRow & { code: ExoJobCode; name: string };

// A failure without a code of its own in the catalogue is an unhandled one, with its text in the meta.
const unhandled = "process:failure:unhandled";

const sources: Record<ReturnCompany, string> = {
  carrier: "Simulated carrier",
  ap21: "AP21 (simulated)",
  helpdesk: "Helpdesk (simulated)",
  mail: "Mail (simulated)",
};

const pdf = "application/pdf";

const mailDraft = (
  title: string,
  facts: Record<string, string>,
  { emailAddress }: Referring,
): ReferenceDraft => ({
  type: "email-transmission",
  source: sources.mail,
  title,
  meta: { recipient_email: emailAddress, ...facts },
});

const rows: Record<ExoJobCode, JobRow> = {
  triage: { failure: unhandled, success: "triage:automatic-return" },
  "create-return-shipment": {
    company: "carrier",
    failure: "return-shipment:submit:failure",
    success: "return-shipment:submit:success",
    leaves: ({ uri, ...meta }) => ({
      type: "return-consignment",
      source: sources.carrier,
      title: `Consignment ${meta.consignment_id}`,
      uri,
      meta,
    }),
  },
  "create-ap21-return-order": { company: "ap21", failure: unhandled, success: "return-order:created" },
  "retrieve-ap21-ra-number": {
    company: "ap21",
    failure: unhandled,
    success: "return-order:ra-number",
    leaves: (meta) => ({
      type: "ap21-return-order",
      source: sources.ap21,
      title: `Return order ${meta.ra_number}`,
      meta,
    }),
  },
  "update-return-shipment": {
    company: "carrier",
    failure: "return-shipment:update:failure",
    success: "return-shipment:update:success",
  },
  "acquire-shipment-labels": {
    company: "carrier",
    failure: "return-shipment:acquire-labels:failure",
    success: "return-shipment:acquire-labels:success",
    leaves: (facts, { id }) => ({
      type: "return-label",
      source: sources.carrier,
      title: "Return label",
      meta: { ...facts, blob_id: labelBlobId(id), content_type: pdf },
    }),
    file: "label",
  },
  "finalise-shipment-order": {
    company: "carrier",
    failure: "return-shipment:finalise-order:failure",
    success: "return-shipment:finalise-order:success",
  },
  "update-ap21-ecomm-note": { company: "ap21", failure: unhandled, success: "return-order:noted" },
  "create-shipment-slip": {
    failure: unhandled,
    success: "return-shipment:slip:success",
    leaves: (_facts, { id, raNumber }) => ({
      type: "return-slip",
      source: platformName,
      title: "Return slip",
      meta: { ra_number: raNumber, blob_id: slipBlobId(id), content_type: pdf },
    }),
    file: "slip",
  },
  "send-shipment-email": {
    company: "mail",
    failure: "return-shipment-email:send:failure",
    success: "return-shipment-email:send:success",
    leaves: (facts, exo) => mailDraft("Shipment email", facts, exo),
  },
  "flag-return-items-waiting": { company: "ap21", failure: unhandled, success: "return-order:items-waiting" },
  "await-ap21-return-received": {
    company: "ap21",
    failure: unhandled,
    success: "return-order:items-received",
    waits: true,
  },
  "await-ap21-return-finalised": {
    company: "ap21",
    failure: unhandled,
    success: "return-order:completed",
    waits: true,
  },
  // A placeholder: it applies no credit, and says so (returns#credit).
  "apply-return-credit": { failure: unhandled, success: "return-credit:manual-action" },
  "send-return-complete-email": {
    company: "mail",
    failure: unhandled,
    success: "return-complete-email:send:success",
    leaves: (facts, exo) =>
      "transmission_id" in facts ? mailDraft("Return complete email", facts, exo) : undefined,
  },
  "complete-return": { company: "ap21", failure: unhandled, success: "return-order:closed" },
  finish: { failure: unhandled, success: "return:finished" },
  "create-helpdesk-return-ticket": {
    company: "helpdesk",
    failure: "helpdesk:submit:failure",
    success: "helpdesk:submit:success",
    leaves: ({ uri, ...meta }) => ({
      type: "helpdesk-ticket",
      source: sources.helpdesk,
      title: `Ticket ${meta.ticket_id}`,
      uri,
      meta,
    }),
  },
};

const sequences: ReadonlyMap<string, readonly ExoJobCode[]> = new Map(Object.entries(exoStreams));

const described = (code: ExoJobCode): ReturnJob => ({ code, name: exoJobs[code].name, ...rows[code] });

/** The job of a stream's step; undefined for an unknown stream or step. */
export function jobAt(stream: string, step: string): ReturnJob | undefined {
  const code = sequences.get(stream)?.find((job) => job === step);
  return code && described(code);
}

export function jobAfter(stream: string, code: ExoJobCode): ReturnJob | undefined {
  const sequence = sequences.get(stream) ?? [];
  const next = sequence[sequence.indexOf(code) + 1];
  return next && described(next);
}

/** The value of a meta field in an earlier reference of a type. */
export function referenceFact(references: readonly StoredReference[], type: string, name: string) {
  const value = references.findLast((reference) => reference.type === type)?.meta[name];
  return typeof value === "string" ? value : null;
}
