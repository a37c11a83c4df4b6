import { z } from "zod";
import {
  copiesLimits,
  type Glyphs,
  labelDesigns,
  labelLanguages,
  mediaLimits,
  printResolutions,
  type TuningStep,
  tuningLimits,
} from "./label.ts";

/** One label to print, as stored and sent. Texts may contain any characters; the renderer escapes or replaces them. */
export const label = z.object({
  /** Decides which of the texts are shown. */
  design: z.enum(labelDesigns),
  name: z.string(),
  colour: z.string(),
  /** The size or size range as printed. */
  sizeRange: z.string(),
  /** Any code: 13 digits with a valid check digit are printed as EAN-13, everything else as Code 128. */
  barcode: z.string(),
  /** Dollars with two decimals, "59.95". */
  price: z.string(),
  /** The former price in the same format: higher than the price, shown struck through (labels#was). */
  was: z.string().optional(),
  copies: z.number().int().min(copiesLimits.lowest).max(copiesLimits.highest),
});
/** `glyphs`: the portal's own, never a page's. */
export type Label = z.output<typeof label> & { glyphs?: Glyphs | undefined };

export type Limits = { lowest: number; highest: number };
const within = ({ lowest, highest }: Limits) => z.number().min(lowest).max(highest);

export const isResolution = (dotsPerMm: number): boolean =>
  printResolutions.some((known) => known === dotsPerMm);

/** A setting in the language's own steps, within the limits of some language: the renderer takes those of the printer's. */
const tuningStep = (step: TuningStep) => {
  const limits = labelLanguages.map((of) => tuningLimits[of][step]);
  const lowest = Math.min(...limits.map((limit) => limit.lowest));
  const highest = Math.max(...limits.map((limit) => limit.highest));
  return within({ lowest, highest }).optional();
};

/** Paper in a printer, and its print settings; absent ones are left as the printer has them. */
export const media = z.object({
  widthMm: within(mediaLimits.widthMm),
  heightMm: within(mediaLimits.heightMm),
  /** 0 is continuous paper; of marks it is their height. */
  gapMm: within(mediaLimits.gapMm),
  dotsPerMm: z.number().refine(isResolution),
  tuning: z
    .object({
      darkness: tuningStep("darkness"),
      speed: tuningStep("speed"),
      /** Moves the label down. */
      topMm: tuningStep("topMm"),
      /** By 180 degrees. */
      isTurned: z.boolean().optional(),
      /** What labels are found by, if not by the gap. */
      tracking: z.enum(["mark", "printer"]).optional(),
    })
    .optional(),
});
export type Media = z.output<typeof media>;

/** What labels are rendered for. */
export const paper = z.object({ language: z.enum(labelLanguages), media });
export type Printer = z.output<typeof paper>;
