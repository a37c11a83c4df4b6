import { createHash, sign } from "node:crypto";
import qz from "qz-tray";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { createBridge } from "#app/domains/labels/bridge/bridge.ts";
import { createConnection } from "#app/domains/labels/bridge/connection.ts";
import { bridgeHelp, printerQueueText } from "#app/domains/labels/bridge/help.ts";
import { createPortal } from "#app/domains/labels/bridge/portal.ts";
import { createPrinting, type PrintingView } from "#app/domains/labels/bridge/printing.ts";
import {
  type LabelToSign,
  printRequestOf,
  readSignable,
} from "#app/domains/labels/bridge/signable.server.ts";
import type { BridgeState } from "#app/domains/labels/bridge/types.ts";
import { pause } from "#app/domains/labels/browser.ts";
import type { LabelJob } from "#app/domains/labels/jobs.ts";
import { defaultMedia } from "#app/domains/labels/label.ts";
import type { Label } from "#app/domains/labels/labelSchemas.ts";
import { entryText, needsLook, queueSummary } from "#app/domains/labels/labelStates.ts";
import { withJobs } from "#app/domains/labels/stations/queue.ts";
import type { StationJob } from "#app/domains/labels/stations/station.ts";
import { type FakeBridge, type Mishap, startFakeBridge } from "#tests/support/fakeBridge.ts";
import { placeAt, stationAt } from "#tests/support/labelStation.ts";
import { bootLabel } from "#tests/support/labels.ts";
import { newPrintCertificate, type PrintCertificate } from "#tests/support/printCertificate.ts";

/** Recognisable in the printer's bytes. */
const label = (n: number): Label => ({ ...bootLabel, name: `Boot number ${n}.`, copies: 1 });
const jobs = (n: number) =>
  Array.from({ length: n }, (_, index) => ({ label: label(index + 1), title: `Boot ${index + 1}` }));
const numbers = (bridge: FakeBridge) =>
  bridge.spooled.map(({ data }) => Number(/Boot number (\d+)/.exec(data.toString("latin1"))?.[1]));

let pair: PrintCertificate;
let fake: FakeBridge;
beforeAll(() => {
  pair = newPrintCertificate();
});
beforeEach(async () => {
  fake = await startFakeBridge({ trusted: pair.certificate });
});
afterEach(async () => {
  // The client is one for all: a workstation that looks for its service again would take it from the next test's.
  for (const opened of workstations.splice(0)) await opened.leave();
  await fake.stop();
});

/** The portal's responses; a test may change them. */
type PortalFaults = { certificate?: Response; isUnsigned?: boolean; noLine?: string | undefined };

const signatureOf = (text: string) =>
  sign("sha512", Buffer.from(createHash("sha256").update(text).digest("hex")), pair.privateKey).toString(
    "base64",
  );

/** The portal's two routes for the workstation. */
const portalOf =
  (faults: PortalFaults): typeof fetch =>
  async (input, init) => {
    if (String(input).endsWith("/certificate"))
      return faults.certificate?.clone() ?? new Response(pair.certificate);
    if (String(input).endsWith("/printer")) return new Response(null, { status: 204 });
    const text = init?.body instanceof FormData ? String(init.body.get("request")) : "";
    if ("why" in readSignable(text, Date.now())) return new Response("", { status: 403 });
    return new Response(signatureOf(text));
  };

/** The commands that come with a label, and their signature. */
function writeLabel(label: LabelToSign, timestamp: number) {
  const { commands, text } = printRequestOf(label, { forceRaw: true, timestamp });
  return { commands, signed: { timestamp, signature: signatureOf(text) } };
}

/** Short timeouts for tests without a response. */
const impatient = { answerMs: 3_000, alive: 1_500 };

const workstations: { leave: () => Promise<void> }[] = [];

/** The label page's printing without the page: the real client, protocol and socket. */
function startWorkstation(
  faults: PortalFaults = {},
  {
    denied = false,
    stored = new Map<string, string>(),
    // No call waits long enough to look like a dialog, unless a test is about that.
    trust = { question: 60_000, quick: 500 },
    answerMs = 10_000,
    alive = 10_000,
  } = {},
) {
  const states: BridgeState[] = [];
  const changed = new Set<() => void>();
  const at = stationAt("ownbrowser1", Date.now);
  const portal = createPortal(portalOf(faults));
  const bridge = createBridge(qz, portal, {
    Socket: WebSocket,
    timeout: { connect: 5_000, printers: 5_000, alive, goodbye: 100, ...trust },
    forceRaw: true,
    onClosed: () => connection.closed(),
    onAsks: (asks) => connection.asks(asks),
    onQueue: (event) => printing.heard(event),
    address: {
      host: "localhost",
      port: { secure: [fake.port], insecure: [fake.port] },
      usingSecure: false,
      keepAlive: 0,
    },
  });
  const connection = createConnection({
    bridge,
    isDenied: async () => denied,
    onState(state) {
      states.push(state);
      printing.changed();
    },
    onReady: () => void printing.readPrinters(),
  });
  let ids = 0;
  /** Labels that the station was asked for, and that the page has not heard of. */
  const unheard = new Set<string>();
  const printing = createPrinting({
    pace: { spacingMs: 2, answerMs, everyMs: 50 },
    ...{ bridge, connection, portal },
    placeOf: () =>
      placeAt({
        ...{ at, page: "page", browser: "browser", stored, rest: () => pause(20) },
        write: (...label) =>
          faults.noLine === undefined
            ? { ...writeLabel(...label), ...(faults.isUnsigned && { signed: undefined }) }
            : { unwritten: faults.noLine },
      }),
    onChange: () => {
      for (const tell of changed) tell();
    },
  });
  printing.configure({
    store: "CLK",
    station: "ownbrowser1",
    settings: { printer: "Fake bench 1", printers: {}, media: defaultMedia },
  });
  const bench = {
    printing,
    states,
    stored,
    view: printing.view,
    ...printing.actions,
    /** Asks the station for labels, as a press on the page does. */
    print(asked: readonly LabelJob[]) {
      const named = asked.map((job) => ({ ...job, id: `label${++ids}` }));
      for (const { id } of named) unheard.add(id);
      at.change((was) => withJobs(was, named, { by: "Lee", now: Date.now(), page: "page" }));
      printing.actions.expect();
    },
    connect: () => connection.connect(),
    until: (wanted: (view: PrintingView) => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          const view = printing.view();
          for (const { id } of view.journal) unheard.delete(id);
          if (unheard.size > 0 || !wanted(view)) return;
          changed.delete(look);
          resolve();
        };
        changed.add(look);
        look();
      }),
    async leave() {
      await connection.leave();
      printing.changed();
    },
  };
  workstations.push(bench);
  return bench;
}

const isOver = ({ queue }: { queue: { isRunning: boolean } }) => !queue.isRunning;
const states = (entries: StationJob[]) => entries.map(({ state }) => state);

async function ready(faults: PortalFaults = {}, options: Parameters<typeof startWorkstation>[1] = {}) {
  const bench = startWorkstation(faults, options);
  await bench.connect();
  await bench.until(({ printers }) => printers !== undefined);
  return bench;
}

const all = Array.from({ length: 100 }, (_, index) => index + 1);
const twenty = all.slice(0, 20);

describe("a hundred labels", () => {
  test("arrive in order, each once, signed, without a dialog [labels#bridge]", async () => {
    const bench = await ready();
    bench.print(jobs(100));
    await bench.until(isOver);
    expect(bridgeHelp(bench.view().state).title).toBe("Connected to the print service");
    expect(queueSummary(bench.view().queue.entries)).toBe("100 of 100 labels sent.");
    expect(numbers(fake)).toEqual(all);
    expect([fake.refused, fake.questions, fake.requests]).toEqual([[], [], 0]);
    expect(fake.spooled.every(({ forceRaw }) => forceRaw)).toBe(true);
    expect(new Set(fake.spooled.map(({ job }) => job)).size).toBe(100);
  });

  test("through drops and hangs: in order, none lost, none doubled, and unknown ones are reported", async () => {
    const bench = await ready({}, impatient);
    const drop = (spooled: boolean): Mishap => ({ kind: "drop", spooled });
    const hang = (spooled: boolean): Mishap => ({ kind: "hang", spooled });
    const plain: Mishap = { kind: "late", afterMs: 0 };
    // About every tenth label has a fault; whether it was printed differs.
    const trouble = [
      drop(true),
      hang(false),
      { kind: "fail", error: "Out of paper" },
      drop(false),
      hang(true),
    ] as const;
    fake.meet(...trouble.flatMap((mishap) => [...Array<Mishap>(12).fill(plain), mishap, plain]));
    bench.print(jobs(100));
    await bench.until(isOver);
    const { entries, paused } = bench.view().queue;
    expect(paused).toBeUndefined();
    expect(new Set(states(entries))).toEqual(new Set(["sent", "unknown", "failed"]));

    const got = numbers(fake);
    expect(got, "in order").toEqual([...got].sort((one, other) => one - other));
    expect(new Set(got).size, "none twice").toBe(got.length);
    const where = (state: string) =>
      entries.flatMap((entry, index) => (entry.state === state ? [index + 1] : []));
    // A sent label was spooled, a failed one was not, an unknown one may have been, and none is missing.
    expect(where("sent").filter((n) => !got.includes(n))).toEqual([]);
    expect(where("failed").filter((n) => got.includes(n))).toEqual([]);
    expect(where("unknown")).toHaveLength(4);
    expect(where("unknown").filter((n) => got.includes(n))).toHaveLength(2);
    expect(where("sent").length + where("failed").length + where("unknown").length).toBe(100);
    expect(fake.connections).toBeGreaterThan(2);
    expect(fake.refused).toEqual([]);
  });
});

describe("a broken connection", () => {
  test("between two labels: the next one waits for the service, and is sent", async () => {
    const bench = await ready();
    await fake.stop();
    await bench.until(({ state }) => state.kind === "lost");
    bench.print(jobs(2));
    await bench.until(({ queue }) => queue.entries.length === 2);
    expect(states(bench.view().queue.entries)).toEqual(["waiting", "waiting"]);
    await fake.start();
    await bench.until(isOver);
    expect(numbers(fake)).toEqual([1, 2]);
    expect(bench.states.map(({ kind }) => kind)).toEqual(["connecting", "ready", "lost", "ready"]);
  });

  test("that hangs: it is replaced by a new connection, and the next label is sent", async () => {
    const bench = await ready({}, impatient);
    fake.freeze();
    bench.print(jobs(2));
    await bench.until(isOver);
    expect(states(bench.view().queue.entries)).toEqual(["unknown", "sent"]);
    expect(numbers(fake)).toEqual([2]);
    expect(bench.states.map(({ kind }) => kind)).toEqual(["connecting", "ready", "lost", "ready"]);
  });

  test("at any message of the greeting: it is disconnected, nothing stays open, and it is retried", async () => {
    const bench = startWorkstation();
    // At the version request, the certificate, and right after the greeting.
    for (const word of [1, 2, 3]) {
      fake.breakGreetings(1, word);
      await bench.connect();
      expect(bench.view().state.kind).toBe("absent");
      bench.retry();
      await bench.until(({ state }) => state.kind === "ready");
      await bench.leave();
    }
  });

  test("a label that came without its signature is not sent, in words, and waits", async () => {
    const faults: PortalFaults = { isUnsigned: true };
    const bench = await ready(faults);
    bench.print(jobs(1));
    await bench.until(isOver);
    expect(bench.view().queue.paused).toContain("The portal did not sign this label.");
    expect(states(bench.view().queue.entries)).toEqual(["waiting"]);
    expect(fake.calls).not.toContain("print");
    faults.isUnsigned = false;
    bench.resume();
    await bench.until(({ queue }) => queue.isRunning);
    await bench.until(isOver);
    expect(numbers(fake)).toEqual([1]);
  });
});

test("a signature without its line in the trail: told in the portal's words, the labels wait, and go on by themselves [labels#no-line]", async () => {
  const faults: PortalFaults = { noLine: "The audit trail cannot be written." };
  const bench = await ready(faults);
  bench.print(jobs(2));
  await bench.until(({ queue }) => queue.paused !== undefined);
  expect(bench.view().queue.paused).toBe(faults.noLine);
  expect(states(bench.view().queue.entries)).toEqual(["waiting", "waiting"]);
  expect(fake.calls).not.toContain("print");
  faults.noLine = undefined;
  await bench.until(({ queue }) => states(queue.entries).every((state) => state === "sent"));
  expect(bench.view().queue.paused).toBeUndefined();
  expect(numbers(fake)).toEqual([1, 2]);
});

describe("the states of the print service", () => {
  test("trusted: no dialog, printers by name or driver, and the language of each [labels#printers, labels#language]", async () => {
    const bench = await ready();
    expect(bench.view().state).toEqual({ kind: "ready", signed: true, version: "2.2.6", asks: false });
    expect(bench.view().printers?.map(({ name }) => name)).toEqual([
      "Fake bench 1",
      "Fake bench 2",
      "Fake Zebra without a driver",
    ]);
    expect(bench.view().language).toBe("ZPL");
    bench.choosePrinter("Fake bench 2");
    expect(bench.view().language).toBe("EPL");
    bench.overrideLanguage("ZPL");
    expect(bench.view()).toMatchObject({ language: "ZPL", isLanguageOverridden: true });
    bench.overrideLanguage(undefined);
    expect(bench.view()).toMatchObject({ language: "EPL", isLanguageOverridden: false });
  });

  test("before it has listed its printers, the chosen one has the language that it was chosen with", async () => {
    const bench = startWorkstation();
    const printers = { "Fake bench 2": { language: "EPL" as const } };
    const stored = { printer: "Fake bench 2", printers, media: defaultMedia };
    bench.printing.configure({ store: "CLK", station: "ownbrowser1", settings: stored });
    expect(bench.view()).toMatchObject({ printers: undefined, language: "EPL" });
    bench.print(jobs(1));
    await bench.connect();
    await bench.until(isOver);
    expect(fake.spooled[0]?.data.toString("latin1")).toMatch(/^\nN\n/);
    bench.choosePrinter("Fake bench 1");
    await bench.until(({ saves }) => saves === 1);
    expect(bench.view()).toMatchObject({
      printer: { name: "Fake bench 1" },
      language: "ZPL",
      isUnsaved: false,
    });
  });

  test("not running, and found once it runs; denied by the browser looks the same from here, and is distinguished", async () => {
    await fake.stop();
    const denied = startWorkstation({}, { denied: true });
    await denied.connect();
    expect(denied.view().state.kind).toBe("denied");
    const bench = startWorkstation();
    await bench.connect();
    expect(bench.view().state.kind).toBe("absent");
    await fake.start();
    bench.retry();
    await bench.until(({ state }) => state.kind === "ready");
  });

  test("blocked by the person, until they allow it", async () => {
    fake.person = "blocks";
    const bench = startWorkstation({ certificate: new Response(newPrintCertificate().certificate) });
    await bench.connect();
    expect(bench.view().state.kind).toBe("blocked");
    expect(fake.requests).toBe(1);
    fake.person = "allows";
    bench.retry();
    await bench.until(({ state }) => state.kind === "ready");
    expect(fake.requests).toBe(2);
  });

  test("unsigned where the portal has no certificate: reported, and it prints", async () => {
    const bench = await ready({ certificate: new Response(null, { status: 204 }) });
    expect(bench.view().state).toMatchObject({ kind: "ready", signed: false });
    bench.print(jobs(1));
    await bench.until(isOver);
    expect(numbers(fake)).toEqual([1]);
  });

  test("too old", async () => {
    await fake.stop();
    fake = await startFakeBridge({ version: "2.1.6", trusted: pair.certificate });
    const bench = startWorkstation();
    await bench.connect();
    expect(bench.view().state).toEqual({ kind: "outdated", version: "2.1.6" });
  });

  test("refused by the portal: a session that has ended, a portal that is away", async () => {
    const out = new Response(null, { status: 302, headers: { Location: "/login" } });
    const bench = startWorkstation({ certificate: out });
    await bench.connect();
    expect(bench.view().state).toMatchObject({ kind: "refused", message: /session has ended/ });
  });
});

describe("a print service that does not know the portal", () => {
  const asksEachTime = "QZ Tray asks about every label because it does not know this portal";
  /** A person's response time, longer than any service's own. */
  const slow = 150;
  const trust = { question: 60, quick: 10 };
  const wordsOf = ({ state }: PrintingView) => bridgeHelp(state).title;

  /** A page whose service does not know the portal, once that is detected. */
  async function unknown(limits: { answerMs?: number; alive?: number } = {}) {
    fake.distrust();
    fake.thinksMs = slow;
    const bench = startWorkstation({}, { trust, ...limits });
    await bench.connect();
    // However long the page takes to see that the service still answers, nobody has answered the dialog before.
    fake.person = "is away";
    await bench.until(({ state }) => state.kind === "ready" && state.asks);
    fake.person = "allows";
    await bench.until(({ printers }) => printers !== undefined);
    return bench;
  }

  test("a dialog each time: announced before the first label; each waits for its answer, and all are printed [labels#trust]", async () => {
    const bench = await unknown();
    expect(wordsOf(bench.view())).toBe(asksEachTime);
    expect(fake.spooled).toEqual([]);
    fake.thinksMs = 20;
    bench.print(jobs(20));
    await bench.until(isOver);
    expect(wordsOf(bench.view())).toBe(asksEachTime);
    expect(queueSummary(bench.view().queue.entries)).toBe("20 of 20 labels sent.");
    expect(numbers(fake)).toEqual(twenty);
    expect(fake.questions.filter((call) => call === "print")).toHaveLength(20);
  });

  test("denied: the queue stops at the blocked label, in the service's words; none is printed", async () => {
    const bench = await unknown();
    fake.person = "blocks";
    bench.print(jobs(20));
    await bench.until(isOver);
    expect(bench.view().queue.paused).toBe("The print service says: Request blocked");
    expect(states(bench.view().queue.entries)).toEqual(Array(20).fill("waiting"));
    expect(numbers(fake)).toEqual([]);
    fake.person = "allows";
    fake.thinksMs = 0;
    bench.resume();
    await bench.until(({ queue }) => queue.isRunning);
    await bench.until(isOver);
    expect(numbers(fake)).toEqual(twenty);
  });

  test("a dialog left open: its label waits beyond every timeout, never in doubt; then all are printed", async () => {
    const bench = await unknown({ answerMs: 500 });
    fake.person = "is away";
    bench.print(jobs(20));
    await bench.until(({ queue }) => queue.entries[0]?.state === "asked");
    // The page keeps checking the service meanwhile, and reaches it.
    const before = fake.calls.length;
    await expect.poll(() => fake.calls.slice(before).filter((call) => call === "getVersion").length).toBe(3);
    expect(states(bench.view().queue.entries)).toEqual(["asked", ...Array(19).fill("waiting")]);
    expect(queueSummary(bench.view().queue.entries)).toBe(
      "0 of 20 labels sent, 1 waiting for an answer in QZ Tray.",
    );
    fake.thinksMs = 0;
    fake.person = "allows";
    await bench.until(isOver);
    expect(queueSummary(bench.view().queue.entries)).toBe("20 of 20 labels sent.");
    expect(numbers(fake)).toEqual(twenty);
    expect(bench.states.some(({ kind }) => kind === "lost")).toBe(false);
  });

  test("stopped while a dialog is open: nineteen are not sent, and the one follows the answer in the dialog", async () => {
    const bench = await unknown();
    for (const [answer, state, result] of [
      ["allows", "sent", [1]],
      ["blocks", "failed", [1]],
    ] as const) {
      fake.person = "is away";
      bench.print(jobs(20));
      await bench.until(({ queue }) => queue.entries[0]?.state === "asked");
      bench.stop();
      await bench.until(isOver);
      expect(states(bench.view().queue.entries)).toEqual(["asked", ...Array(19).fill("stopped")]);
      expect(bench.view().queue.entries[0]?.reason).toMatch(/Choose Block/);
      fake.person = answer;
      await bench.until(({ queue }) => queue.entries[0]?.state === state);
      expect(numbers(fake)).toEqual(result);
      bench.command(
        bench.view().queue.entries.map(({ id }) => id),
        "remove",
      );
      await bench.until(({ queue }) => queue.entries.every((entry) => !needsLook(entry)));
    }
  });

  test("killed while a dialog is open: that label is in doubt, the others come out once it is back", async () => {
    const bench = await unknown();
    fake.person = "is away";
    bench.print(jobs(20));
    await bench.until(({ queue }) => queue.entries[0]?.state === "asked");
    await fake.stop();
    await bench.until(({ queue }) => queue.entries[0]?.state === "unknown");
    fake.thinksMs = 0;
    fake.trusts(pair.certificate);
    await fake.start();
    await bench.until(isOver);
    expect(states(bench.view().queue.entries)).toEqual(["unknown", ...Array(19).fill("sent")]);
    expect(numbers(fake)).toEqual(twenty.slice(1));
  });

  test("frozen while a dialog is open: detected at the next check, and reported as unknown", async () => {
    const bench = await unknown({ ...impatient, alive: 2_000 });
    fake.person = "is away";
    bench.print(jobs(1));
    await bench.until(({ queue }) => queue.entries[0]?.state === "asked");
    fake.freeze();
    await bench.until(({ queue }) => queue.entries[0]?.state === "unknown");
  });

  test("a slow list of printers is not mistaken for a dialog", async () => {
    fake.detailMs = 2_000;
    const bench = await ready({}, { trust: { question: 60, quick: 1_900 } });
    await bench.until(({ state }) => state.kind === "ready" && !state.asks);
    await expect.poll(() => fake.calls.at(-1)).toBe("printers.getDefault");
    await bench.until(({ state }) => state.kind === "ready" && !state.asks);
    expect(bench.states.some((state) => state.kind === "ready" && state.asks)).toBe(true);
  });
});

describe("the printer's own state", () => {
  const bench1 = "Fake bench 1";
  const said = ({ printerQueue }: PrintingView) => printerQueue && printerQueueText(printerQueue).words;
  const words = (entries: StationJob[]) => [...new Set(entries.map((entry) => entryText(entry).label))];

  test("is reported before and while twenty labels are sent; once it prints, so is each [labels#printer-state, labels#sent]", async () => {
    fake.jobNames = "ours";
    const bench = await ready();
    await bench.until((view) => said(view) === "Ready");
    for (const [word, chip] of [
      ["PAPER_OUT", "Out of labels"],
      ["DOOR_OPEN", "Head open"],
      ["PAPER_JAM", "Jammed"],
      ["OFFLINE", "Offline"],
      ["USER_INTERVENTION", "Needs a look"],
      ["PAUSED", "Paused"],
    ] as const) {
      fake.queueSays(bench1, word);
      await bench.until((view) => said(view) === chip);
    }
    bench.print(jobs(20));
    await bench.until((view) => isOver(view) && said(view) === "Paused · 20 jobs waiting");
    expect(words(bench.view().queue.entries)).toEqual(["Sent · the printer is paused"]);
    expect(queueSummary(bench.view().queue.entries)).toBe(
      "20 of 20 labels sent, 20 in the printer's queue: the printer is paused.",
    );
    expect(fake.jobs).toBe(20);
    fake.queueSays(bench1, "OK");
    await bench.until((view) => said(view) === "Ready");
    await bench.until(({ queue }) => queue.entries.every(({ state }) => state === "printed"));
    expect(queueSummary(bench.view().queue.entries)).toBe("20 of 20 labels sent, 20 printed.");
    expect(bench.view().journal.every(({ state, hold }) => state === "printed" && !hold)).toBe(true);
    expect(numbers(fake)).toEqual(twenty);
    expect(fake.refused).toEqual([]);
  });

  test("a queue that names no jobs: its jobs are counted, and 'Printed' is not shown", async () => {
    fake.jobNames = "none";
    const bench = await ready();
    await bench.until((view) => said(view) === "Ready");
    // Only after the last response is that label certainly not queued any more.
    fake.queueSays(bench1, "PAUSED");
    await bench.until((view) => said(view) === "Paused");
    bench.print(jobs(3));
    await bench.until((view) => isOver(view) && said(view) === "Paused · 3 jobs waiting");
    fake.queueSays(bench1, "OK");
    await bench.until((view) => said(view) === "Ready" && view.printerQueue?.jobs === 0);
    fake.queueSays(bench1, "PAUSED");
    await bench.until((view) => said(view) === "Paused");
    bench.print(jobs(2));
    await bench.until((view) => isOver(view) && said(view) === "Paused · 2 jobs waiting");
    expect(words(bench.view().journal)).toEqual(["Sent", "Sent · the printer is paused"]);
    expect(bench.view().journal.filter(({ hold }) => hold)).toHaveLength(2);
    fake.queueSays(bench1, "OK");
    await bench.until((view) => said(view) === "Ready");
    expect(words(bench.view().journal)).toEqual(["Sent"]);
  });

  test("one that stops in the middle: the labels in its queue are reported, printed ones are not", async () => {
    fake.jobNames = "ours";
    const bench = await ready();
    await bench.until((view) => said(view) === "Ready");
    bench.print(jobs(2));
    await bench.until(({ queue }) => queue.entries.every(({ state }) => state === "printed"));
    fake.queueSays(bench1, "BUSY");
    bench.print(jobs(3));
    await bench.until((view) => isOver(view) && said(view) === "3 jobs waiting");
    fake.queueSays(bench1, "PAPER_OUT");
    await bench.until((view) => said(view) === "Out of labels · 3 jobs waiting");
    await bench.until(({ journal }) => journal.filter(({ hold }) => hold === "out").length === 3);
    expect(states(bench.view().journal)).toEqual(["printed", "printed", "sent", "sent", "sent"]);
  });

  test("an unknown label is settled by the queue that printed it", async () => {
    fake.jobNames = "ours";
    const bench = await ready({}, impatient);
    await bench.until((view) => said(view) === "Ready");
    fake.meet({ kind: "hang", spooled: true });
    bench.print(jobs(1));
    await bench.until(isOver);
    expect(states(bench.view().queue.entries)).toEqual(["printed"]);
  });

  test("a queue without events is listened to again", async () => {
    const bench = await ready();
    await bench.until((view) => said(view) === "Ready");
    fake.forgetListeners();
    fake.queueSays(bench1, "PAUSED");
    await bench.until((view) => said(view) === "Paused");
    expect(fake.calls.filter((call) => call === "printers.startListening")).toHaveLength(2);
  });

  test("another printer: its own queue is reported, and no other's", async () => {
    const bench = await ready();
    fake.queueSays(bench1, "PAUSED");
    await bench.until((view) => said(view) === "Paused");
    bench.choosePrinter("Fake bench 2");
    await bench.until((view) => said(view) === "Ready");
    fake.queueSays(bench1, "OFFLINE");
    fake.queueSays("Fake bench 2", "PAPER_OUT");
    await bench.until((view) => said(view) === "Out of labels");
  });

  test("no dialog asks whether the page may listen: it then knows nothing, and a label is 'Sent'", async () => {
    fake.distrust();
    fake.thinksMs = 150;
    const bench = await ready({}, { trust: { question: 60, quick: 10 } });
    await bench.until(({ state }) => state.kind === "ready" && state.asks);
    fake.queueSays(bench1, "PAUSED");
    bench.print(jobs(1));
    await bench.until(isOver);
    expect(words(bench.view().queue.entries)).toEqual(["Sent"]);
    expect(bench.view().printerQueue).toBeUndefined();
    expect(fake.questions).not.toContain("printers.startListening");
  });
});
