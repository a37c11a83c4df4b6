import { z } from "zod";

/** A message to the thread that draws labels: commands in ZPL, and the paper that they are drawn on. */
export const pictureOrder = z.object({
  zpl: z.string(),
  widthMm: z.number(),
  heightMm: z.number(),
  dotsPerMm: z.number(),
});
export type PictureOrder = z.output<typeof pictureOrder>;

/** Its reply: the PNG file, or why there is none. */
export const pictureNews = z.union([
  z.object({ png: z.instanceof(Uint8Array) }),
  z.object({ failed: z.string() }),
]);
export type PictureNews = z.output<typeof pictureNews>;
