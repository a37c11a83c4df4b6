import type { Label, LabelLanguage, Media, Priced } from "../label.ts";

/** What `within` throws: the work was not done in time. It may still finish. */
export class TimeoutError extends Error {
  override name = "TimeoutError";
}

/** The work's outcome, or `TimeoutError` after `ms`. The work itself goes on; its result is then ignored. */
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

/** Resolves after `ms`, at once for 0. */
export const pause = (ms: number): Promise<void> =>
  ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : Promise.resolve();

export const messageOf = (problem: unknown): string =>
  problem instanceof Error ? problem.message : String(problem);

const dayOf = (at: number): string => new Date(at).toDateString();

/** The labels that scans printed at once today, the newest first; also of other pages of this workstation. */
export const scansOfToday = (journal: readonly PrintEntry[], now: number): PrintEntry[] =>
  journal.filter(({ scan, at }) => scan !== undefined && dayOf(at) === dayOf(now));

/** Those that count, of one code or of all: a struck one does not. */
export const countedScans = (scans: readonly PrintEntry[], code?: string): PrintEntry[] =>
  scans.filter(({ scan, isVoid }) => !isVoid && (code === undefined || scan === code));

/** What is to be done about a label that was struck: what was sent can't be called back. */
export const voidText = ({ state }: Pick<PrintEntry, "state">): string => {
  if (state === "stopped" || state === "failed") return "Void. It was not sent.";
  if (state === "asked") return "Void. Choose Block in QZ Tray, or throw the label away.";
  return "Void. It was sent already: throw the label away.";
};

/** A printer as the print service lists it; some queues name no driver. */
export type BridgePrinter = { name: string; driver?: string; isDefault: boolean };

/**
 * Where the workstation's print service stands.
 * - `connecting`; `asks` once it takes so long that a dialog probably waits for the person
 * - `denied`: the browser was told to keep pages from this computer's own services
 * - `absent`: nothing answers on the print service's ports
 * - `blocked`: the person, or the service's list of sites, turned the portal away
 * - `outdated`: the print service is older than the protocol that is spoken
 * - `refused`: the portal itself handed out no certificate, e.g. because the session has ended
 * - `ready`; `signed` when the portal vouches for its requests; `asks` once it was seen that each of them waits for a
 *   person all the same (labels#trust)
 * - `lost`: it was ready, and is being looked for again
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

/** What can stand in the way of a connection. */
export type BridgeProblem = Extract<BridgeState, { kind: "absent" | "blocked" | "outdated" | "refused" }>;

/** How a printer stands, as its queue on the workstation says (labels#printer-state). */
export type PrinterCondition = "ready" | "paused" | "out" | "open" | "jammed" | "offline" | "trouble";

/** What the print service tells of a printer's queue; `jobs`: those that it has told of and that have not ended. */
export type PrinterQueue = { printer: string; is: PrinterCondition; jobs: number };

/** What keeps a printer from printing what lies in its queue. */
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
 * What became of a label. `sent`: the print service has handed the commands to the printer's queue. `printed`: that
 * queue reports the job as printed (labels#sent). `asked` was handed over, and the print service asks a person whether to print it.
 * `unknown` was handed over and not answered: it may have been printed. `failed` and `stopped` were not sent.
 */
export const printStates = [
  ...(["waiting", "sending", "asked", "sent", "printed"] as const),
  ...(["failed", "unknown", "stopped"] as const),
] as const;
export type PrintState = (typeof printStates)[number];

/** A label on its way to a printer. The printer, language and media are those of the moment when it was asked for. */
export type PrintEntry = {
  id: string;
  title: string;
  label: Label;
  printer: string;
  language: LabelLanguage;
  media: Media;
  state: PrintState;
  /** Why it failed, or why nobody knows. */
  reason?: string;
  /** Who printed it; unknown of a label that a station printed, or from before it was kept. */
  by?: string | undefined;
  /** What keeps the printer from printing it, of a label that lies in its queue. */
  hold?: Hold | undefined;
  /** When its state last changed, in ms since 1970. */
  at: number;
  /** The page load that it was asked for in. */
  run: string;
  /** Whether a person has dealt with it: printed it again, or seen that it needs nothing. */
  isClosed?: boolean;
  /** The code whose scan printed it at once (labels#scan-and-print). */
  scan?: string;
  /** Whether a person has struck it: it counts no more. */
  isVoid?: boolean;
  /** What the portal is told of it once it was sent, and whether it was. */
  priced?: PricedIn;
  isTold?: boolean;
};

/** What a label's price was from, in the store whose label it is. */
export type PricedIn = Priced & { store: string };

/** The result of one attempt to send. `gone`: the connection closed. `halted`: not sent, nor will the next be. */
export type SendOutcome =
  | { kind: "sent" }
  | { kind: "failed"; reason: string }
  | { kind: "gone" }
  | { kind: "halted"; reason: string };

/**
 * One attempt to send. `handed` is called when nothing can call the label back any more, `asked` when it is seen that
 * the print service asks a person about it.
 */
export type Attempt = { signal: AbortSignal; handed: () => void; asked: () => void };

/** The labels of the queue, in order, and why it has stopped with some waiting. */
export type QueueView = { entries: PrintEntry[]; isRunning: boolean; paused?: string };

/** One label to print, with the name it goes by in the queue; `id`: the journal's name for it, where it has one already. */
export type PrintJob = {
  label: Label;
  title: string;
  priced?: (Priced & { store?: string }) | undefined;
  id?: string;
  scan?: string;
};

/** The workstation's settings that printing depends on. Language overrides stand under their printer's name. */
export type PrintSettings = {
  printer?: string;
  /** The printer's driver: it tells the language before the print service has listed its printers. */
  driver?: string | undefined;
  languages?: Record<string, LabelLanguage>;
  media: Media;
  /** What is in the printers that have settings of their own, by their names. */
  profiles?: Record<string, Media>;
};

/** What printing needs from the page that it is part of. */
export type PrintingOptions = {
  /** Who prints on this page. */
  person: string | undefined;
  /** The alias of the store whose labels they are. */
  store: string;
  settings: PrintSettings;
  saveSettings: (change: Omit<PrintSettings, "media" | "profiles">) => void;
};
