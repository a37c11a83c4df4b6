import { describe, expect, test } from "vitest";
import { bootLabel, printEntry } from "#tests/support/labels.ts";
import type { Hold, PrintEntry } from "../bridge/types.ts";
import { defaultMedia } from "../label.ts";
import type { JobReport } from "./queue.ts";
import { type Answer, type WorkEvent, type WorkPrinting, workAt } from "./work.ts";

const entryOf = (id: string, state: PrintEntry["state"]) => printEntry(id, { state });

/** A workstation with this journal and a print service that sends every label at once. */
type Workstation = { journal?: PrintEntry[]; isAlone?: boolean; isPrinterGone?: boolean; hold?: Hold };
async function work(
  answers: Answer[],
  { journal = [], isAlone = true, isPrinterGone = false, hold }: Workstation = {},
) {
  const leaving = new AbortController();
  const events: WorkEvent[] = [];
  const printed: string[] = [];
  let entries: PrintEntry[] = [];
  // The page sees a change a moment later.
  let seen: PrintEntry[] = [];
  let made = 0;
  const printing = (): WorkPrinting => ({
    state: { kind: "ready", signed: true, version: "2.2.6", asks: false },
    printer: { name: "Zebra", isDefault: true },
    language: "ZPL",
    media: defaultMedia,
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
      async ask(requested) {
        events.push(requested);
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
  return { events, printed, reports: events.flatMap(({ reports }): JobReport[] => reports) };
}

const job = { label: { ...bootLabel, copies: 1 }, title: "one" };
const working = (open: string[] = [], given?: typeof job): Answer => ({
  ...{ is: "working", open, version: "1" },
  ...(given ? { job: given } : {}),
});
const end: Answer = { is: "lost" };

describe("a station's page [labels#station-once]", () => {
  test("prints a label under its lease, and tells of it until it is heard", async () => {
    const { printed, reports } = await work([working([], job), { is: "lost" }, working(), end]);
    expect(printed).toEqual(["lease-1"]);
    const sent = { lease: "lease-1", is: "sent", reason: "" };
    expect(reports).toEqual([sent, sent]);
  });

  test("asks again under the same lease where it had no answer", async () => {
    const { events, printed } = await work([{ is: "lost" }, working([], job), working(), end]);
    expect(events.slice(0, 2).map(({ lease }) => lease)).toEqual(["lease-1", "lease-1"]);
    expect(printed).toEqual(["lease-1"]);
  });

  test("gives a label back for which there is no printer any more", async () => {
    const { printed, reports } = await work([working([], job), working(), end], { isPrinterGone: true });
    expect(printed).toEqual([]);
    expect(reports).toEqual([{ lease: "lease-1", is: "unsent", reason: "" }]);
  });

  test("tells by its journal what an earlier page left; what that does not know may have been printed", async () => {
    const events = async (state: PrintEntry["state"] | undefined, isAlone = true) => {
      const journal = state === undefined ? [] : [entryOf("earlier", state)];
      const { reports } = await work([working(["earlier"]), working(), end], { journal, isAlone });
      return reports.map(({ lease, is }) => `${lease} ${is}`).join();
    };
    const states = ["sent", "unknown", "sending", "failed", "waiting", "stopped"] as const;
    expect(await Promise.all(states.map((state) => events(state)))).toEqual(
      ["sent", "doubtful", "doubtful", "failed", "unsent", "unsent"].map((is) => `earlier ${is}`),
    );
    expect(await events(undefined)).toBe("earlier doubtful");
    expect(await events("waiting", false), "the page that it waits in may live").toBe("earlier doubtful");
  });
});

test("a printer that is held takes no label, and the station is told why [labels#station-state]", async () => {
  const holds = [
    ["paused", "The printer is paused."],
    ["out", "The printer is out of labels."],
  ] as const;
  for (const [hold, problem] of holds) {
    const { events, printed } = await work([working([], job), end], { hold });
    expect(events[0]).toMatchObject({ problem, lease: undefined });
    expect(printed).toEqual([]);
  }
});
