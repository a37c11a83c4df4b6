import { z } from "zod";
import { readJson } from "#app/core/values/values.ts";
import {
  defaultMedia,
  type LabelLanguage,
  labelLanguages,
  lineOfText,
  maxPrinterNameLength,
  tuningLimits,
} from "./label.ts";
import { media, numberWithin } from "./labelSchemas.ts";

/** A workstation uses few printers, and the cookie must stay small. */
export const maxPrinters = 10;

/** One line of readable text for the spooler's list and our log. */
export const printableLine = z.string().max(maxPrinterNameLength).regex(lineOfText);

const language = z.enum(labelLanguages);

/** To the letter: a blank at either end is part of it. */
const printerName = printableLine.min(1);

/** A field with JSON text of this schema, up to `longest` characters. A pipe would lose the empty texts in it. */
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

/**
 * The settings form: media and tuning of a printer of this language, and the language of files; an
 * empty language follows the printer, an empty step leaves the printer's own setting.
 */
export function labelSettingsForm(of: LabelLanguage) {
  const where = ` in ${of}, or empty`;
  const { darkness, speed, topMm } = tuningLimits[of];
  const tuning = z.object({
    darkness: numberWithin("Whole number", darkness, where).optional(),
    speed: numberWithin("Whole number", speed, where).optional(),
    topMm: numberWithin("Millimetres", topMm, where).optional(),
    isTurned: z
      .enum(["upright", "turned"])
      .transform((turn) => turn === "turned")
      .optional(),
    tracking: z.enum(["mark", "printer"]).optional(),
  });
  return z.object({
    /** The printer that the settings are for; absent for every printer without its own. */
    printer: printerName.optional(),
    language: language.optional(),
    media: media.extend({ tuning }),
  });
}

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
  printer: printableLine.refine(
    (name) => name.trim() !== "",
    "Name the printer that the test label came out of.",
  ),
  language,
  scanned: z.string({ error: "Scan the barcode of the test label." }).trim().max(100),
});
