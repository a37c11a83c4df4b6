import { expect, test } from "vitest";
import type { Hold, PrintEntry } from "../bridge/types.ts";
import type { JobReport } from "./queue.ts";
import { type Answer, type Told, type WorkPrinting, workAt } from "./work.ts";

const label = {
  design: "Common",
  name: "Harbour Boot",
  colour: "Black",
  sizeRange: "7 (AU)",
  barcode: "9312345678907",
  price: "59.95",
  copies: 1,
} as const;

const entryOf = (id: string, state: PrintEntry["state"]): PrintEntry => ({
  ...{ id, title: id, label, printer: "Zebra", language: "ZPL", at: 0, run: "run", state },
  media: { widthMm: 57, heightMm: 32, gapMm: 3, dotsPerMm: 8 },
});

/** A workstation whose journal begins so, and whose print service sends every label at once. */
async function work(
  answers: Answer[],
  {
    journal = [] as PrintEntry[],
    isAlone = true,
    isPrinterGone = false,
    hold = undefined as Hold | undefined,
  } = {},
) {
  const leaving = new AbortController();
  const told: Told[] = [];
  const printed: string[] = [];
  let entries: PrintEntry[] = [];
  // A page sees what has changed a moment later.
  let seen: PrintEntry[] = [];
  let made = 0;
  const printing = (): WorkPrinting => ({
    state: { kind: "ready", signed: true, version: "2.2.6", asks: false },
    printer: { name: "Zebra", isDefault: true },
    printerQueue: { printer: "Zebra", is: hold ?? "ready", jobs: 0 },
    queue: { entries: seen, isRunning: false },
    journal,
    journalProblem: undefined,
    print(jobs) {
      for (const { id = "" } of isPrinterGone ? [] : jobs) {
        printed.push(id);
        entries = [...entries, entryOf(id, "sent")];
      }
      return !isPrinterGone;
    },
  });
  const left = [...answers];
  await workAt(
    {
      printing,
      async ask(asked) {
        told.push(asked);
        const answer = left.shift();
        if (left.length === 0) leaving.abort();
        return answer ?? { is: "out" };
      },
      newId: () => `lease-${++made}`,
      isAlone: () => isAlone,
      async whenNews() {
        seen = entries;
        return "news";
      },
      onState: () => undefined,
    },
    leaving.signal,
  );
  return { told, printed, reports: told.flatMap(({ reports }): JobReport[] => reports) };
}

const job = { label, title: "one" };
const working = (open: string[] = [], given?: typeof job): Answer => ({
  ...{ is: "working", open, version: "1" },
  ...(given ? { job: given } : {}),
});
const end: Answer = { is: "lost" };

test("a label is printed under its lease, and told of", async () => {
  const { printed, reports } = await work([working([], job), working(), end]);
  expect(printed).toEqual(["lease-1"]);
  expect(reports).toEqual([{ lease: "lease-1", is: "sent", reason: "" }]);
});

test.each([
  ["paused", "The printer is paused."],
  ["out", "The printer is out of labels."],
] as const)("a printer that is %s takes no label, and the station is told why", async (hold, problem) => {
  const { told, printed } = await work([working([], job), end], { hold });
  expect(told[0]).toMatchObject({ problem, lease: undefined });
  expect(printed).toEqual([]);
});

test("a question without an answer is asked again under the same lease", async () => {
  const { told, printed } = await work([{ is: "lost" }, working([], job), working(), end]);
  expect(told.slice(0, 2).map(({ lease }) => lease)).toEqual(["lease-1", "lease-1"]);
  expect(printed).toEqual(["lease-1"]);
});

test("a label for which there is no printer any more is given back", async () => {
  const { printed, reports } = await work([working([], job), working(), end], { isPrinterGone: true });
  expect(printed).toEqual([]);
  expect(reports).toEqual([{ lease: "lease-1", is: "unsent", reason: "" }]);
});

test("a report without an answer is told again", async () => {
  const { reports } = await work([working([], job), { is: "lost" }, working(), end]);
  expect(reports).toEqual([
    { lease: "lease-1", is: "sent", reason: "" },
    { lease: "lease-1", is: "sent", reason: "" },
  ]);
});

test.each([
  ["sent", "sent"],
  ["unknown", "doubtful"],
  ["sending", "doubtful"],
  ["failed", "failed"],
  ["waiting", "unsent"],
  ["stopped", "unsent"],
] as const)("what an earlier page left %s is told as %s", async (state, is) => {
  const { reports } = await work([working(["earlier"]), working(), end], {
    journal: [entryOf("earlier", state)],
  });
  expect(reports).toMatchObject([{ lease: "earlier", is }]);
});

test("what the journal does not know may have been printed", async () => {
  const { reports } = await work([working(["earlier"]), working(), end]);
  expect(reports).toMatchObject([{ lease: "earlier", is: "doubtful" }]);
});

test("what waits in a page that may live is not told as unsent", async () => {
  const { reports } = await work([working(["earlier"]), working(), end], {
    journal: [entryOf("earlier", "waiting")],
    isAlone: false,
  });
  expect(reports).toMatchObject([{ lease: "earlier", is: "doubtful" }]);
});
