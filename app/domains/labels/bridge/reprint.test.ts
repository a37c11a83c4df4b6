import { expect, test } from "vitest";
import { printEntry } from "#tests/support/labels.ts";
import type { ProductPrices } from "../model.ts";
import { createReprint } from "./reprint.ts";
import type { PrintEntry, PrintJob } from "./types.ts";

const barcode = "9312300020024";
const label = { ...printEntry("").label, barcode, price: "89.95" };
const unsent = (id: string, store = "CLK", fields: Partial<PrintEntry> = {}) =>
  printEntry(id, {
    label,
    state: "stopped",
    priced: { store, barcode, book: "RRP", price: "89.95" },
    ...fields,
  });
const at = (text: string): ProductPrices => ({
  price: { text, book: "RRP", from: "" },
  otherPrices: [],
});

/** Labels of a workstation, and prices by store that are read once `arrive` is called. */
function workstation(entries: PrintEntry[], prices: Record<string, ProductPrices>) {
  const printed: string[] = [];
  const arrivals: (() => void)[] = [];
  const desk = { entries, hasPrinter: true };
  const change = (id: string, fields: Partial<PrintEntry>) => {
    desk.entries = desk.entries.map((one) => (one.id === id ? { ...one, ...fields } : one));
  };
  const again = createReprint({
    entries: () => desk.entries,
    readPrices: async (store) => {
      await new Promise<void>((resolve) => arrivals.push(resolve));
      const price = prices[store];
      const value: Record<string, ProductPrices> = price ? { [barcode]: price } : {};
      return { value };
    },
    hasPrinter: () => desk.hasPrinter,
    print: (jobs: readonly PrintJob[]) =>
      void printed.push(...jobs.map(({ title, label: { price } }) => `${title} $${price}`)),
    close: (id) => change(id, { isClosed: true }),
    onChange: () => undefined,
  });
  /** Asks for all of them, and lets each store's prices arrive. */
  async function reprintAll(
    meanwhile: () => void = () => undefined,
    queue?: Parameters<typeof again.reprint>[1],
  ) {
    const done = again.reprint(
      entries.map(({ id }) => id),
      queue,
    );
    meanwhile();
    while (arrivals.length > 0) {
      arrivals.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await done;
  }
  const closed = () => desk.entries.filter(({ isClosed }) => isClosed).map(({ id }) => id);
  return { desk, again, printed, change, closed, reprintAll };
}

test("labels of two stores with one barcode are each printed at their store's price [labels#true-price]", async () => {
  const { again, printed, reprintAll } = workstation([unsent("A"), unsent("B", "SDY")], {
    CLK: at("89.95"),
    SDY: at("59.95"),
  });
  await reprintAll();
  expect(again.view()).toEqual({ changes: ["B: $89.95 → $59.95"], copies: 2 });
  again.printChanged();
  expect(printed).toEqual(["A $89.95", "B $59.95"]);
});

test("a label that can't be printed any more stays unsent, and the others are printed", async () => {
  const { again, printed, closed, reprintAll } = workstation([unsent("A"), unsent("B", "SDY")], {
    CLK: at("89.95"),
  });
  await reprintAll();
  expect(again.view()).toMatchObject({ changes: ["B: no product has its barcode any more"] });
  again.printChanged();
  expect([printed, closed()]).toEqual([["A $89.95"], ["A"]]);
});

test.each<[string, Partial<PrintEntry>]>([
  ["was sent after all", { state: "sent" }],
  ["was dismissed", { isClosed: true }],
])("a label that %s while prices are read is not printed again", async (_, fields) => {
  const { printed, change, reprintAll } = workstation([unsent("A"), unsent("B")], { CLK: at("89.95") });
  await reprintAll(() => change("A", fields));
  expect(printed).toEqual(["B $89.95"]);
});

test("without a printer nothing is done, and the question stays", async () => {
  const { desk, again, printed, closed, reprintAll } = workstation([unsent("A")], { CLK: at("59.95") });
  await reprintAll();
  desk.hasPrinter = false;
  again.printChanged();
  expect([printed, closed()]).toEqual([[], []]);
  expect(again.view()).toMatchObject({ copies: 1 });
});

test("a queue that was paused goes on as it is only at the prices of now; else its labels wait for the press [labels#true-price]", async () => {
  const did: string[] = [];
  const queue = { resume: () => void did.push("resume"), stop: () => void did.push("stop") };
  const waiting = unsent("A", "CLK", { state: "waiting" });
  const same = workstation([waiting], { CLK: at("89.95") });
  await same.reprintAll(undefined, queue);
  expect([did, same.printed]).toEqual([["resume"], []]);
  const other = workstation([waiting], { CLK: at("59.95") });
  await other.reprintAll(() => other.change("A", { state: "stopped" }), queue);
  expect([did.slice(1), other.printed]).toEqual([["stop"], []]);
  other.again.printChanged();
  expect(other.printed).toEqual(["A $59.95"]);
});
