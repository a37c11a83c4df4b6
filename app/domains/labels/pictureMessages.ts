import { z } from "zod";

/** A message to the drawing thread: ZPL commands and the size of the paper. */
export const pictureOrder = z.object({
  zpl: z.string(),
  widthMm: z.number(),
  heightMm: z.number(),
  dotsPerMm: z.number(),
});
export type PictureOrder = z.output<typeof pictureOrder>;

/** Its reply: the PNG file, or the error. */
export const pictureNews = z.union([
  z.object({ png: z.instanceof(Uint8Array) }),
  z.object({ failed: z.string() }),
]);
export type PictureNews = z.output<typeof pictureNews>;
