import type { NoteRef, RecordState } from "#app/notes/notes.ts";
import type { Tone } from "#app/ui/feedback/Status.tsx";
import type { IconName } from "#app/ui/Icon.tsx";
import { momentOf, shorten, toText } from "#app/values/values.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { ExoSummary } from "#contract/exos.ts";
import { sameCode } from "./catalogue.ts";
import type { Exo } from "./model.ts";

/** The state of an EXO in words: status, stream and step; codes where there are no words. */
export type DisplayState = {
  label: string;
  tone: Tone;
  icon: IconName;
  stream: string;
  step: string;
  stepIs: string;
};

export const displayStateOf = ({ status, stream, step }: Exo): DisplayState => ({
  label: shorten(status.label, 80),
  tone: status.tone,
  icon: status.icon,
  stream: shorten(stream.label, 80),
  step: shorten(step.name, 80),
  stepIs: step.description,
});

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

export const exoRef = (id: string): NoteRef => ({ kind: "return", store: "", id });

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
