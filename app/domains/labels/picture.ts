import type { Label, Printer } from "./labelSchemas.ts";

export type PicturesOf = Printer & { labels: Label[] };

/** A label for a screen or an office printer; lengths are dots of its media. */
export type DrawnLabel = {
  /** Lines of text from their left end, each to be set in this width. */
  lines: { text: string; x: number; y: number; size: number; width: number }[];
  path: string;
};

/** A label as its printer draws it, in words too, the printed size of its barcode, and what can't be printed as it is. */
export type Picture = DrawnLabel & { text: string; size?: string | undefined; notices: string[] };
