import type { QueueEvent } from "./bridge.ts";
import type { PrinterCondition, PrinterQueue } from "./types.ts";

export type WatchOptions = {
  bridge: {
    listen: (printer: string) => Promise<void>;
    tellQueues: () => Promise<void>;
  };
  onChange: () => void;
  /** Called with the name of a job that the printer's queue reports as printed. */
  onPrinted: (printer: string, job: string) => void;
  /** Interval between two status requests, in ms. */
  everyMs?: number;
};

/** Maps the queue's status words to a condition. The first row that contains one of the reported words wins. */
const conditions: readonly (readonly [PrinterCondition, readonly string[]])[] = [
  ["paused", ["PAUSED", "PENDING_DELETION"]],
  ["offline", ["OFFLINE", "NOT_AVAILABLE"]],
  ["open", ["DOOR_OPEN"]],
  ["out", ["PAPER_OUT"]],
  ["jammed", ["PAPER_JAM"]],
  ["trouble", ["ERROR", "USER_INTERVENTION", "NO_TONER", "OUT_OF_MEMORY"]],
  ["ready", ["OK", "PROCESSING", "PRINTING", "BUSY", "IO_ACTIVE", "WAITING", "WARMING_UP", "POWER_SAVE"]],
  ["ready", ["INITIALIZING", "MANUAL_FEED", "PAPER_PROBLEM", "TONER_LOW"]],
];

/** Job states that no longer wait: Windows reports SENT for what the printer has, printed or not. */
const over = ["COMPLETE", "SENT", "RETAINED", "CANCELED", "ABORTED", "DELETING", "DELETED"];

const conditionOf = (words: ReadonlySet<string>): PrinterCondition | undefined =>
  conditions.find(([, statusWords]) => statusWords.some((word) => words.has(word)))?.[0];

/**
 * Monitors one printer's queue as far as the print service reports it (labels#printer-state). Its events report what
 * changed but not what ended, so each event triggers, after a short delay, a request for the full state.
 */
export function createWatch({ bridge, onChange, onPrinted, everyMs = 10_000 }: WatchOptions) {
  let printer: string | undefined;
  let is: PrinterCondition | undefined;
  /** Reported jobs that have not ended. */
  let jobs = new Set<number>();
  let announced: Set<string> | undefined;
  let isAgain = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function become(next: PrinterCondition | undefined) {
    if (next === is) return;
    is = next;
    onChange();
  }

  function forget() {
    clearTimeout(timer);
    printer = undefined;
    jobs = new Set();
    become(undefined);
  }

  async function begin(of: string) {
    try {
      await bridge.listen(of);
      if (printer === of) await look(of);
    } catch {
      // Without queue reports from the print service a label stays at 'Sent'.
      if (printer === of) become(undefined);
    }
  }

  async function look(of: string) {
    clearTimeout(timer);
    if (announced) {
      isAgain = true;
      return;
    }
    const words = new Set<string>();
    announced = words;
    try {
      await bridge.tellQueues();
    } catch {
      // A lost connection is handled by the connection itself.
    } finally {
      announced = undefined;
    }
    if (printer !== of) return;
    become(conditionOf(words));
    const isWanted = isAgain;
    isAgain = false;
    if (isWanted) return look(of);
    // Another page of this workstation that closes stops the events for all pages.
    timer = setTimeout(() => void (words.size === 0 ? begin(of) : look(of)), everyMs);
  }

  function heardOfJob({ jobId, statusText, jobName }: QueueEvent, of: string) {
    const before = jobs.size;
    if (jobId !== undefined) {
      if (over.includes(statusText)) jobs.delete(jobId);
      else jobs.add(jobId);
    }
    if (statusText === "COMPLETE" && jobName !== undefined) onPrinted(of, jobName);
    if (jobs.size !== before) onChange();
  }

  return {
    view: (): PrinterQueue | undefined =>
      printer === undefined || is === undefined ? undefined : { printer, is, jobs: jobs.size },
    /** Monitors this printer's queue from now on; none where the print service would prompt a person first. */
    follow(next: string | undefined) {
      if (next === printer) return;
      forget();
      printer = next;
      if (next !== undefined) void begin(next);
    },
    /** Handles an event of the print service, whether spontaneous or requested. */
    heard(event: QueueEvent) {
      if (printer === undefined || event.printerName !== printer) return;
      if (event.eventType === "JOB") heardOfJob(event, printer);
      else if (announced) announced.add(event.statusText);
      else void look(printer);
    },
  };
}
