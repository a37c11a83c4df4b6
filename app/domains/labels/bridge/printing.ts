import { loadedPage } from "../browser.ts";
import type { LabelSettings } from "../forms.ts";
import { defaultMedia, type LabelLanguage } from "../label.ts";
import { isLabelPrinter, languageOf, mediaFor } from "../settings.ts";
import { isOwnId } from "../stations/queue.ts";
import type { JobCommand, PrinterFaces, StationJob } from "../stations/station.ts";
import { type Bridge, jobNameOf, leaseOf, type QueueEvent } from "./bridge.ts";
import { type ChosenPrinter, chosenHere, type PrinterChoices } from "./chosen.ts";
import type { Connection } from "./connection.ts";
import { holdSentence } from "./help.ts";
import { createLoop, type Loop, type LoopOptions } from "./loop.ts";
import { createPlace, type Place } from "./place.ts";
import type { Portal } from "./portal.ts";
import { type BridgePrinter, messageOf, type PrintingOptions, type QueueView } from "./types.ts";
import { createWatch, type WatchOptions } from "./watch.ts";

export type PrintingParts = {
  bridge: Bridge;
  connection: Connection;
  portal: Pick<Portal, "choose" | "forget">;
  /** The station that the page works at, over the network unless a test has another way. */
  placeOf?: (...of: Parameters<typeof createPlace>) => Place;
  onChange: () => void;
  /** What this tab chose last. */
  choices?: ChosenPrinter;
  /** Pace of the queue, if not the default. */
  pace?: Pick<LoopOptions, "spacingMs" | "answerMs"> & Pick<WatchOptions, "everyMs">;
};

const noQueue: QueueView = { entries: [], isRunning: false };

/** Printing on this workstation: printers, language and the work at its station, over one connection. */
export function createPrinting({
  bridge,
  connection,
  portal,
  placeOf = createPlace,
  onChange,
  choices = chosenHere,
  pace,
}: PrintingParts) {
  let options: PrintingOptions | undefined;
  let loop: Loop | undefined;
  let place: Place | undefined;
  let printers: BridgePrinter[] | undefined;
  let printersProblem: string | undefined;
  /** Choices of this tab, which the page's settings may have been read before. */
  let changes: PrinterChoices = choices.read();
  let isUnsaved = false;
  /** Choices that the portal has saved. */
  let saves = 0;
  const settings = (): Partial<LabelSettings> => ({
    ...options?.settings,
    ...changes,
    printers: { ...options?.settings.printers, ...changes.printers },
  });

  /** Whether the printers were listed over the current connection. */
  let isListed = false;
  /** When the chosen printer's queue last became empty. */
  let emptyAt = 0;
  /** Since when the chosen printer has been unable to print. */
  let heldSince: number | undefined;
  /** Hand-overs that the printer's queue reported as printed before the print service answered. */
  const early = new Set<string>();

  const entries = () => loop?.entries() ?? [];

  const watch = createWatch({
    bridge: {
      ...bridge,
      async listen(name) {
        const to = printer();
        if (to?.name === name) await portal.choose(name, { language: languageFor(to).language });
        await bridge.listen(name);
      },
    },
    onChange() {
      const seen = watch.view();
      if (seen?.is === "ready" && seen.jobs === 0) emptyAt = Date.now();
      noteHolds();
      onChange();
      // A station's labels wait while its printer is held.
      loop?.wake();
    },
    onPrinted(at, job) {
      const lease = leaseOf(job);
      const entry = entries().find((one) => one.lease === lease);
      if (!entry || entry.printer !== at || jobNameOf({ title: entry.title, lease }) !== job) return;
      if (entry.state === "sent" || entry.state === "unknown") notePrinted([entry]);
      else early.add(lease);
    },
    ...pace,
  });

  const notePrinted = (printed: readonly StationJob[]) =>
    loop?.note(printed, { state: "printed", hold: undefined });

  /** Why the workstation can't print now; empty if it can. A printer that is held prints what a person sends there. */
  function problem({ isOwn, notes }: Place): string {
    if (connection.state().kind !== "ready") return "The print service is not connected.";
    if (!printer()) return "No printer is chosen.";
    if (isOwn) return "";
    const queue = watch.view();
    // An unspecified problem may not concern labels: sending one will tell.
    const hold = queue?.is === "trouble" ? undefined : holdSentence(queue);
    if (hold !== undefined) return hold;
    // Without notes a closed page could not report what it had printed.
    return notes.isKept() ? "" : "The browser keeps no journal of labels.";
  }

  /** Works at a station until another one is to be worked at. */
  function workAt(next: PrintingOptions): Loop {
    const leaving = new AbortController();
    const at = placeOf(next, { signal: leaving.signal, portal });
    place = at;
    const made = createLoop({
      place: at,
      send: bridge.print,
      checkAlive: () => connection.checkAlive(),
      printer() {
        const to = printer();
        return to && facesOf(to);
      },
      problem: () => problem(at),
      onChange(some) {
        const handed = some.filter(({ state }) => state === "sent" || state === "unknown");
        notePrinted(handed.filter(({ lease }) => lease !== undefined && early.delete(lease)));
        if (handed.some(({ state, hold }) => state === "sent" && hold === undefined)) noteHolds();
        onChange();
      },
      ...pace,
    });
    void made.work(leaving.signal).then(() => {
      leaving.abort();
      onChange();
    });
    return made;
  }

  /**
   * A label sent to a printer that doesn't print remains in its queue. Of those sent earlier, the
   * number of jobs in the queue says how many remain: they were sent after it was last empty.
   */
  function noteHolds() {
    const now = watch.view();
    if (!now || !loop) return;
    const { printer: of, is, jobs } = now;
    const hold = is === "ready" ? undefined : is;
    const sent = entries()
      .filter((entry) => entry.printer === of && entry.state === "sent")
      .sort((one, other) => other.since - one.since);
    if (hold === undefined) {
      heldSince = undefined;
      return loop.note(
        sent.filter((entry) => entry.hold !== undefined),
        { state: "sent", hold },
      );
    }
    heldSince ??= Date.now();
    const since = heldSince;
    const lies = (entry: StationJob, place: number) =>
      loop?.isOwn(entry.lease) && entry.since > emptyAt && (place < jobs || entry.since >= since);
    loop.note(
      sent.filter((entry, place) => entry.hold !== hold && (entry.hold !== undefined || lies(entry, place))),
      { state: "sent", hold },
    );
  }

  /** Monitors the chosen printer's queue unless that would prompt a person. */
  function follow() {
    const state = connection.state();
    if (state.kind !== "ready") isListed = false;
    const isQuiet = state.kind === "ready" && state.signed && !state.asks;
    watch.follow(isListed && isQuiet ? printer()?.name : undefined);
    loop?.wake();
  }

  function printer(): BridgePrinter | undefined {
    const wanted = settings().printer;
    const listed = printers?.find(({ name }) => name === wanted);
    if (listed) return listed;
    // A printer used before stays chosen while the print service is away.
    if (printers === undefined) return wanted === undefined ? undefined : { name: wanted };
    return printers.length === 1 ? printers[0] : undefined;
  }

  function languageFor(of: BridgePrinter): { language: LabelLanguage; isOverridden: boolean } {
    const { language, isSet = false } = settings().printers?.[of.name] ?? {};
    // Its driver is known once it is listed.
    const isKept = language !== undefined && (isSet || printers === undefined);
    return { language: isKept ? language : languageOf(of), isOverridden: isSet };
  }

  /** What a printer's labels are rendered for. */
  function facesOf(of: BridgePrinter): PrinterFaces {
    return {
      printer: of.name,
      language: languageFor(of).language,
      media: options ? mediaFor(options.settings, of.name) : defaultMedia,
    };
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

  /** A person's choice of a printer or its language. */
  function choose(change: PrinterChoices) {
    changes = { ...changes, ...change, printers: { ...changes.printers, ...change.printers } };
    choices.save(changes);
    const to = printer();
    if (to) {
      const { language, isOverridden } = languageFor(to);
      portal
        .choose(to.name, { language, isSet: isOverridden })
        .then(
          () => {
            isUnsaved = false;
            saves += 1;
          },
          () => {
            isUnsaved = true;
          },
        )
        .finally(onChange);
    }
    follow();
    onChange();
  }

  const actions = {
    choosePrinter: (name: string) => choose({ printer: name }),
    /** Without a language, the driver's name decides again. */
    overrideLanguage(language: LabelLanguage | undefined) {
      const of = printer();
      if (!of) return;
      const isSet = language !== undefined;
      choose({
        printers: { [of.name]: { language: language ?? languageOf(of), isSet } },
      });
    },
    expect: () => loop?.expect(),
    stop: () => loop?.stop(),
    resume: () => loop?.resume(),
    /** A person's command for these labels; without a printer none is printed again. */
    command(ids: readonly string[], command: JobCommand) {
      if (command !== "again" || printer()) loop?.command(ids, command);
    },
    retry: () => void connection.connect(),
    refreshPrinters: () => void readPrinters(),
  };

  return {
    actions,
    readPrinters,
    heard: (event: QueueEvent) => watch.heard(event),
    changed() {
      follow();
      onChange();
    },
    /** The page's settings and how it saves them, and the station that it works at; called again whenever they change. */
    configure(next: PrintingOptions) {
      const isSamePlace = next.store === options?.store && next.station === options.station;
      options = next;
      if (!isSamePlace || !loop) {
        loop?.retire();
        loop = workAt(next);
      }
      follow();
      onChange();
    },
    leave() {
      if (loop) place?.leave(loop.leaving());
    },
    /** The page that worked at a station is left; a workstation's own labels go on. */
    leaveStation() {
      if (!options || isOwnId(options.station)) return;
      loop?.retire();
      loop = undefined;
    },
    /** The state of printing; a new object after every change. */
    view() {
      const to = printer();
      const of = to && languageFor(to);
      return {
        state: connection.state(),
        /** The workstation's label printers; undefined until listed. */
        printers,
        printersProblem,
        printer: to,
        /** Whether the last choice could not be saved, and how many were. */
        ...{ isUnsaved, saves },
        /** The language for the chosen printer, and whether a person set it. */
        language: of?.language,
        isLanguageOverridden: of?.isOverridden ?? false,
        /** The state of the chosen printer, if its queue reports one. */
        printerQueue: watch.view(),
        /** How the page gets on at its station, and that station's labels, newest last. */
        work: loop?.state() ?? ("starting" as const),
        queue: loop?.view() ?? noQueue,
        journal: entries(),
        /** The name of this page at its station. */
        page: place?.page ?? loadedPage,
      };
    },
  };
}

type Printing = ReturnType<typeof createPrinting>;
export type PrintingView = ReturnType<Printing["view"]>;
export type WorkstationPrinting = PrintingView & Printing["actions"];
