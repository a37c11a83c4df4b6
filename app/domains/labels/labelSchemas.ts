import { z } from "zod";
import {
  copiesLimits,
  type Glyphs,
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
/** `glyphs`: the portal's own, never a page's. */
export type Label = z.output<typeof label> & { glyphs?: Glyphs | undefined };

const within = ({ lowest, highest }: Limits) => z.number().min(lowest).max(highest);

export const isResolution = (dotsPerMm: number): boolean =>
  printResolutions.some((known) => known === dotsPerMm);

/** Paper in a printer, and its print settings; absent ones are left as the printer has them. */
export const media = z.object({
  widthMm: within(mediaLimits.widthMm),
  heightMm: within(mediaLimits.heightMm),
  /** 0 is continuous paper; of marks it is their height. */
  gapMm: within(mediaLimits.gapMm),
  dotsPerMm: z.number().refine(isResolution),
  /** In the language's own steps: the renderer keeps to its limits. */
  tuning: z
    .object({
      ...{ darkness: z.number().optional(), speed: z.number().optional() },
      /** Moves the label down. */
      topMm: z.number().optional(),
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

export type PicturesOf = Printer & { labels: Label[] };

/** A label for a screen or an office printer; lengths are dots of its media. */
export type DrawnLabel = {
  /** Lines of text from their left end, each to be set in this width. */
  lines: { text: string; x: number; y: number; size: number; width: number }[];
  path: string;
};

/** A label as its printer draws it, in words too, the printed size of its barcode, and what can't be printed as it is. */
export type Picture = DrawnLabel & { text: string; size?: string | undefined; notices: string[] };
