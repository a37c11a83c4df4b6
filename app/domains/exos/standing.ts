import type { Tone } from "#app/ui/feedback/Status.tsx";
import type { IconName } from "#app/ui/Icon.tsx";
import { shorten } from "#app/values/show.ts";
import type { Exo } from "./model.ts";

/** Where an EXO stands, in words: status, stream and step, each with its code where it has no words. */
export type Standing = {
  label: string;
  tone: Tone;
  icon: IconName;
  stream: string;
  step: string;
  stepIs: string;
};

/** Where the EXO stands, for the list and for the detail's head. */
export const standingOf = ({ status, stream, step }: Exo): Standing => ({
  label: shorten(status.label, 80),
  tone: status.tone,
  icon: status.icon,
  stream: shorten(stream.label, 80),
  step: shorten(step.name, 80),
  stepIs: step.description,
});
