import { z } from "zod";
import { readJson } from "#app/values/values.ts";
import {
  type LabelLanguage,
  labelLanguages,
  type Media,
  mediaFrom,
  mediaLimits,
  printResolutions,
  type TuningStep,
  trackings,
  tuningLimits,
} from "./label.ts";

/** One line of readable text for the spooler's list and our log. */
export const printableLine = z
  .string()
  .max(200)
  .regex(/^\P{Cc}*$/u);

const millimetres = (field: keyof typeof mediaLimits) => {
  const { lowest, highest } = mediaLimits[field];
  const within = `Millimetres from ${lowest} to ${highest}.`;
  return z
    .string({ error: within })
    .trim()
    .regex(/^\d+(\.\d)?$/, within)
    .transform(Number)
    .refine((value) => value >= lowest && value <= highest, within);
};

const language = z.enum(labelLanguages);

/** A field whose text is JSON of this schema, up to `longest` characters. */
export const jsonField = <S extends z.ZodType>(schema: S, longest: number) =>
  z
    .string()
    .max(longest)
    .transform((text, context): z.output<S> => {
      const read = schema.safeParse(readJson(text));
      if (read.success) return read.data;
      context.addIssue({ code: "custom", message: "This can't be read." });
      return z.NEVER;
    });

/** A tuning step of a printer; an empty one leaves the printer's own setting. */
const tuningStep = (of: LabelLanguage, step: TuningStep) => {
  const { lowest, highest } = tuningLimits[of][step];
  const within = `${step === "topMm" ? "Millimetres" : "Whole number"} from ${lowest} to ${highest} in ${of}, or empty.`;
  return z
    .string()
    .trim()
    .regex(step === "topMm" ? /^-?\d+(\.\d)?$/ : /^\d+$/, within)
    .transform(Number)
    .refine((value) => value >= lowest && value <= highest, within)
    .optional();
};

const turns = { "": undefined, upright: false, turned: true } as const;

const fields = z.object({
  /** The printer that the settings are for; absent for every printer without its own. */
  printer: z.string().trim().max(200).optional(),
  widthMm: millimetres("widthMm"),
  heightMm: millimetres("heightMm"),
  gapMm: millimetres("gapMm"),
  dotsPerMm: z.coerce
    .number()
    .refine((value) => printResolutions.some((known) => known === value), "Choose a resolution."),
  language: language.optional(),
  isTurned: z.enum(["upright", "turned"]).optional(),
  tracking: z.enum(trackings).optional(),
});

/**
 * The settings form: media and tuning of a printer of this language, and the language of files; an
 * empty language follows the printer.
 */
export const labelSettingsForm = (of: LabelLanguage) =>
  fields.extend({
    darkness: tuningStep(of, "darkness"),
    speed: tuningStep(of, "speed"),
    topMm: tuningStep(of, "topMm"),
  });

/** The media of a submitted settings form. */
export function mediaOfForm({
  widthMm,
  heightMm,
  gapMm,
  dotsPerMm,
  darkness,
  speed,
  topMm,
  isTurned,
  tracking,
}: z.output<ReturnType<typeof labelSettingsForm>>): Media {
  const tuning = { darkness, speed, topMm, isTurned: turns[isTurned ?? ""], tracking };
  return mediaFrom({ widthMm, heightMm, gapMm, dotsPerMm, tuning });
}

/** Saved by the printer picker: the chosen printer with its driver, and the language overrides as JSON. */
export const printerChoiceForm = z.object({
  printer: z.string().max(200).optional(),
  driver: z.string().max(200).optional(),
  languages: jsonField(z.record(z.string(), language), 4000).optional(),
});

/** A printer that the workstation prints on, by name; without a language if only its queue is monitored. */
export const allowedPrinterForm = z.object({ printer: printableLine.min(1), language: language.optional() });
