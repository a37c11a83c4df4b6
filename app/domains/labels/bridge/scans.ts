import type { PrintEntry } from "./types.ts";

const dayOf = (at: number): string => new Date(at).toDateString();

/** The labels that scans printed at once today, the newest first; also of other pages of this workstation. */
export const scansOfToday = (journal: readonly PrintEntry[], now: number): PrintEntry[] =>
  journal.filter(({ scan, at }) => scan !== undefined && dayOf(at) === dayOf(now));

/** Those that count, of one code or of all: a struck one does not. */
export const countedScans = (scans: readonly PrintEntry[], code?: string): PrintEntry[] =>
  scans.filter(({ scan, isVoid }) => !isVoid && (code === undefined || scan === code));

/** What is to be done about a label that was struck: what was sent can't be called back. */
export const voidText = ({ state }: Pick<PrintEntry, "state">): string => {
  if (state === "stopped" || state === "failed") return "Void. It was not sent.";
  if (state === "asked") return "Void. Choose Block in QZ Tray, or throw the label away.";
  return "Void. It was sent already: throw the label away.";
};
