import type { PricedIn, PrintEntry } from "./types.ts";

/** A label that was sent, with what the portal is to remember of it. */
export type PrintedLabel = PrintEntry & { priced: PricedIn };

/** Most labels that the portal is told of at once. */
export const maxReported = 50;

export type PrintReports = {
  /** Tells of labels of one store; resolves to whether the portal has answered, whatever it said. */
  reportPrinted: (store: string, labels: readonly PrintedLabel[]) => Promise<boolean>;
  labels: () => readonly PrintEntry[];
  /** Whether more are on their way, so that they are told together. */
  isBusy: () => boolean;
  onTold: (labels: readonly PrintEntry[]) => void;
};

// One that lies in the queue of a printer that does not print hangs on no shelf yet, one that was struck never will.
const isUntold = (entry: PrintEntry): entry is PrintedLabel =>
  entry.priced !== undefined &&
  !entry.isTold &&
  !entry.isVoid &&
  entry.hold === undefined &&
  (entry.state === "sent" || entry.state === "printed");

/**
 * Tells the portal of the labels that were sent here, so that it knows which prices hang on the shelf
 * (labels#wrong-labels). What did not reach it is told with the next news, by the next page if need be; told twice, it
 * is remembered once.
 */
export function createPrintReports({ reportPrinted, labels, isBusy, onTold }: PrintReports) {
  let isReporting = false;

  async function news(): Promise<void> {
    if (isReporting) return;
    const untold = labels().filter(isUntold);
    const [first] = untold;
    if (!first || (isBusy() && untold.length < maxReported)) return;
    const { store } = first.priced;
    const told = untold.filter(({ priced }) => priced.store === store).slice(0, maxReported);
    isReporting = true;
    const isHeard = await reportPrinted(store, told).catch(() => false);
    isReporting = false;
    if (!isHeard) return;
    onTold(told);
    await news();
  }

  return { news: () => void news() };
}
