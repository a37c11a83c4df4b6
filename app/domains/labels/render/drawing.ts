import type { BarcodeSymbol } from "./barcode.ts";

export type Alignment = "left" | "center" | "right";

/**
 * One line of text in a box `width` wide, one barcode, or a black bar that strikes a text through: where on the label, in
 * dots from its top left corner.
 */
export type LabelElement<Font> =
  | { kind: "text"; text: string; font: Font; x: number; y: number; width: number; align: Alignment }
  // `module` is the narrowest bar's width; `x` and `y` are the first bar's, `height` is without the digits below.
  | { kind: "bars"; symbol: BarcodeSymbol; module: number; x: number; y: number; height: number }
  | { kind: "strike"; x: number; y: number; width: number; height: number };

export type Drawing<Font> = { elements: LabelElement<Font>[]; notices: string[] };
