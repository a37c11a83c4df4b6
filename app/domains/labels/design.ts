/** Parts of a label besides its price. */
type LabelPart = "name" | "colour" | "size" | "barcode";

type Design = {
  /** Name shown in the choice of designs. */
  name: string;
  /** One label per size, or one per product in as many copies as the sum of its quantities. */
  per: "size" | "product";
  shows: readonly LabelPart[];
};

/** The designs by the names used in URLs, journals and label files. */
export const labelDesigns = ["RBK", "Common"] as const;
export type LabelDesign = (typeof labelDesigns)[number];

/** All designs (labels#designs); `render/arrangements.ts` has their layouts. */
export const designs: Record<LabelDesign, Design> = {
  RBK: { name: "Reebok - Price Only", per: "product", shows: [] },
  Common: { name: "Reebok - Price & Barcode", per: "size", shows: ["name", "colour", "size", "barcode"] },
};

/** The design of 'Print Barcode', and of stores without a choice. */
export const barcodeDesign: LabelDesign = "Common";

/** The designs of stores that have a choice, by store name in lower case, default first (labels#designs). */
const designsByStore = new Map<string, readonly LabelDesign[]>([["reebok", ["RBK", "Common"]]]);

const offered = (storeName: string): readonly LabelDesign[] =>
  designsByStore.get(storeName.trim().toLowerCase()) ?? [];

/**
 * The designs that a store's people choose from, the default first; none for a store that has only
 * one (labels#designs).
 */
export const designChoices = (storeName: string): { value: LabelDesign; label: string }[] =>
  offered(storeName).map((value) => ({ value, label: designs[value].name }));

/** The chosen design if the store offers it, else the store's default (labels#designs). */
export function designOf(storeName: string, chosen: LabelDesign | undefined): LabelDesign {
  const choices = offered(storeName);
  return choices.find((design) => design === chosen) ?? choices[0] ?? barcodeDesign;
}

/** Whether a design shows that part. */
export const shows = (design: LabelDesign, part: LabelPart): boolean => designs[design].shows.includes(part);
