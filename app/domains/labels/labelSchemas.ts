import { z } from "zod";
import {
  copiesLimits,
  type Limits,
  labelDesigns,
  labelLanguages,
  mediaLimits,
  printResolutions,
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
export type Label = z.output<typeof label>;

/** A number within limits, in words for those who type it; millimetres have a tenth. */
export function numberWithin(unit: "Millimetres" | "Whole number", { lowest, highest }: Limits, where = "") {
  const error = `${unit} from ${lowest} to ${highest}${where}.`;
  const steps = unit === "Millimetres" ? /^-?\d+(\.\d)?$/ : /^\d+$/;
  const fits = (value: number) => value >= lowest && value <= highest && steps.test(String(value));
  return z.number({ error }).refine(fits, error);
}

/** Paper in a printer, and its print settings; absent ones are left as the printer has them. */
export const media = z.object({
  widthMm: numberWithin("Millimetres", mediaLimits.widthMm),
  heightMm: numberWithin("Millimetres", mediaLimits.heightMm),
  /** 0 is continuous paper; of marks it is their height. */
  gapMm: numberWithin("Millimetres", mediaLimits.gapMm),
  dotsPerMm: z
    .number()
    .refine((dots) => printResolutions.some((known) => known === dots), "Choose a resolution."),
  /** In the steps of the language that it was typed for: the renderer keeps to the limits of its own. */
  tuning: z
    .object({
      darkness: z.number().optional(),
      speed: z.number().optional(),
      /** Moves the label down. */
      topMm: z.number().optional(),
      /** By 180 degrees. */
      isTurned: z.boolean().optional(),
      /**
       * What labels are found by, if not by the gap between them (none on continuous paper): a black mark on the back,
       * or whatever the printer is set to itself.
       */
      tracking: z.enum(["mark", "printer"]).optional(),
    })
    .optional(),
});
export type Media = z.output<typeof media>;

/** What labels are rendered for. */
export const paper = z.object({ language: z.enum(labelLanguages), media });
export type Printer = z.output<typeof paper>;

export const pictures = paper.extend({ labels: z.array(label).max(2) });
export type PicturesOf = z.output<typeof pictures>;

/** A label for a screen or an office printer; lengths are dots of its media. */
export type DrawnLabel = {
  /** Lines of text from their left end, each to be set in this width. */
  lines: { text: string; x: number; y: number; size: number; width: number }[];
  path: string;
};

/** A label as its printer draws it, in words too, the printed size of its barcode, and what can't be printed as it is. */
export type Picture = DrawnLabel & { text: string; size?: string | undefined; notices: string[] };
