import type { BarcodeSymbol } from "./barcode.ts";

export type Alignment = "left" | "center" | "right";

/**
 * One line of text in a box `width` wide, one barcode, a black bar that strikes a text through, or a picture;
 * positions in dots from the label's top left corner.
 */
export type LabelElement<Font> =
  | { kind: "text"; text: string; font: Font; x: number; y: number; width: number; align: Alignment }
  // `module` is the width of the narrowest bar; `x` and `y` are those of the first bar, `height`
  // excludes the digits below.
  | { kind: "bars"; symbol: BarcodeSymbol; module: number; x: number; y: number; height: number }
  | { kind: "strike"; x: number; y: number; width: number; height: number }
  // `rows`: '1' is black; each one is `scale` dots wide and high.
  | { kind: "picture"; x: number; y: number; rows: string[]; scale: number };

export type Drawing<Font> = { elements: LabelElement<Font>[]; notices: string[] };
