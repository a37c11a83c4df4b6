import type { IconName } from "#app/ui/elements.tsx";
import type { Tone } from "#app/ui/feedback/Status.tsx";
import { shorten } from "#app/values/values.ts";
import type { Exo } from "./model.ts";

/** The state of an EXO in words: status, stream and step; codes where there are no words. */
export type Standing = {
  label: string;
  tone: Tone;
  icon: IconName;
  stream: string;
  step: string;
  stepIs: string;
};

export const standingOf = ({ status, stream, step }: Exo): Standing => ({
  label: shorten(status.label, 80),
  tone: status.tone,
  icon: status.icon,
  stream: shorten(stream.label, 80),
  step: shorten(step.name, 80),
  stepIs: step.description,
});
