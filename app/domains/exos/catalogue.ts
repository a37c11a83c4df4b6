import { type StateLook, stateLookOf, stateLooks } from "#app/values/processingStates.ts";
import {
  type ExoJobCode,
  type ExoStreamCode,
  exoJobs,
  exoStreamCodes,
  exoStreams,
  manualDetailsStep,
} from "#contract/exoJobs.ts";
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
  const known = stateLookOf(text);
  if (known) return { code: text, ...known };
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
