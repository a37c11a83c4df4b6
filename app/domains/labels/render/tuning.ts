import { type LabelLanguage, type Media, type TuningStep, tuningLimits } from "../label.ts";

/** A media's tuning clamped to the language's limits: it may have been typed for the other language. */
export function tuningIn(language: LabelLanguage, { tuning = {}, dotsPerMm }: Media) {
  const within = (step: TuningStep): number | undefined => {
    const { lowest, highest } = tuningLimits[language][step];
    const value = tuning[step];
    return value === undefined ? undefined : Math.min(highest, Math.max(lowest, value));
  };
  const topMm = within("topMm");
  return {
    darkness: within("darkness"),
    speed: within("speed"),
    topDots: topMm === undefined ? undefined : Math.round(topMm * dotsPerMm),
    isTurned: tuning.isTurned,
    tracking: tuning.tracking ?? ("gap" as const),
  };
}
