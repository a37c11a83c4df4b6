import { shorten } from "#app/core/values/values.ts";
import { type LabelLanguage, type Limits, tuningLimits } from "../label.ts";
import type { Media } from "../labelSchemas.ts";
import type { SizedSymbol } from "./barcode.ts";

/** A label's texts in characters that print; one that is empty is not shown. `was` and `price` begin with the dollar. */
export type LabelTexts = {
  name: string;
  colour: string;
  size: string;
  /** The range that the size belongs to, in brackets. */
  range: string;
  price: string;
  was: string;
  code: string;
};

/** The paper to draw on; lengths in dots. */
export type Sheet = {
  media: Media;
  width: number;
  height: number;
  margin: number;
  /** Width between the margins. */
  inner: number;
  /** How large things are against those on the default media, 0.5 to 2. */
  scale: number;
  mm(length: number): number;
};

/** A media's tuning clamped to the language's limits: it may have been typed for the other language. */
export function tuningIn(language: LabelLanguage, { tuning = {}, dotsPerMm }: Media) {
  const within = (value: number | undefined, { lowest, highest }: Limits) =>
    value === undefined ? undefined : Math.min(highest, Math.max(lowest, value));
  const limits = tuningLimits[language];
  const topMm = within(tuning.topMm, limits.topMm);
  return {
    ...tuning,
    darkness: within(tuning.darkness, limits.darkness),
    speed: within(tuning.speed, limits.speed),
    topDots: topMm === undefined ? undefined : Math.round(topMm * dotsPerMm),
  };
}

/** Lays out the paper of a media. */
export function sheetOf(media: Media): Sheet {
  const mm = (length: number) => Math.round(length * media.dotsPerMm);
  const width = mm(media.widthMm);
  const height = mm(media.heightMm);
  const margin = mm(Math.min(media.widthMm / 25, media.heightMm / 16, 3));
  return {
    media,
    width,
    height,
    margin,
    inner: width - 2 * margin,
    scale: Math.min(2, Math.max(0.5, Math.min(media.widthMm / 57, media.heightMm / 32))),
    mm,
  };
}

/** '$1,299.95': what reads at a glance; empty without a price. */
export function labelDollars(price: string): string {
  const grouped = /^\d{4,9}\.\d\d$/.test(price) ? price.replace(/\B(?=(\d{3})+\.)/g, ",") : price;
  return price === "" ? "" : `$${grouped}`;
}

/** Below this a person can't read a line at arm's length, in millimetres. */
export const smallestText = 2.2;

/** Why a label is without its former price. */
export const formerLeftOut = ({ was }: Pick<LabelTexts, "was">): string =>
  `The former price ${shorten(was, 60)} finds no room: the label is without it.`;

export const cutNotices = (what: string, text: string, { cut }: { cut: boolean }): string[] =>
  cut ? [`The ${what} is longer than the label and was cut: '${shorten(text, 60)}'.`] : [];

/** Where a line is set, in dots. */
export type Box = { x: number; width: number; align: "left" | "center" | "right" };

/** Where a line of this width begins in its box. */
export function startIn({ x, width, align }: Box, textWidth: number): number {
  const room = Math.max(0, width - textWidth);
  return x + { left: 0, center: room / 2, right: room }[align];
}

/** A black area, in dots. */
export type Area = Record<"x" | "y" | "width" | "height", number>;

/** A printer's font, in dots. `pitch`: the width of its letters, or what they scale with; `name`: in the language. */
export type Font = { height: number; pitch: number; name: string };

/**
 * One line of text in a box `width` wide, one barcode, or a black bar that strikes a text through;
 * positions in dots from the label's top left corner.
 */
export type LabelElement =
  // `textWidth` as drawn.
  | ({ kind: "text"; text: string; font: Font; y: number; textWidth: number } & Box)
  // `module` is the width of the narrowest bar; `x` and `y` are those of the first bar, `height`
  // excludes the `digits` below.
  | ({ kind: "bars"; x: number; y: number; height: number; digits: number } & SizedSymbol)
  | ({ kind: "strike" } & Area);

/** A label's elements, the printed size of its barcode, and what of it can't be printed as it is. */
export type Drawing = { elements: LabelElement[]; size?: string | undefined; notices: string[] };
