import { automaticReturnJobs, type ExoErrorCode, type ExoJobCode, manualReturnJobs } from "#contract/exos.ts";
import type { ReturnCompany } from "#platform/outside/returns.ts";

/** A job of a return, as data: what it is called, whom it asks, and what its failure is called (1 §4, §8). */
export type ReturnJob = {
  code: ExoJobCode;
  title: string;
  /** Undefined: the platform does the job alone. */
  company: ReturnCompany | undefined;
  failure: ExoErrorCode;
  /** What the history calls its success where a company did something for it. */
  success: string;
  /** The job waits for something to happen outside. */
  waits: boolean;
};

type Description = Omit<ReturnJob, "code" | "waits"> & { waits?: true };

// A failure that the catalogue has no code of its own for is an unhandled one, with its words in the meta.
const unhandled = "process:failure:unhandled";

const descriptions: Record<ExoJobCode, Description> = {
  triage: { title: "Triage", company: undefined, failure: unhandled, success: "triage:automatic-return" },
  "create-return-shipment": {
    title: "Create return shipment",
    company: "carrier",
    failure: "return-shipment:submit:failure",
    success: "return-shipment:submit:success",
  },
  "create-ap21-return-order": {
    title: "Create AP21 return order",
    company: "ap21",
    failure: unhandled,
    success: "return-order:created",
  },
  "retrieve-ap21-ra-number": {
    title: "Retrieve AP21 RA#",
    company: "ap21",
    failure: unhandled,
    success: "return-order:ra-number",
  },
  "update-return-shipment": {
    title: "Update return shipment",
    company: "carrier",
    failure: "return-shipment:update:failure",
    success: "return-shipment:update:success",
  },
  "acquire-shipment-labels": {
    title: "Acquire shipment labels",
    company: "carrier",
    failure: "return-shipment:acquire-labels:failure",
    success: "return-shipment:acquire-labels:success",
  },
  "finalise-shipment-order": {
    title: "Finalise shipment order",
    company: "carrier",
    failure: "return-shipment:finalise-order:failure",
    success: "return-shipment:finalise-order:success",
  },
  "update-ap21-ecomm-note": {
    title: "Update AP21 order ECOMM NOTE field",
    company: "ap21",
    failure: unhandled,
    success: "return-order:noted",
  },
  "create-shipment-slip": {
    title: "Create shipment slip",
    company: undefined,
    failure: unhandled,
    success: "return-shipment:slip:success",
  },
  "send-shipment-email": {
    title: "Send shipment email",
    company: "mail",
    failure: "return-shipment-email:send:failure",
    success: "return-shipment-email:send:success",
  },
  "flag-return-items-waiting": {
    title: "Flag return items as waiting",
    company: "ap21",
    failure: unhandled,
    success: "return-order:items-waiting",
  },
  "await-ap21-return-received": {
    title: "Await AP21 return order received",
    company: "ap21",
    failure: unhandled,
    success: "return-order:items-received",
    waits: true,
  },
  "await-ap21-return-finalised": {
    title: "Await AP21 return order finalised",
    company: "ap21",
    failure: unhandled,
    success: "return-order:completed",
    waits: true,
  },
  // A placeholder: it applies no credit, and says so (1 §4).
  "apply-return-credit": {
    title: "Apply return credit",
    company: undefined,
    failure: unhandled,
    success: "return-credit:manual-action",
  },
  "send-return-complete-email": {
    title: "Send return complete email",
    company: "mail",
    failure: unhandled,
    success: "return-complete-email:send:success",
  },
  "complete-return": {
    title: "Complete return",
    company: "ap21",
    failure: unhandled,
    success: "return-order:closed",
  },
  finish: { title: "Finish", company: undefined, failure: unhandled, success: "return:finished" },
  "create-helpdesk-return-ticket": {
    title: "Create helpdesk return ticket",
    company: "helpdesk",
    failure: "helpdesk:submit:failure",
    success: "helpdesk:submit:success",
  },
};

const sequences: Record<string, readonly ExoJobCode[]> = {
  return: ["triage"],
  "return/automatic": automaticReturnJobs,
  "return/manual": manualReturnJobs,
};

const described = (code: ExoJobCode): ReturnJob => ({ code, waits: false, ...descriptions[code] });

/** The job that a stream has at a step; undefined for a stream or a step that the platform does not know. */
export function jobAt(stream: string, step: string): ReturnJob | undefined {
  const code = sequences[stream]?.find((job) => job === step);
  return code && described(code);
}

/** The job after this one in its stream; undefined after the last. */
export function jobAfter(stream: string, code: ExoJobCode): ReturnJob | undefined {
  const sequence = sequences[stream] ?? [];
  const next = sequence[sequence.indexOf(code) + 1];
  return next && described(next);
}
