import type { LabelLanguage, Media } from "../label.ts";
import { isLabelPrinter, languageOf } from "../printers.ts";
import { renderLabel } from "../render/render.ts";
import { mediaFor } from "../settings.ts";
import { type Bridge, jobNameOf, labelIdOf } from "./bridge.ts";
import type { Connection } from "./connection.ts";
import { entryText } from "./help.ts";
import type { Journal } from "./journal.ts";
import type { readPrices } from "./portal.ts";
import { createPrintReports, type PrintReports } from "./printReports.ts";
import { createQueue, discarded, type QueueOptions } from "./queue.ts";
import type { QueueEvent } from "./readAnswers.ts";
import { createReprint } from "./reprint.ts";
import {
  type BridgePrinter,
  type BridgeState,
  messageOf,
  type PrintEntry,
  type PrinterQueue,
  type PrintingOptions,
  type PrintJob,
  type QueueView,
} from "./types.ts";
import { createWatch, type WatchOptions } from "./watch.ts";

/** State of printing for the label page. A new object after every change. */
export type PrintingView = {
  state: BridgeState;
  /** The workstation's label printers; undefined until listed. */
  printers: BridgePrinter[] | undefined;
  /** Why the printers could not be listed. */
  printersProblem: string | undefined;
  printer: BridgePrinter | undefined;
  /** The language for the chosen printer, and whether a person set it. */
  language: LabelLanguage | undefined;
  isLanguageOverridden: boolean;
  /** The media in the chosen printer; undefined without one. */
  media: Media | undefined;
  /** The state of the chosen printer, if its queue reports one. */
  printerQueue: PrinterQueue | undefined;
  queue: QueueView;
  /** What has changed in the labels that are to be printed again, or why that is not known. */
  repricing: { changes: string[]; copies: number } | { problem: string } | undefined;
  journal: PrintEntry[];
  journalProblem: string | undefined;
  /** What became of the last label of a barcode, if it was not sent. */
  unsentState: (barcode: string) => ReturnType<typeof entryText> | undefined;
};

type PrintingActions = {
  choosePrinter: (name: string) => void;
  /** Without a language, the driver's name decides again. */
  overrideLanguage: (language: LabelLanguage | undefined) => void;
  /** Whether the labels were queued: the printer may be gone. */
  print: (jobs: PrintJob[]) => boolean;
  stop: () => void;
  /** Goes on with the waiting labels, unless a price has changed since: then as `reprint`. */
  resume: () => void;
  /**
   * Prints these labels of queue or journal again on the currently chosen printer, at the prices of now: where one has
   * changed, it is said first, and `printChanged` prints (labels#true-price).
   */
  reprint: (ids: readonly string[]) => void;
  printChanged: () => void;
  dropChanged: () => void;
  /** Marks a label as needing nothing more. */
  close: (id: string) => void;
  /** Discards a label of queue or journal: it no longer counts, and is not sent if it is still waiting. */
  discard: (id: string) => void;
  retry: () => void;
  refreshPrinters: () => void;
};

/** Printing on this workstation: state and actions. */
export type WorkstationPrinting = PrintingView & PrintingActions;

export type PrintingParts = {
  bridge: Bridge;
  connection: Connection;
  journal: Journal;
  /** ID of this page load. */
  run: string;
  newId: () => string;
  now: () => number;
  onChange: () => void;
  /** Reports sent labels to the portal. */
  reportPrinted: PrintReports["reportPrinted"];
  readPrices: typeof readPrices;
  /** Pace of the queue, if not the default. */
  pace?: Pick<QueueOptions, "spacingMs" | "answerMs"> & Pick<WatchOptions, "everyMs">;
};

/** Printing on this workstation: printers, language, queue and journal over one connection. */
export function createPrinting({
  bridge,
  connection,
  journal,
  run,
  newId,
  now: clock,
  onChange,
  reportPrinted,
  readPrices,
  pace,
}: PrintingParts) {
  let options: PrintingOptions | undefined;
  let printers: BridgePrinter[] | undefined;
  let printersProblem: string | undefined;
  // Shown until the page has saved and reloaded its settings.
  let chosen: string | undefined;
  let overrides: Record<string, LabelLanguage | undefined> = {};

  /** Whether the printers were listed over the current connection. */
  let isListed = false;
  /** When the chosen printer's queue last became empty. */
  let emptyAt = 0;
  /** Since when the chosen printer has been unable to print. */
  let heldSince: number | undefined;
  /** Labels that the printer's queue reported as printed before the print service answered. */
  const early = new Set<string>();

  const watch = createWatch({
    bridge,
    onChange() {
      const seen = watch.view();
      if (seen?.is === "ready" && seen.jobs === 0) emptyAt = clock();
      noteHolds();
      onChange();
    },
    onPrinted(at, job) {
      const id = labelIdOf(job);
      const entry = journal.read().find((one) => one.id === id);
      if (!entry || entry.printer !== at || jobNameOf(entry) !== job) return;
      if (entry.state === "sent" || entry.state === "unknown") notePrinted([entry]);
      else early.add(id);
    },
    ...pace,
  });

  const queue = createQueue({
    send: async (entry, attempt) => {
      const { bytes } = renderLabel(entry.label, entry);
      return bridge.print(entry, bytes, attempt);
    },
    whenReady: () => connection.whenReady(),
    checkAlive: () => connection.checkAlive(),
    onChange: (changed) => {
      journal.put(changed);
      const handed = changed.filter(({ state }) => state === "sent" || state === "unknown");
      notePrinted(handed.filter(({ id }) => early.delete(id)));
      if (handed.some(({ state, hold }) => state === "sent" && hold === undefined)) noteHolds();
      printReports.news();
      onChange();
    },
    now: clock,
    ...pace,
  });

  type EntryFields = Partial<Pick<PrintEntry, "state" | "hold" | "isReported">>;
  function note(entries: readonly PrintEntry[], fields: EntryFields) {
    if (entries.length === 0) return;
    // The queue writes its own labels to the journal.
    const queued = new Set(queue.view().entries.map(({ id }) => id));
    journal.put(entries.filter(({ id }) => !queued.has(id)).map((entry) => ({ ...entry, ...fields })));
    queue.note(new Set(entries.map(({ id }) => id)), fields);
  }
  const printReports = createPrintReports({
    reportPrinted,
    labels: () => journal.read(),
    isBusy: () => queue.view().isRunning,
    onTold: (entries) => note(entries, { isReported: true }),
  });
  const notePrinted = (entries: readonly PrintEntry[]) =>
    note(entries, { state: "printed", hold: undefined });

  /**
   * A label sent to a printer that doesn't print remains in its queue. Of those sent earlier, the
   * number of jobs in the queue says how many remain: they were sent after it was last empty.
   */
  function noteHolds() {
    const now = watch.view();
    if (!now) return;
    const { printer: of, is, jobs } = now;
    const hold = is === "ready" ? undefined : is;
    const sent = journal.read().filter((entry) => entry.printer === of && entry.state === "sent");
    if (hold === undefined) {
      heldSince = undefined;
      return note(
        sent.filter((entry) => entry.hold !== undefined),
        { hold },
      );
    }
    heldSince ??= clock();
    const since = heldSince;
    const lies = (entry: PrintEntry, place: number) =>
      entry.run === run && entry.at > emptyAt && (place < jobs || entry.at >= since);
    note(
      sent.filter((entry, place) => entry.hold !== hold && (entry.hold !== undefined || lies(entry, place))),
      { hold },
    );
  }

  /** Monitors the chosen printer's queue unless that would prompt a person. */
  function follow() {
    const state = connection.state();
    if (state.kind !== "ready") isListed = false;
    const isQuiet = state.kind === "ready" && state.signed && !state.asks;
    watch.follow(isListed && isQuiet ? printer()?.name : undefined);
  }

  function printer(): BridgePrinter | undefined {
    const wanted = chosen ?? options?.settings.printer;
    const known = printers?.find(({ name }) => name === wanted);
    if (known) return known;
    // A printer used before stays chosen while the print service is away.
    if (printers === undefined) return wanted === undefined ? undefined : remembered(wanted);
    return printers.length === 1 ? printers[0] : undefined;
  }

  function remembered(name: string): BridgePrinter {
    const { printer: stored, driver } = options?.settings ?? {};
    return { name, isDefault: false, ...(stored === name && driver !== undefined ? { driver } : {}) };
  }

  function languageFor(of: BridgePrinter): { language: LabelLanguage; isOverridden: boolean } {
    const override = of.name in overrides ? overrides[of.name] : options?.settings.languages?.[of.name];
    return { language: override ?? languageOf(of), isOverridden: override !== undefined };
  }

  async function readPrinters() {
    printersProblem = undefined;
    onChange();
    try {
      printers = (await bridge.printers()).filter(isLabelPrinter);
      isListed = true;
    } catch (problem) {
      printersProblem = messageOf(problem);
    }
    follow();
    onChange();
  }

  function print(jobs: readonly PrintJob[]): boolean {
    const to = printer();
    if (!to || !options || jobs.length === 0) return false;
    const { person: by, store } = options;
    const media = mediaFor(options.settings, to.name);
    const { language } = languageFor(to);
    const at = clock();
    queue.add(
      jobs.map(({ label, title, priced, scan, id = newId() }) => {
        const { notices } = renderLabel(label, { language, media });
        return {
          ...(scan === undefined ? {} : { scan }),
          ...(notices.length === 0 ? {} : { notices }),
          ...(priced && { priced: { store, ...priced } }),
          ...{ id, title, label, printer: to.name, language, media, run, at, by },
          state: "waiting",
        };
      }),
    );
    return true;
  }

  function close(id: string) {
    const entry = journal.read().find((one) => one.id === id);
    if (!entry) return;
    journal.put([{ ...entry, isClosed: true }]);
    queue.close(id);
  }

  const again = createReprint({
    entries: () => [...queue.view().entries, ...journal.read().toReversed()],
    readPrices,
    hasPrinter: () => printer() !== undefined,
    print,
    close,
    onChange,
  });

  const actions: PrintingActions = {
    choosePrinter(name) {
      chosen = name;
      const driver = printers?.find((printer) => printer.name === name)?.driver;
      options?.saveSettings({ printer: name, driver });
      follow();
      onChange();
    },
    overrideLanguage(language) {
      const of = printer();
      if (!of || !options) return;
      overrides = { ...overrides, [of.name]: language };
      const { [of.name]: _old, ...others } = options.settings.languages ?? {};
      options.saveSettings({ languages: language ? { ...others, [of.name]: language } : others });
      onChange();
    },
    print,
    stop: queue.stop,
    resume() {
      const waiting = queue.view().entries.filter(({ state }) => state === "waiting");
      void again.reprint(
        waiting.map(({ id }) => id),
        queue,
      );
    },
    reprint: (ids) => void again.reprint(ids),
    printChanged: again.printChanged,
    dropChanged: again.dropChanged,
    close,
    discard(id) {
      const entry = journal.read().find((one) => one.id === id);
      if (!entry) return;
      journal.put([{ ...entry, ...discarded(entry.state) }]);
      queue.discard(id);
    },
    retry: () => void connection.connect(),
    refreshPrinters: () => void readPrinters(),
  };

  return {
    actions,
    readPrinters,
    heard: (event: QueueEvent) => watch.heard(event),
    /** Call when the connection's state has changed. */
    changed() {
      follow();
      onChange();
    },
    /** The page's settings and how it saves them; called again whenever they change. */
    configure(next: PrintingOptions) {
      options = next;
      follow();
      // Sends what an earlier page could not report.
      printReports.news();
      onChange();
    },
    view(): PrintingView {
      const to = printer();
      const of = to && languageFor(to);
      return {
        state: connection.state(),
        printers,
        printersProblem,
        printer: to,
        language: of?.language,
        isLanguageOverridden: of?.isOverridden ?? false,
        media: to && options && mediaFor(options.settings, to.name),
        printerQueue: watch.view(),
        queue: queue.view(),
        repricing: again.view(),
        journal: journal.read(),
        journalProblem: journal.problem(),
        unsentState(barcode) {
          const last = journal
            .read()
            .find(
              ({ by, label, priced }) =>
                by !== undefined && (label.barcode === barcode || priced?.barcode === barcode),
            );
          const isDone = !last || last.state === "sent" || last.state === "printed";
          return isDone && last?.hold === undefined ? undefined : last && entryText(last);
        },
      };
    },
  };
}
