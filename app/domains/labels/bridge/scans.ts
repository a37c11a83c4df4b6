import type { PrintEntry } from "./types.ts";

const dayOf = (at: number): string => new Date(at).toDateString();

/** Labels printed by scan-and-print today, newest first, including other pages of this workstation. */
export const scansOfToday = (journal: readonly PrintEntry[], now: number): PrintEntry[] =>
  journal.filter(({ scan, at }) => scan !== undefined && dayOf(at) === dayOf(now));

/** Scans that count, of one barcode or of all: discarded ones don't. */
export const countedScans = (scans: readonly PrintEntry[], code?: string): PrintEntry[] =>
  scans.filter(({ scan, isVoid }) => !isVoid && (code === undefined || scan === code));

/** What to do with a discarded label: once sent it can't be recalled. */
export const voidText = ({ state }: Pick<PrintEntry, "state">): string => {
  if (state === "stopped" || state === "failed") return "Void. It was not sent.";
  if (state === "asked") return "Void. Choose Block in QZ Tray, or throw the label away.";
  return "Void. It was sent already: throw the label away.";
};
