import { z } from "zod";

/** What the thread that draws labels is told: commands in ZPL, and the paper they are drawn on. */
export const pictureOrder = z.object({
  zpl: z.string(),
  widthMm: z.number(),
  heightMm: z.number(),
  dotsPerMm: z.number(),
});
export type PictureOrder = z.output<typeof pictureOrder>;

/** What it tells back: the PNG file, or why there is none. */
export const pictureNews = z.union([
  z.object({ png: z.instanceof(Uint8Array) }),
  z.object({ failed: z.string() }),
]);
export type PictureNews = z.output<typeof pictureNews>;
