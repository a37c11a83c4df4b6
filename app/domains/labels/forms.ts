import { z } from "zod";
import { compact, readJson } from "#app/values/values.ts";
import {
  defaultMedia,
  type LabelLanguage,
  type Limits,
  labelLanguages,
  mediaLimits,
  type TuningStep,
  trackings,
  tuningLimits,
} from "./label.ts";
import { isResolution, type Media, media } from "./labelSchemas.ts";

/** A workstation uses few printers, and the cookie must stay small. */
export const maxPrinters = 10;

/** One line of readable text for the spooler's list and our log. */
export const printableLine = z
  .string()
  .max(200)
  .regex(/^\P{Cc}*$/u);

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
  dotsPerMm: z.coerce.number().refine(isResolution, "Choose a resolution."),
  language: language.optional(),
  isTurned: z
    .enum(["upright", "turned"])
    .transform((turn) => turn === "turned")
    .optional(),
  tracking: z.enum(trackings).optional(),
});

/**
 * The settings form: media and tuning of a printer of this language, and the language of files; an
 * empty language follows the printer, an empty step leaves the printer's own setting.
 */
export function labelSettingsForm(of: LabelLanguage) {
  const tuningStep = (step: TuningStep) => {
    const unit = step === "topMm" ? "Millimetres" : "Whole number";
    return numberField(unit, tuningLimits[of][step], ` in ${of}, or empty`).optional();
  };
  const steps = { darkness: tuningStep("darkness"), speed: tuningStep("speed"), topMm: tuningStep("topMm") };
  return fields.extend(steps);
}

export function mediaOfForm(form: z.output<ReturnType<typeof labelSettingsForm>>): Media {
  const { widthMm, heightMm, gapMm, dotsPerMm, darkness, speed, topMm, isTurned } = form;
  const tracking = form.tracking === "gap" ? undefined : form.tracking;
  const tuning = compact({ darkness, speed, topMm, isTurned, tracking });
  return { widthMm, heightMm, gapMm, dotsPerMm, ...(Object.keys(tuning).length > 0 && { tuning }) };
}

const printerName = printableLine.trim().min(1);

const printerSettings = z.object({
  /** Its own media, if not those of every other printer. */
  media: media.optional(),
  /** The language that it was chosen with: labels are signed for it in that language only (labels#allowed). */
  language: language.optional(),
  /** Whether a person set that language. */
  isSet: z.boolean().optional(),
  /** When its test label was scanned back, in which language and on which labels (labels#proof). */
  proof: z.object({ language, labels: z.string(), at: z.number() }).optional(),
});

const settings = z.object({
  media,
  /** The language of downloaded files; undefined follows the printer. */
  language: language.optional(),
  /** The last chosen printer. */
  printer: z.string().optional(),
  /** By name, the latest last. */
  printers: z.record(z.string(), printerSettings),
});
export type LabelSettings = z.output<typeof settings>;

/** The settings of a workstation's cookie, or the usual ones. */
export const labelSettingsFrom = (stored: unknown): LabelSettings =>
  settings.catch({ media: defaultMedia, printers: {} }).parse(stored);

/** A printer that the workstation prints on, in its language; `isSet`: a person has set it, or has it follow the driver. */
export const printerChoiceForm = z.object({
  printer: printerName,
  language,
  isSet: z
    .enum(["yes", "no"])
    .transform((answer) => answer === "yes")
    .optional(),
});

/** The form that proves a printer: the printer and language of the test label, and what was scanned from it. */
export const proofForm = z.object({
  printer: printableLine.trim().min(1, "Name the printer that the test label came out of."),
  language,
  scanned: z.string({ error: "Scan the barcode of the test label." }).trim().max(100),
});
