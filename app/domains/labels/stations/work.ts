import { holdSentence } from "../bridge/help.ts";
import type { LabelPrinting } from "../bridge/island.ts";
import type { PrintState } from "../bridge/types.ts";
import type { Label } from "../label.ts";
import type { JobReport } from "./queue.ts";

/** The state of printing on the station's workstation. */
export type WorkPrinting = Pick<
  LabelPrinting,
  | "state"
  | "printer"
  | "language"
  | "media"
  | "printerQueue"
  | "queue"
  | "journal"
  | "journalProblem"
  | "print"
>;

/** The page's report to the station. */
export type WorkEvent = {
  printer: string;
  paper: Pick<WorkPrinting, "language" | "media">;
  problem: string;
  lease: string | undefined;
  reports: JobReport[];
};

/** The station's response. `lost`: no response; `out`: a redirect, or the station doesn't exist. */
export type Answer =
  | { is: "working"; job?: { label: Label; title: string } | undefined; open: string[]; version: string }
  | { is: "taken" }
  | { is: "lost" }
  | { is: "out" };

/** `news`: printing here has progressed. `rest`: it is time to poll the station. */
export type News = "news" | "rest";

export type WorkState = "starting" | "working" | "held" | "taken" | "lost" | "out";

/** The report for a label's state in the journal; undefined while in progress. */
const outcomes = {
  ...{ waiting: undefined, sending: undefined, asked: undefined },
  ...{ sent: "sent", printed: "sent", failed: "failed", unknown: "doubtful", stopped: "unsent" },
} as const satisfies Record<PrintState, JobReport["is"] | undefined>;

/** The same for hand-overs to an earlier page of this browser, which will report nothing more. */
const leftBehind: Record<PrintState, JobReport["is"]> = {
  ...outcomes,
  ...{ waiting: "unsent", sending: "doubtful", asked: "doubtful" },
};

/** Why the workstation can't print now; empty if it can. */
function problemAt({ state, printer, printerQueue, queue, journalProblem }: WorkPrinting): string {
  if (state.kind !== "ready") return "The print service is not connected.";
  if (!printer) return "No printer is chosen.";
  if (queue.paused !== undefined) return queue.paused;
  // An unspecified problem may not concern labels: sending one will tell.
  const hold = printerQueue?.is === "trouble" ? undefined : holdSentence(printerQueue);
  if (hold !== undefined) return hold;
  // Without a journal a closed page could not report what it had printed.
  return journalProblem === undefined ? "" : "The browser keeps no journal of labels.";
}

export type WorkParts = {
  printing: () => WorkPrinting | undefined;
  ask: (event: WorkEvent) => Promise<Answer>;
  newId: () => string;
  /** Whether no other page of this browser works at the station. */
  isAlone: () => boolean;
  /** Resolves when there may be news here or at the station, or after a while. */
  whenNews: (about: { version: string | undefined; isPrinting: boolean }) => Promise<News>;
  onState: (state: WorkState) => void;
};

/** Report for a label that was handed to this page and not started. */
const asked = { is: "unsent", reason: "" } as const;
const doubt = "Nothing is known of it here. It may have been printed.";

/**
 * Works at a station: takes one label at a time, passes it to the print service under its lease,
 * and reports the result. A request without a response is repeated under the same lease, so that a
 * label is neither lost nor handed over twice.
 */
export async function workAt(parts: WorkParts, signal: AbortSignal): Promise<void> {
  const { printing, ask, newId, isAlone, whenNews, onState } = parts;
  /** Lease of the label in progress here. */
  let current: string | undefined;
  /** Lease of an unanswered request for a label. */
  let pending: string | undefined;
  let reports: JobReport[] = [];
  let version: string | undefined;
  let because: News = "rest";
  const own = new Set<string>();

  const queued = ({ queue }: WorkPrinting, id: string) => queue.entries.find((one) => one.id === id);
  const entryOf = (at: WorkPrinting, id: string) => queued(at, id) ?? at.journal.find((one) => one.id === id);

  function settle(at: WorkPrinting) {
    if (current === undefined) return;
    const entry = entryOf(at, current);
    const is = entry && outcomes[entry.state];
    // In the queue of a printer that doesn't print it is still in progress.
    if (!entry || is === undefined || (is === "sent" && entry.hold !== undefined)) return;
    // A person stopped it here: it would be handed out again at once.
    const stopped =
      is === "unsent" ? { is: "failed" as const, reason: "It was stopped at the station." } : {};
    reports.push({ lease: current, is, reason: entry.reason ?? "", ...stopped });
    current = undefined;
  }

  /** The local state of hand-overs that the station expects a report for. */
  function tellOf(at: WorkPrinting, open: readonly string[]) {
    for (const lease of open) {
      if (own.has(lease) || reports.some((report) => report.lease === lease)) continue;
      const event = lease === pending ? asked : earlier(at, lease);
      if (lease === pending) pending = undefined;
      if (event) reports.push({ lease, ...event });
    }
  }

  /** A label of an earlier page of this browser, or of this page before the person navigated away. */
  function earlier(at: WorkPrinting, lease: string): Pick<JobReport, "is" | "reason"> | undefined {
    const entry = entryOf(at, lease);
    if (!entry) return { is: "doubtful", reason: doubt };
    const is = queued(at, lease) ? outcomes[entry.state] : leftBehind[entry.state];
    // Another page may still be open and send its waiting labels.
    const isSure = isAlone() || entry.state !== "waiting";
    return is && { is: isSure ? is : "doubtful", reason: entry.reason ?? "" };
  }

  while (!signal.aborted) {
    const at = printing();
    if (!at) {
      await whenNews({ version: undefined, isPrinting: true });
      continue;
    }
    settle(at);
    if (current !== undefined && because === "news") {
      because = await whenNews({ version, isPrinting: true });
      continue;
    }
    const problem = problemAt(at);
    const canTake = current === undefined && problem === "" && !at.queue.isRunning;
    if (canTake) pending ??= newId();
    const event = reports;
    const lease = canTake ? pending : undefined;
    const { printer, language, media } = at;
    const paper = { language, media };
    const answer = await ask({ printer: printer?.name ?? "", paper, problem, lease, reports: event });
    if (signal.aborted) return;
    if (answer.is === "out") return onState("out");
    if (answer.is !== "working") {
      onState(answer.is);
      version = undefined;
      await whenNews({ version, isPrinting: true });
      continue;
    }
    reports = reports.filter((report) => !event.includes(report));
    version = answer.version;
    onState(problem === "" ? "working" : "held");
    const now = printing() ?? at;
    tellOf(now, answer.open);
    if (lease !== undefined) pending = undefined;
    if (lease !== undefined && answer.job) {
      own.add(lease);
      current = lease;
      if (!now.print([{ ...answer.job, id: lease }])) {
        reports.push({ lease, ...asked });
        current = undefined;
      }
    }
    if (reports.length === 0) because = await whenNews({ version, isPrinting: current !== undefined });
  }
}
