import type { ProductPrices } from "../model.ts";
import { hasBookPrice, repriced } from "../repriced.ts";
import { labelsIn } from "./help.ts";
import type { readPrices } from "./portal.ts";
import type { PricedIn, PrintEntry, PrintJob } from "./types.ts";

export type ReprintOptions = {
  /** The labels of queue and journal as they are now; a label may be in both. */
  entries: () => readonly PrintEntry[];
  readPrices: typeof readPrices;
  hasPrinter: () => boolean;
  print: (jobs: readonly PrintJob[]) => void;
  /** Records that a person has dealt with a label. */
  close: (id: string) => void;
  onChange: () => void;
};

type Again = { entry: PrintEntry; job?: PrintJob; change?: string };

const keyOf = ({ store, barcode }: Pick<PricedIn, "store" | "barcode">): string => `${store} ${barcode}`;

const isHandedOver = ({ state }: PrintEntry): boolean => state === "sent" || state === "printed";

/**
 * Prints labels again at the prices of now: where one has changed, it is said first, and `printChanged` prints
 * (labels#true-price).
 */
export function createReprint({ entries, readPrices, hasPrinter, print, close, onChange }: ReprintOptions) {
  let changed: { changes: string[]; copies: number; again: readonly Again[] } | undefined;
  let problem: string | undefined;
  let isReading = false;

  /** The prices of now by store and barcode, each read once; or why they could not be read. */
  async function pricesOf(labels: readonly PrintEntry[]): Promise<Map<string, ProductPrices> | string> {
    const wanted = new Map<string, Set<string>>();
    for (const { label, priced } of labels) {
      if (!priced || !hasBookPrice({ label, priced })) continue;
      wanted.set(priced.store, (wanted.get(priced.store) ?? new Set()).add(priced.barcode));
    }
    const prices = new Map<string, ProductPrices>();
    for (const [store, barcodes] of wanted) {
      const read = await readPrices(store, [...barcodes]);
      if ("problem" in read) return read.problem;
      for (const [barcode, price] of Object.entries(read.value)) prices.set(keyOf({ store, barcode }), price);
    }
    return prices;
  }

  /** Whether a label is still to be printed: not if it was handed over after all, or a person has dealt with it. */
  function isWanted({ id, isClosed, ...entry }: PrintEntry): boolean {
    const now = entries().find((one) => one.id === id);
    if (!now) return true;
    return now.isClosed === isClosed && (isHandedOver({ id, ...entry }) || !isHandedOver(now));
  }

  /** A label that can't be printed any more stays as it is, as does every label while there is no printer. */
  function printAgain(again: readonly Again[]) {
    const wanted = again.filter(({ entry, job }) => job && isWanted(entry));
    for (const { entry } of wanted) if (!isHandedOver(entry)) close(entry.id);
    print(wanted.flatMap(({ job }) => job ?? []));
  }

  function dropChanged() {
    changed = undefined;
    problem = undefined;
    onChange();
  }

  return {
    view: () =>
      problem === undefined ? changed && { changes: changed.changes, copies: changed.copies } : { problem },
    /** With the `queue` of these labels: it goes on if no price has changed, else they are stopped until the press. */
    async reprint(ids: readonly string[], queue?: { resume: () => void; stop: () => void }): Promise<void> {
      if (!(queue || hasPrinter()) || isReading) return;
      const wanted = new Set(ids);
      const found = entries().filter(({ id }) => wanted.delete(id));
      isReading = true;
      const prices = await pricesOf(found).finally(() => {
        isReading = false;
      });
      dropChanged();
      if (typeof prices === "string") {
        problem = prices;
        return onChange();
      }
      const again = found.map((entry): Again => {
        const { label, title, priced } = entry;
        return {
          entry,
          ...repriced<PrintJob>({ label, title, priced }, priced && prices.get(keyOf(priced))),
        };
      });
      const changes = again.flatMap(({ change }) => change ?? []);
      if (changes.length > 0) {
        queue?.stop();
        changed = { changes, copies: labelsIn(again.flatMap(({ job }) => job ?? [])), again };
        onChange();
      } else if (queue) queue.resume();
      else if (hasPrinter()) printAgain(again);
    },
    printChanged() {
      if (!changed || !hasPrinter()) return;
      printAgain(changed.again);
      dropChanged();
    },
    dropChanged,
  };
}
