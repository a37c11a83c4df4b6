import { expect, test } from "vitest";
import { printEntry } from "#tests/support/labels.ts";
import { createPrintReports } from "./printReports.ts";
import type { PrintEntry } from "./types.ts";

const entryOf = (id: string, fields: Partial<PrintEntry> = {}) =>
  printEntry(id, { priced: { store: "CLK", barcode: "12", book: "Clarks Web", price: "59.95" }, ...fields });

/** A workstation with this journal, and the reports that the portal received. */
function workstation(journal: PrintEntry[]) {
  const heard: string[] = [];
  const bench = { journal, isBusy: false, isAway: false };
  const printReports = createPrintReports({
    reportPrinted: async (store, labels) => {
      if (bench.isAway) throw new TypeError("Failed to fetch");
      heard.push(`${store}: ${labels.map(({ id }) => id).join(" ")}`);
      return true;
    },
    labels: () => bench.journal,
    isBusy: () => bench.isBusy,
    onTold: (labels) => {
      bench.journal = bench.journal.map((one) => (labels.includes(one) ? { ...one, isReported: true } : one));
    },
  });
  const news = async () => {
    printReports.news();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { bench, heard, news };
}

test("the portal is told of what was sent, by store, and of each label once [labels#last-labels]", async () => {
  const store = { store: "RBK", barcode: "13", book: "RRP", price: "9.00" };
  const { heard, news } = workstation([
    entryOf("a"),
    entryOf("b", { state: "printed" }),
    entryOf("c", { priced: store }),
  ]);
  await news();
  await news();
  expect(heard).toEqual(["CLK: a b", "RBK: c"]);
});

test("nothing is told of labels that hang on no shelf", async () => {
  const states = ["waiting", "sending", "asked", "failed", "unknown", "stopped"] as const;
  const { heard, news } = workstation([
    ...states.map((state) => entryOf(state, { state })),
    ...[entryOf("struck", { isVoid: true }), entryOf("in the queue", { hold: "paused" })],
    printEntry("test label"),
  ]);
  await news();
  expect(heard).toEqual([]);
});

test("while labels are on their way they are told together", async () => {
  const { bench, heard, news } = workstation([entryOf("a")]);
  bench.isBusy = true;
  await news();
  expect(heard).toEqual([]);
  bench.journal = Array.from({ length: 60 }, (_, index) => entryOf(String(index)));
  await news();
  expect(heard.map((report) => report.split(" ").length - 1)).toEqual([50]);
  bench.isBusy = false;
  await news();
  expect(heard.map((report) => report.split(" ").length - 1)).toEqual([50, 10]);
});

test("what did not reach the portal is told with the next news [labels#last-labels]", async () => {
  const { bench, heard, news } = workstation([entryOf("a")]);
  bench.isAway = true;
  await news();
  bench.isAway = false;
  await news();
  expect(heard).toEqual(["CLK: a"]);
});
