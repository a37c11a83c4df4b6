/** The designs by the names used in URLs, journals and label files, in the order in which a store offers them. */
export const labelDesigns = ["RBK", "Common"] as const;
export type LabelDesign = (typeof labelDesigns)[number];

/** The names of all designs in the choice (labels#designs); `render/render.ts` has their layouts. */
export const designNames: Record<LabelDesign, string> = {
  RBK: "Reebok - Price Only",
  Common: "Reebok - Price & Barcode",
};

/**
 * Whether a design has one label per size, with name, colour, size and barcode; else there is one per product, with the
 * price alone, in as many copies as the sum of its quantities.
 */
export const isPerSize = (design: LabelDesign): boolean => design === "Common";

/** The design of 'Print Barcode', and of stores without a choice. */
export const barcodeDesign: LabelDesign = "Common";

/**
 * The designs that a store's people choose from, the default first; none for a store that has only
 * one (labels#designs).
 */
export const designChoices = (storeName: string): { value: LabelDesign; label: string }[] =>
  storeName.trim().toLowerCase() === "reebok"
    ? labelDesigns.map((value) => ({ value, label: designNames[value] }))
    : [];

/** The chosen design if the store offers it, else the store's default (labels#designs). */
export function designOf(storeName: string, chosen: LabelDesign | undefined): LabelDesign {
  const [first, ...others] = designChoices(storeName);
  return (others.find(({ value }) => value === chosen) ?? first)?.value ?? barcodeDesign;
}

/** The two command languages of the label printers (labels#language). */
export const labelLanguages = ["ZPL", "EPL"] as const;
export type LabelLanguage = (typeof labelLanguages)[number];

/** Dots per millimetre of a print head: 8 is 203 dpi, 12 is 300 dpi. */
export const printResolutions = [8, 12] as const;

/** The common roll of price labels, 57 × 32 mm, on a 203 dpi printer. */
export const defaultMedia = { widthMm: 57, heightMm: 32, gapMm: 3, dotsPerMm: 8 };

export type Limits = { lowest: number; highest: number };
const within = (lowest: number, highest: number): Limits => ({ lowest, highest });

/** Limits of desktop printers in millimetres, inclusive. */
export const mediaLimits = { widthMm: within(20, 104), heightMm: within(12, 150), gapMm: within(0, 30) };

/** Limits of each language, inclusive; ZPL's speed is in inches per second. */
export const tuningLimits: Record<LabelLanguage, Record<"darkness" | "speed" | "topMm", Limits>> = {
  ZPL: { darkness: within(0, 30), speed: within(2, 14), topMm: within(-10, 10) },
  EPL: { darkness: within(0, 15), speed: within(1, 6), topMm: within(-10, 10) },
};

/** Number of copies of one label: a quantity has at most three digits (labels#quantity). */
export const copiesLimits = within(1, 999);

/** Number of labels, every copy counted. */
export const copiesIn = (jobs: readonly { label: { copies: number } }[]): number =>
  jobs.reduce((sum, { label }) => sum + label.copies, 0);

/** '57 × 32 mm, 203 dpi'. */
export const mediaText = ({ widthMm, heightMm, dotsPerMm }: Omit<typeof defaultMedia, "gapMm">): string =>
  `${widthMm} × ${heightMm} mm, ${dpiOf(dotsPerMm)} dpi`;

export const dpiOf = (dotsPerMm: number): number => (dotsPerMm === 8 ? 203 : 300);

/** A label that shows whether media, language, characters and barcode are right. */
export const testJob = (media: Omit<typeof defaultMedia, "gapMm">) => ({
  title: "Test label",
  label: {
    design: barcodeDesign,
    name: 'Test label – é ü ñ € " ^ ~ _ \\',
    colour: mediaText(media),
    sizeRange: "7.5",
    barcode: "9300000101006",
    price: "123.45",
    copies: 1,
  },
});

/** What a printer's name may be to be chosen and signed for: one line of readable text. */
export const maxPrinterNameLength = 200;
export const lineOfText = /^[^\p{Cc}\p{Cs}]*$/u;
