import type { Media } from "./label.ts";

/** One kind of label on the sheet; lengths are millimetres. */
export type SheetLabel = {
  key: string;
  /** The text for a person who can't see it. */
  text: string;
  lines: { text: string; y: number; size: number; strong: boolean }[];
  price: { text: string; y: number; size: number; centred: boolean };
  /** The former price, its amount struck through; `x` is its right edge, its middle where the price is centred. */
  was?: { amount: string; x: number; y: number; size: number };
  /** A path of bars from 0 to `modules`, one high, and where they stand. */
  bars?: {
    path: string;
    modules: number;
    x: number;
    y: number;
    width: number;
    height: number;
    digits: string;
  };
  copies: number;
};

export type Sheet = { media: Media; labels: SheetLabel[]; notices: string[] };
