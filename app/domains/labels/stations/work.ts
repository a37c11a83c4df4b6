import { holdSentence } from "../bridge/help.ts";
import type { LabelPrinting } from "../bridge/island.ts";
import type { PrintState } from "../bridge/types.ts";
import type { Label } from "../label.ts";
import type { JobReport } from "./queue.ts";

/** What the station's page knows of printing on its workstation. */
export type WorkPrinting = Pick<
  LabelPrinting,
  "state" | "printer" | "printerQueue" | "queue" | "journal" | "journalProblem" | "print"
>;

/** What the page tells the station. */
export type Told = { printer: string; problem: string; lease: string | undefined; reports: JobReport[] };

/** What the station answers. `lost`: nothing came back; `out`: it leads elsewhere, or there is no such station. */
export type Answer =
  | { is: "working"; job?: { label: Label; title: string } | undefined; open: string[]; version: string }
  | { is: "taken" }
  | { is: "lost" }
  | { is: "out" };

/** `news`: printing here has come further. `rest`: it is time to ask the station. */
export type News = "news" | "rest";

export type WorkState = "starting" | "working" | "held" | "taken" | "lost" | "out";

/** What a label's state in the journal says of its hand-over; undefined while it is under way. */
const outcomes: Record<PrintState, JobReport["is"] | undefined> = {
  waiting: undefined,
  sending: undefined,
  asked: undefined,
  sent: "sent",
  printed: "sent",
  failed: "failed",
  unknown: "doubtful",
  stopped: "unsent",
};

/** Of hand-overs to an earlier page of this browser, of which no more will come. */
const leftBehind: Record<PrintState, JobReport["is"]> = {
  ...{ waiting: "unsent", sending: "doubtful", asked: "doubtful", sent: "sent", printed: "sent" },
  ...{ failed: "failed", unknown: "doubtful", stopped: "unsent" },
};

/** Why the workstation can print no label now; empty where it can. */
function problemAt({ state, printer, printerQueue, queue, journalProblem }: WorkPrinting): string {
  if (state.kind !== "ready") return "The print service is not connected.";
  if (!printer) return "No printer is chosen.";
  if (queue.paused !== undefined) return queue.paused;
  // What is amiss without a name may be of another matter: a label then tells.
  const hold = printerQueue?.is === "trouble" ? undefined : holdSentence(printerQueue);
  if (hold !== undefined) return hold;
  // Without a journal a page that went away could not tell what it had printed.
  return journalProblem === undefined ? "" : "The browser keeps no journal of labels.";
}

export type WorkParts = {
  printing: () => WorkPrinting | undefined;
  ask: (told: Told) => Promise<Answer>;
  newId: () => string;
  /** Whether no other page of this browser works at the station. */
  isAlone: () => boolean;
  /** Resolves when there may be something new, here or at the station, or after a while. */
  whenNews: (about: { version: string | undefined; isPrinting: boolean }) => Promise<News>;
  onState: (state: WorkState) => void;
};

/** Of a label that was handed over to this page, which has not begun it. */
const asked = { is: "unsent", reason: "" } as const;
const doubt = "Nothing is known of it here. It may have been printed.";

/**
 * Works at a station: takes one label at a time, hands it to the print service under the lease that it was taken with,
 * and tells what became of it. A question that got no answer is asked again under the same lease, so that a label that
 * was handed over is not lost, and not handed over twice.
 */
export async function workAt(parts: WorkParts, signal: AbortSignal): Promise<void> {
  const { printing, ask, newId, isAlone, whenNews, onState } = parts;
  /** The label on its way here. */
  let current: string | undefined;
  /** The name under which a label was asked for without an answer. */
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
    // In the queue of a printer that does not print it is still on its way.
    if (!entry || is === undefined || (is === "sent" && entry.hold !== undefined)) return;
    // A person stopped it here: it would be next again at once.
    const stopped =
      is === "unsent" ? { is: "failed" as const, reason: "It was stopped at the station." } : {};
    reports.push({ lease: current, is, reason: entry.reason ?? "", ...stopped });
    current = undefined;
  }

  /** What is known here of hand-overs that the station still waits to hear of. */
  function tellOf(at: WorkPrinting, open: readonly string[]) {
    for (const lease of open) {
      if (own.has(lease) || reports.some((report) => report.lease === lease)) continue;
      const told = lease === pending ? asked : earlier(at, lease);
      if (lease === pending) pending = undefined;
      if (told) reports.push({ lease, ...told });
    }
  }

  /** A label of an earlier page of this browser, or of this page before a person looked at another one. */
  function earlier(at: WorkPrinting, lease: string): Pick<JobReport, "is" | "reason"> | undefined {
    const entry = entryOf(at, lease);
    if (!entry) return { is: "doubtful", reason: doubt };
    const is = queued(at, lease) ? outcomes[entry.state] : leftBehind[entry.state];
    // Another page may live after all, and send what it has waiting.
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
    const told = reports;
    const lease = canTake ? pending : undefined;
    const answer = await ask({ printer: at.printer?.name ?? "", problem, lease, reports: told });
    if (signal.aborted) return;
    if (answer.is === "out") return onState("out");
    if (answer.is !== "working") {
      onState(answer.is);
      version = undefined;
      await whenNews({ version, isPrinting: true });
      continue;
    }
    reports = reports.filter((report) => !told.includes(report));
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
