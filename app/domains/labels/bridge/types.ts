import type { LabelSettings } from "../forms.ts";
import type { Hold } from "../labelStates.ts";
import type { TurnAnswer } from "../stations/queue.ts";
import type { StationJob } from "../stations/station.ts";

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

export const messageOf = (problem: unknown): string =>
  problem instanceof Error ? problem.message : String(problem);

/** A printer as listed by the print service; some queues have no driver name. */
export type BridgePrinter = { name: string; driver?: string };

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

export type BridgeProblem = Extract<BridgeState, { kind: "absent" | "blocked" | "outdated" | "refused" }>;

/** The state of a printer as reported by its queue on the workstation (labels#printer-state). */
export type PrinterCondition = "ready" | Hold;

/** A printer's queue as reported by the print service; `jobs`: number of reported jobs that have not ended. */
export type PrinterQueue = { printer: string; is: PrinterCondition; jobs: number };

/** A label on its way to the print service, under the name of its hand-over, as the portal wrote and signed it. */
export type Sending = Pick<TurnAnswer, "signed"> & {
  printer: string;
  lease: string;
  title: string;
  /** In base64. */
  commands: string;
};

/**
 * The result of one attempt to send. `gone`: the connection had closed before the label left; `dropped`: after that.
 * `halted`: not sent, nor will the next be.
 */
export type SendOutcome =
  | { kind: "sent" }
  | { kind: "failed"; reason: string }
  | { kind: "gone" }
  | { kind: "dropped" }
  | { kind: "halted"; reason: string };

/** The labels of the queue in order, and why it has stopped with some waiting. */
export type QueueView = { entries: StationJob[]; isRunning: boolean; paused?: string };

export type PrintingOptions = {
  store: string;
  /** The station that the page works at. */
  station: string;
  settings: LabelSettings;
};
