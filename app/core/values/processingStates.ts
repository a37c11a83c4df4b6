import type { Tone } from "#app/core/ui/feedback/Status.tsx";
import type { IconName } from "#app/core/ui/Icon.tsx";
import { type ProcessingState, processingStateOf } from "#contract/processing.ts";

/**
 * Label and style of a processing state of the platform. `moves`: it may change at any time without a person's action.
 */
export type StateLook = { label: string; tone: Tone; icon: IconName; moves: boolean };

/** The states of an exchange and of an EDI stream, with their fixed labels and styles (states#states). */
export const stateLooks = {
  new: { label: "New EXO", tone: "background", icon: "created", moves: true },
  active: { label: "Processing (Auto)", tone: "ok", icon: "running", moves: true },
  passive: { label: "Processing (Waiting)", tone: "background", icon: "background", moves: true },
  manual: { label: "Manual Intervention Required", tone: "attention", icon: "user", moves: false },
  hold: { label: "On Hold", tone: "attention", icon: "paused", moves: false },
  stalled: { label: "Stalled", tone: "attention", icon: "stalled", moves: false },
  stale: { label: "Stale", tone: "attention", icon: "hourglass", moves: false },
  rejected: { label: "Rejected", tone: "dismissed", icon: "dismissed", moves: false },
  failed: { label: "Task Failed", tone: "attention", icon: "attention", moves: false },
  completed: { label: "Completed", tone: "ok", icon: "ok", moves: false },
} satisfies Record<ProcessingState, StateLook>;

/** Label and style of a state by its code; undefined for an unknown code. */
export const stateLookOf = (code: string): StateLook | undefined => {
  const state = processingStateOf(code);
  return state && stateLooks[state];
};
