import { z } from "zod";
import { isObject, readJson } from "#app/values/values.ts";
import {
  defaultMedia,
  type LabelLanguage,
  labelLanguages,
  type Media,
  mediaLimits,
  printResolutions,
  type TuningStep,
  trackings,
  tuningLimits,
} from "./label.ts";

const maxNameLength = 200;
/** A workstation uses few printers, and the cookie must stay small. */
export const maxPrinters = 10;

/** One line of readable text for the spooler's list and our log. */
export const printableLine = z
  .string()
  .max(200)
  .regex(/^\P{Cc}*$/u);

type Limits = { lowest: number; highest: number };

/** A typed number within limits; millimetres have a tenth. */
const numberField = (unit: "Millimetres" | "Whole number", { lowest, highest }: Limits, where = "") => {
  const within = `${unit} from ${lowest} to ${highest}${where}.`;
  return z
    .string({ error: within })
    .trim()
    .regex(unit === "Millimetres" ? /^-?\d+(\.\d)?$/ : /^\d+$/, within)
    .transform(Number)
    .refine((value) => value >= lowest && value <= highest, within);
};

const millimetres = (field: keyof typeof mediaLimits) => numberField("Millimetres", mediaLimits[field]);

/** A tuning step of a printer; an empty one leaves the printer's own setting. */
const tuningStep = (of: LabelLanguage, step: TuningStep) =>
  numberField(
    step === "topMm" ? "Millimetres" : "Whole number",
    tuningLimits[of][step],
    ` in ${of}, or empty`,
  ).optional();

const tenths = (value: number): number => Math.round(value * 10) / 10;

/** A stored number within limits, whole or with a tenth. */
const storedNumber = ({ lowest, highest }: Limits, round: (value: number) => number) =>
  z.number().min(lowest).max(highest).transform(round);

const storedLength = (field: keyof typeof mediaLimits) =>
  storedNumber(mediaLimits[field], tenths).catch(defaultMedia[field]);

/** Within the limits of some language: the renderer takes those of the printer's. */
const storedStep = (step: TuningStep) => {
  const limits = labelLanguages.map((of) => tuningLimits[of][step]);
  const lowest = Math.min(...limits.map((limit) => limit.lowest));
  const highest = Math.max(...limits.map((limit) => limit.highest));
  const round = step === "topMm" ? tenths : Math.round;
  return storedNumber({ lowest, highest }, round).optional().catch(undefined);
};

const storedTuning = z
  .object({
    ...{ darkness: storedStep("darkness"), speed: storedStep("speed"), topMm: storedStep("topMm") },
    isTurned: z.boolean().optional().catch(undefined),
    tracking: z.enum(["mark", "printer"]).optional().catch(undefined),
  })
  .transform((tuning) => (Object.values(tuning).some((value) => value !== undefined) ? tuning : undefined))
  .optional()
  .catch(undefined);

const media = z.object({
  ...{ widthMm: storedLength("widthMm"), heightMm: storedLength("heightMm"), gapMm: storedLength("gapMm") },
  dotsPerMm: z.literal(printResolutions).catch(printResolutions[0]),
  tuning: storedTuning,
});

/** Media from a cookie, an address or a page: what is missing, or out of `mediaLimits`, gets its default. */
export const mediaFrom = (stored: unknown): Media => media.parse(isObject(stored) ? stored : {});

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
  isTurned: z
    .enum(["upright", "turned"])
    .transform((turn) => turn === "turned")
    .optional(),
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

export function mediaOfForm(form: z.output<ReturnType<typeof labelSettingsForm>>): Media {
  const { darkness, speed, topMm, isTurned, tracking, ...paper } = form;
  return mediaFrom({ ...paper, tuning: { darkness, speed, topMm, isTurned, tracking } });
}

const printerName = z.string().max(maxNameLength).regex(/\S/).optional().catch(undefined);

/** By printer name, the latest; what can't be read is left out. */
const byPrinter = <S extends z.ZodType>(of: S) =>
  z
    .unknown()
    .optional()
    .transform((stored): Record<string, z.output<S>> => {
      const found = Object.entries(isObject(stored) ? stored : {}).flatMap(([name, value]) => {
        const read = of.safeParse(value);
        return read.success && printerName.parse(name) !== undefined ? [[name, read.data] as const] : [];
      });
      return Object.fromEntries(found.slice(-maxPrinters));
    });

const settings = z.object({
  /** Media of printers without settings of their own, and of those with some, by printer name. */
  media: z.unknown().optional().transform(mediaFrom),
  profiles: byPrinter(z.looseObject({}).transform(mediaFrom)),
  /** The language of downloaded files; undefined follows the printer. */
  language: language.optional().catch(undefined),
  /** The last chosen printer, and its driver as named by the print service, if known: it determines the language. */
  printer: printerName,
  driver: printerName,
  /** Languages that a person set for printers, by printer name. */
  languages: byPrinter(language),
  /** The printers that labels are signed for, in the language that each was chosen with, latest last (labels#allowed). */
  chosen: byPrinter(language),
});
export type LabelSettings = z.output<typeof settings>;

/** The settings of a workstation's cookie; what is missing or wrong gets its default. */
export const labelSettingsFrom = (stored: unknown): LabelSettings =>
  settings.parse(isObject(stored) ? stored : {});

/**
 * A printer that the workstation prints on, in its language; with its driver, and the languages that a person set for
 * printers as JSON, where a person chose it.
 */
export const printerChoiceForm = z.object({
  printer: printableLine.min(1),
  language,
  driver: z.string().max(200).optional(),
  languages: jsonField(z.record(z.string(), language), 4000).optional(),
});
