import { type LabelLanguage, type Media, type TuningStep, tuningLimits } from "../label.ts";

/** What a media's tuning asks for, within what the language takes: it was perhaps typed for the other one. */
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
  };
}
