import type { SheetSlice } from "./sheetFile.ts";

/**
 * A spreadsheet's slices in order, `next` reading the one after another. A record is in the first slice that has it
 * alone: where a list changes meanwhile, its records move from page to page (screens#sheet-moved).
 */
export async function* readSlices(
  first: SheetSlice,
  next: (before: SheetSlice) => Promise<SheetSlice>,
): AsyncGenerator<SheetSlice> {
  const seenKeys = new Set<string>();
  for (let slice = first; ; slice = await next(slice)) {
    const records = slice.records.filter(({ key }) => !seenKeys.has(key) && seenKeys.add(key));
    yield { ...slice, records };
    if (slice.nextHref === undefined) return;
  }
}
