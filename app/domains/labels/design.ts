/** What a label can show besides its price. */
type LabelPart = "name" | "colour" | "size" | "barcode";

type Design = {
  /** What people choose it by. */
  name: string;
  /** One label for each size, or one for the product in as many copies as its sizes come to. */
  per: "size" | "product";
  shows: readonly LabelPart[];
};

/** The designs by the names that go into URLs, journals and label files. */
export const labelDesigns = ["RBK", "Common"] as const;
export type LabelDesign = (typeof labelDesigns)[number];

/** Every design (labels#designs); how each is arranged on paper stands in `render/arrangements.ts`. */
export const designs: Record<LabelDesign, Design> = {
  RBK: { name: "Reebok - Price Only", per: "product", shows: [] },
  Common: { name: "Reebok - Price & Barcode", per: "size", shows: ["name", "colour", "size", "barcode"] },
};

/** What 'Print Barcode' prints, and what stores without a choice print. */
export const barcodeDesign: LabelDesign = "Common";

/** The stores whose people choose, by name in lower case: their designs, the default first (labels#designs). */
const designsByStore = new Map<string, readonly LabelDesign[]>([["reebok", ["RBK", "Common"]]]);

const offered = (storeName: string): readonly LabelDesign[] =>
  designsByStore.get(storeName.trim().toLowerCase()) ?? [];

/**
 * The designs that a store's people choose from, the default first; none for a store that has only one
 * (labels#designs).
 */
export const designChoices = (storeName: string): { value: LabelDesign; label: string }[] =>
  offered(storeName).map((value) => ({ value, label: designs[value].name }));

/** The design that is printed: the one chosen where the store offers it, else the store's default (labels#designs). */
export function designOf(storeName: string, chosen: LabelDesign | undefined): LabelDesign {
  const choices = offered(storeName);
  return choices.find((design) => design === chosen) ?? choices[0] ?? barcodeDesign;
}

/** Whether a design's labels show that part. */
export const shows = (design: LabelDesign, part: LabelPart): boolean => designs[design].shows.includes(part);
