import { z } from "zod";

const heading = z.object({ header: z.string(), width: z.number(), format: z.string().optional() });
const cell = z.union([z.string(), z.number(), z.null()]);

/**
 * One slice of a spreadsheet as the JSON resource route sends it to the browser that builds the file;
 * `nextHref` is there while another slice may follow.
 */
export const sheetSlice = z.object({
  fileName: z.string(),
  columns: z.array(heading),
  rows: z.array(z.array(cell)),
  /** Records in this slice; one record may be several rows. */
  records: z.number(),
  nextHref: z.string().optional(),
});
export type SheetSlice = z.output<typeof sheetSlice>;
export type SheetHeading = z.output<typeof heading>;
export type SheetRow = SheetSlice["rows"][number];
