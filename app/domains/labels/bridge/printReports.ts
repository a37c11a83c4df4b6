import type { PricedIn, PrintEntry } from "./types.ts";

/** A sent label with the price details for the portal. */
export type PrintedLabel = PrintEntry & { priced: PricedIn };

/** Maximum number of labels in one report. */
const maxReported = 50;

export type PrintReports = {
  /** Reports labels of one store; resolves to whether the portal has responded, whatever the response. */
  reportPrinted: (store: string, labels: readonly PrintedLabel[]) => Promise<boolean>;
  labels: () => readonly PrintEntry[];
  /** Whether more labels are about to be sent, so that they are reported together. */
  isBusy: () => boolean;
  onTold: (labels: readonly PrintEntry[]) => void;
};

// A label in the queue of a printer that doesn't print is not on a shelf yet; a discarded one never will be.
const isUntold = (entry: PrintEntry): entry is PrintedLabel =>
  entry.priced !== undefined &&
  !entry.isReported &&
  !entry.isVoid &&
  entry.hold === undefined &&
  (entry.state === "sent" || entry.state === "printed");

/**
 * Reports the labels that were sent here to the portal, so that it knows the prices on the shelf
 * (labels#wrong-labels). Failed reports are repeated with the next one, if need be from the next
 * page; the portal stores duplicates once.
 */
export function createPrintReports({ reportPrinted, labels, isBusy, onTold }: PrintReports) {
  let isReporting = false;

  async function news(): Promise<void> {
    if (isReporting) return;
    const untold = labels().filter(isUntold);
    const [first] = untold;
    if (!first || (isBusy() && untold.length < maxReported)) return;
    const { store } = first.priced;
    const reported = untold.filter(({ priced }) => priced.store === store).slice(0, maxReported);
    isReporting = true;
    const isHeard = await reportPrinted(store, reported).catch(() => false);
    isReporting = false;
    if (!isHeard) return;
    onTold(reported);
    await news();
  }

  return { news: () => void news() };
}
