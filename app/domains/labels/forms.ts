import { z } from "zod";
import { printableLine } from "./bridge/signable.ts";
import { labelLanguages, mediaLimits, printResolutions } from "./label.ts";

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

/** The settings form: what is in the printer, and the language of files; an empty one follows the printer. */
export const labelSettingsForm = z.object({
  widthMm: millimetres("widthMm"),
  heightMm: millimetres("heightMm"),
  gapMm: millimetres("gapMm"),
  dotsPerMm: z.coerce
    .number()
    .refine((value) => printResolutions.some((known) => known === value), "Choose a resolution."),
  language: language.optional(),
});

/** What the printer picker saves: the printer chosen with its driver, and the languages set for printers, as JSON. */
export const printerChoiceForm = z.object({
  printer: z.string().max(200).optional(),
  driver: z.string().max(200).optional(),
  languages: z
    .string()
    .max(4000)
    .transform((text, context): Record<string, z.output<typeof language>> => {
      const read = z.record(z.string(), language).safeParse(parsed(text));
      if (read.success) return read.data;
      context.addIssue({ code: "custom", message: "Languages by the names of printers." });
      return z.NEVER;
    })
    .optional(),
});

/** A printer that the workstation prints on, by its name. */
export const allowedPrinterForm = z.object({ printer: printableLine.min(1) });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (problem) {
    if (problem instanceof SyntaxError) return undefined;
    throw problem;
  }
}
