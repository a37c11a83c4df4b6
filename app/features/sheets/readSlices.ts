import { readUntilStill } from "#app/core/lists/untilStill.ts";
import { notesOf, type SheetRow, type SheetSlice } from "./sheetFile.ts";

/**
 * Every record from the slice at this address on, once, as its rows, with what the file has to say of them; undefined
 * where there are more than `limit`. `tell` hears how many there are so far.
 */
export async function readSlices(
  first: string,
  readSlice: (href: string) => Promise<SheetSlice>,
  limit: number,
  tell: (records: number) => void,
): Promise<{ head: SheetSlice; records: SheetRow[][]; notes: string[] } | undefined> {
  const head = await readSlice(first);
  const found = new Map<string, SheetRow[]>();
  const auditLines: number[] = [];
  let firstPass = 0;
  let isTooMany = false;
  const isStill = await readUntilStill(async (pass) => {
    const before = found.size;
    let isOneMoment = true;
    let slice: SheetSlice | undefined = pass === 1 ? head : await readSlice(first);
    while (slice) {
      for (const { key, rows } of slice.records) if (!found.has(key)) found.set(key, rows);
      if (slice.auditLine !== undefined) auditLines.push(slice.auditLine);
      tell(found.size);
      isOneMoment &&= slice.isStill;
      isTooMany ||= slice.nextHref !== undefined && found.size >= limit;
      slice = slice.nextHref === undefined || isTooMany ? undefined : await readSlice(slice.nextHref);
    }
    if (pass === 1) firstPass = found.size;
    return isTooMany || isOneMoment || found.size === before;
  });
  if (isTooMany) return undefined;
  const notes = notesOf({ late: found.size - firstPass, isStill }, auditLines);
  return { head, records: [...found.values()], notes };
}
