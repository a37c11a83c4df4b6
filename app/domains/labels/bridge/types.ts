import type { Label, LabelLanguage, Media, Priced } from "../label.ts";

/** Thrown by `within`: the work exceeded its time limit. It may still finish. */
export class TimeoutError extends Error {
  override name = "TimeoutError";
}

/** The work's result, or `TimeoutError` after `ms`. The work itself goes on; its result is then ignored. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const out = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`No answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, out]);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves after `ms`; immediately for 0. */
export const pause = (ms: number): Promise<void> =>
  ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : Promise.resolve();

export const messageOf = (problem: unknown): string =>
  problem instanceof Error ? problem.message : String(problem);

/** A printer as listed by the print service; some queues have no driver name. */
export type BridgePrinter = { name: string; driver?: string; isDefault: boolean };

/**
 * The state of the workstation's print service.
 * - `connecting`; `asks` once it takes so long that a dialog probably waits for the person
 * - `denied`: the browser's permissions deny pages access to services on this computer
 * - `absent`: nothing answers on the print service's ports
 * - `blocked`: the person, or the service's list of sites, rejected the portal
 * - `outdated`: the print service doesn't support our protocol version
 * - `refused`: the portal returned no certificate, e.g. because the session has ended
 * - `ready`; `signed` when the portal signs its requests; `asks` once it was detected that each of
 * them still prompts a person (labels#trust)
 * - `lost`: it was ready, and we are reconnecting
 */
export type BridgeState =
  | { kind: "connecting"; asks: boolean }
  | { kind: "denied" }
  | { kind: "absent" }
  | { kind: "blocked" }
  | { kind: "outdated"; version: string }
  | { kind: "refused"; message: string }
  | { kind: "ready"; signed: boolean; version: string; asks: boolean }
  | { kind: "lost" };

/** The states in which there is no connection. */
export type BridgeProblem = Extract<BridgeState, { kind: "absent" | "blocked" | "outdated" | "refused" }>;

/** The state of a printer as reported by its queue on the workstation (labels#printer-state). */
export type PrinterCondition = "ready" | "paused" | "out" | "open" | "jammed" | "offline" | "trouble";

/** A printer's queue as reported by the print service; `jobs`: number of reported jobs that have not ended. */
export type PrinterQueue = { printer: string; is: PrinterCondition; jobs: number };

/** Reasons why a printer doesn't print the jobs in its queue. */
export const holds = [
  "paused",
  "out",
  "open",
  "jammed",
  "offline",
  "trouble",
] as const satisfies PrinterCondition[];
export type Hold = (typeof holds)[number];

/**
 * States of a label. `sent`: the print service has passed the commands to the printer's queue. `printed`: that queue
 * reports the job as printed (labels#sent). `asked`: sent, and the print service prompts a person whether to print
 * it. `unknown`: sent and not answered, may have been printed. `failed` and `stopped` were not sent.
 */
export const printStates = [
  ...(["waiting", "sending", "asked", "sent", "printed"] as const),
  ...(["failed", "unknown", "stopped"] as const),
] as const;
export type PrintState = (typeof printStates)[number];

/** A label in the queue. Printer, language and media are those at the time of the request. */
export type PrintEntry = {
  id: string;
  title: string;
  label: Label;
  printer: string;
  language: LabelLanguage;
  media: Media;
  state: PrintState;
  /** Why it failed or is unknown. */
  reason?: string;
  /** What of it can't be printed as it is. */
  notices?: string[];
  /** Who printed it; undefined for a label that a station printed, or stored before this field existed. */
  by?: string | undefined;
  /** Why the printer doesn't print it, for a label in the printer's queue. */
  hold?: Hold | undefined;
  /** When its state last changed, in ms since 1970. */
  at: number;
  /** ID of the page load that printed it. */
  run: string;
  /** Whether a person has dealt with it: printed it again, or decided that it needs nothing. */
  isClosed?: boolean;
  /** The barcode of the scan that printed it (labels#scan-and-print). */
  scan?: string;
  /** Whether a person has discarded it: it no longer counts. */
  isVoid?: boolean;
  /** The price details to report to the portal once it was sent. */
  priced?: PricedIn;
  isReported?: boolean;
};

/** Where a label's price came from, in the label's store. */
export type PricedIn = Priced & { store: string };

/** The result of one attempt to send. `gone`: the connection closed. `halted`: not sent, nor will the next be. */
export type SendOutcome =
  | { kind: "sent" }
  | { kind: "failed"; reason: string }
  | { kind: "gone" }
  | { kind: "halted"; reason: string };

/**
 * One attempt to send. Call `handed` once the label can't be recalled, `asked` when the print
 * service is detected to prompt a person about it.
 */
export type Attempt = { signal: AbortSignal; handed: () => void; requested: () => void };

/** The labels of the queue in order, and why it has stopped with some waiting. */
export type QueueView = { entries: PrintEntry[]; isRunning: boolean; paused?: string };

/** One label to print, with its title in the queue; `id`: its journal ID, if it already has one. */
export type PrintJob = {
  label: Label;
  title: string;
  priced?: (Priced & { store?: string }) | undefined;
  id?: string;
  scan?: string;
};

/** The workstation's print settings. Language overrides are keyed by printer name. */
export type PrintSettings = {
  printer?: string;
  /** The printer's driver: it determines the language before the print service has listed its printers. */
  driver?: string | undefined;
  languages?: Record<string, LabelLanguage>;
  media: Media;
  /** Media of printers with settings of their own, by printer name. */
  profiles?: Record<string, Media>;
};

/** What printing needs from its page. */
export type PrintingOptions = {
  person: string | undefined;
  /** Alias of the labels' store. */
  store: string;
  settings: PrintSettings;
  saveSettings: (change: Omit<PrintSettings, "media" | "profiles">) => void;
};
