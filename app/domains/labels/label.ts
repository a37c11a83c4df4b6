import { isObject } from "#app/values/read.ts";
import type { LabelDesign } from "./design.ts";

/** The two command languages of the label printers (labels#language). */
export const labelLanguages = ["ZPL", "EPL"] as const;
export type LabelLanguage = (typeof labelLanguages)[number];

/** Dots per millimetre of a print head: 8 is called 203 dpi, 12 is called 300 dpi. */
export const printResolutions = [8, 12] as const;

/**
 * How a printer is told to print; what is absent is left as the printer has it. `darkness` and `speed` are in the
 * language's own steps, see `tuningLimits`; `topMm` moves the label down, `isTurned` prints it by 180 degrees.
 */
export type Tuning = { darkness?: number; speed?: number; topMm?: number; isTurned?: boolean };

/** What is in the printer, and how it prints on it. A gap of 0 is continuous paper. */
export type Media = {
  widthMm: number;
  heightMm: number;
  gapMm: number;
  dotsPerMm: (typeof printResolutions)[number];
  tuning?: Tuning;
};

/** The common roll of price labels, 57 × 32 mm, on a 203 dpi printer. */
export const defaultMedia: Media = { widthMm: 57, heightMm: 32, gapMm: 3, dotsPerMm: 8 };

/** What the desktop printers take, in millimetres, both ends included. */
export const mediaLimits = {
  widthMm: { lowest: 20, highest: 104 },
  heightMm: { lowest: 12, highest: 150 },
  gapMm: { lowest: 0, highest: 30 },
} as const;

/** What each language takes, both ends included; a speed of ZPL's is in inches a second. */
export const tuningLimits = {
  ZPL: {
    darkness: { lowest: 0, highest: 30 },
    speed: { lowest: 2, highest: 14 },
    topMm: { lowest: -10, highest: 10 },
  },
  EPL: {
    darkness: { lowest: 0, highest: 15 },
    speed: { lowest: 1, highest: 6 },
    topMm: { lowest: -10, highest: 10 },
  },
} as const satisfies Record<LabelLanguage, Record<string, { lowest: number; highest: number }>>;

/** The steps of tuning that are numbers. */
export const tuningSteps = ["darkness", "speed", "topMm"] as const;
export type TuningStep = (typeof tuningSteps)[number];

function tuningFrom(raw: unknown): Tuning | undefined {
  const sent = isObject(raw) ? raw : {};
  const tuning: Tuning = {};
  for (const step of tuningSteps) {
    const value = sent[step];
    const isWithin = (number: number) =>
      labelLanguages.some((language) => {
        const { lowest, highest } = tuningLimits[language][step];
        return number >= lowest && number <= highest;
      });
    if (typeof value === "number" && isWithin(value))
      tuning[step] = step === "topMm" ? Math.round(value * 10) / 10 : Math.round(value);
  }
  if (typeof sent.isTurned === "boolean") tuning.isTurned = sent.isTurned;
  return Object.keys(tuning).length === 0 ? undefined : tuning;
}

const withinLimits = (raw: unknown, field: keyof typeof mediaLimits): number => {
  const { lowest, highest } = mediaLimits[field];
  const sent = typeof raw === "string" && raw.trim() !== "" ? Number(raw) : raw;
  const fits = typeof sent === "number" && sent >= lowest && sent <= highest;
  return fits ? Math.round(sent * 10) / 10 : defaultMedia[field];
};

/** The media that settings from outside describe; a field that is missing or out of `mediaLimits` is the default's. */
export function mediaFrom(settings: { [field in keyof Media]?: unknown }): Media {
  const { dotsPerMm } = settings;
  const tuning = tuningFrom(settings.tuning);
  return {
    widthMm: withinLimits(settings.widthMm, "widthMm"),
    heightMm: withinLimits(settings.heightMm, "heightMm"),
    gapMm: withinLimits(settings.gapMm, "gapMm"),
    dotsPerMm: printResolutions.find((known) => known === Number(dotsPerMm)) ?? defaultMedia.dotsPerMm,
    ...(tuning === undefined ? {} : { tuning }),
  };
}

/** Copies that one label can be printed in: a quantity has three digits at most (labels#quantity). */
export const copiesLimits = { lowest: 1, highest: 999 } as const;

/** One label to print. Texts may hold any characters; the renderer escapes or replaces them. */
export type Label = {
  /** Decides which of the texts are shown. */
  design: LabelDesign;
  name: string;
  colour: string;
  /** The size, or sizes, as printed. */
  sizeRange: string;
  /** Any code: 13 digits with a right check digit become EAN-13, everything else Code 128. */
  barcode: string;
  /** Dollars with two decimals, "59.95". */
  price: string;
  /** What it cost before, likewise: a higher price, shown struck through (labels#was). */
  was?: string | undefined;
  /** 1 to 999. */
  copies: number;
};

/**
 * What the portal remembers a label's price by (labels#wrong-labels): a code that finds its product, the price book, and
 * what that said when the label was made; empty where no book had a price.
 */
export type Priced = { barcode: string; book: string; price: string };

/** What a label becomes for a printer, and what a person should know before printing it. */
export type RenderedLabel = {
  bytes: Uint8Array;
  /** How large the barcode is printed; undefined on a label without one. */
  size: string | undefined;
  /** Sentences for the person, none when the label shows all as it was asked for. */
  notices: string[];
};
