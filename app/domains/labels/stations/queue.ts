import type { LabelJob } from "../jobs.ts";
import type { ProductPrices } from "../model.ts";
import { hasBookPrice, repriced } from "../repriced.ts";
import type { Station, StationJob, StationJobState, StationWorker } from "./station.ts";

/** Maximum number of unfinished labels of a station. */
export const maxOpenJobs = 500;
/** Number of sent labels stored for review. */
const storedSentJobs = 60;
/** Longest name of a station. */
export const maxStationNameLength = 40;
/** Most stations of a store. */
export const maxStations = 20;

/** Without contact for this long, a station's page counts as away. */
export const awayMs = 20_000;
/** A label not printed within a day is dropped as outdated. */
const maxWaitMs = 24 * 3600_000;
/** A price read within this time is not read again. */
const freshMs = 60_000;
/** A label handed to a page that has been away for this long is left to a person. */
const maxHandedMs = 10 * 60_000;

const doubt = "The page that had it went away. It may have been printed.";

/** Results of a hand-over as reported by the page. `unsent`: it never reached the print service. */
export const reportKinds = ["sent", "failed", "doubtful", "unsent"] as const;
export type JobReport = { lease: string; is: (typeof reportKinds)[number]; reason: string };

/**
 * Identity and state of a station's page; `isAlone`: its browser guarantees that no other page of
 * it works at the station.
 */
export type Caller = Omit<StationWorker, "seenAt"> & { isAlone: boolean };

/** The state of a station, for those who print there. */
export type Presence = "ready" | "held" | "paused" | "away";

export function presenceOf({ worker, isPaused }: Station, now: number): Presence {
  if (!worker || now - worker.seenAt >= awayMs) return "away";
  if (isPaused) return "paused";
  return worker.problem === "" ? "ready" : "held";
}

/** Changes exactly when the pages that follow the station have to change. */
export const versionOf = (of: Station, now: number): string => `${of.version}-${presenceOf(of, now)}`;

const isOpen = ({ state }: StationJob): boolean => state !== "sent";
export const waitingOf = ({ jobs }: Station): number =>
  jobs.filter(({ state }) => state === "waiting").length;

const changed = (of: Station, jobs: StationJob[]): Station => ({ ...of, jobs, version: of.version + 1 });

const inState = (job: StationJob, state: StationJobState, now: number, reason = ""): StationJob => ({
  ...job,
  state,
  since: now,
  reason,
});

/** Puts the job back to waiting; late reports of its last hand-over are ignored. */
function waitingAgain({ lease: _lease, browser: _browser, ...job }: StationJob, now: number): StationJob {
  return inState(job, "waiting", now);
}

/** Drops labels that are too old to store or to print, and leaves those of a page that never returned to a person. */
export function tidied(of: Station, now: number): Station {
  const isStale = ({ state, askedAt }: StationJob) => state === "waiting" && now - askedAt > maxWaitMs;
  const isLost = ({ state, since }: StationJob) =>
    state === "handed" && now - Math.max(since, of.worker?.seenAt ?? 0) > maxHandedMs;
  const sent = of.jobs.filter((job) => !isOpen(job)).length;
  if (sent <= storedSentJobs && !of.jobs.some((job) => isStale(job) || isLost(job))) return of;
  let tooMany = sent - storedSentJobs;
  const jobs = of.jobs
    .filter((job) => isOpen(job) || tooMany-- <= 0)
    .map((job) => {
      if (isLost(job)) return inState(job, "doubtful", now, doubt);
      return isStale(job)
        ? inState(job, "failed", now, "It waited for a day, so it is not printed by itself.")
        : job;
    });
  return changed(of, jobs);
}

/** The labels that changed to sent. */
export const newlySent = (was: Station, is: Station): StationJob[] => {
  const before = new Set(was.jobs.flatMap(({ id, state }) => (state === "sent" ? [id] : [])));
  return is.jobs.filter(({ id, state }) => state === "sent" && !before.has(id));
};

/** Appends labels to the queue, all or none; undefined if there is no room. */
export function withJobs(
  of: Station,
  added: readonly LabelJob[],
  { by, now, newId }: { by: string; now: number; newId: () => string },
): Station | undefined {
  if (of.jobs.filter(isOpen).length + added.length > maxOpenJobs) return undefined;
  const jobs = added.map(
    ({ label, title, priced }): StationJob => ({
      id: newId(),
      ...(priced === undefined ? {} : { priced }),
      ...{ title, label, by, askedAt: now, since: now, state: "waiting", reason: "" },
    }),
  );
  return changed(of, [...of.jobs, ...jobs]);
}

/** Whether another page works at the station, so that the caller has to wait. */
export function isTaken({ worker }: Station, { page, browser, isAlone }: Caller, now: number): boolean {
  if (!worker || worker.page === page) return false;
  if (worker.browser === browser && isAlone) return false;
  return now - worker.seenAt < awayMs;
}

/**
 * Records the page that works at the station now. Labels handed to another browser may have been
 * printed there: they are never resent automatically. Those handed to an earlier page of the same
 * browser are reported from that browser's journal.
 */
export function withWorker(of: Station, { isAlone: _, ...caller }: Caller, now: number): Station {
  const before = of.worker;
  const worker = { ...caller, seenAt: now };
  const isOther = ({ state, browser }: StationJob) => state === "handed" && browser !== caller.browser;
  if (of.jobs.some(isOther)) {
    const jobs = of.jobs.map((job) => (isOther(job) ? inState(job, "doubtful", now, doubt) : job));
    return changed({ ...of, worker }, jobs);
  }
  const isSame =
    before?.page === worker.page && before.printer === worker.printer && before.problem === worker.problem;
  return isSame ? { ...of, worker } : changed({ ...of, worker }, of.jobs);
}

/** Clears the station's worker if it is this page. */
export function withoutWorker(of: Station, page: string): Station {
  const { worker, ...left } = of;
  return worker?.page === page ? changed(left, of.jobs) : of;
}

/** Applies the reports of hand-overs; outdated ones change nothing. */
export function withReports(of: Station, reports: readonly JobReport[], now: number): Station {
  const byLease = new Map(reports.map((report) => [report.lease, report]));
  let isChanged = false;
  const jobs = of.jobs.map((job) => {
    const report = job.lease === undefined ? undefined : byLease.get(job.lease);
    const isAwaited = job.state === "handed" || job.state === "doubtful";
    if (!report || !isAwaited || report.is === job.state) return job;
    isChanged = true;
    return report.is === "unsent" ? waitingAgain(job, now) : inState(job, report.is, now, report.reason);
  });
  return isChanged ? changed(of, jobs) : of;
}

const nextOf = ({ isPaused, jobs }: Station): StationJob | undefined =>
  isPaused ? undefined : jobs.find(({ state }) => state === "waiting");

const hasTruePrice = (job: StationJob, now: number): boolean =>
  !hasBookPrice(job) || now - (job.pricedAt ?? job.askedAt) < freshMs;

/** The barcode whose price is read before the next label is handed over; undefined if it is known. */
export function barcodeToPrice(of: Station, now: number): string | undefined {
  const next = nextOf(of);
  return next && !hasTruePrice(next, now) ? next.priced?.barcode : undefined;
}

/** Prices just read of a product, for the labels of these barcodes. */
export type ReadPrices = { barcodes: readonly string[]; product: ProductPrices | undefined };

/** The waiting labels at the prices of now: one whose price has changed is left to a person (labels#true-price). */
export function withPrices(of: Station, { barcodes, product }: ReadPrices, now: number): Station {
  const jobs = of.jobs.map((job): StationJob => {
    const isMeant = job.state === "waiting" && barcodes.includes(job.priced?.barcode ?? "");
    if (!isMeant) return job;
    const { job: next, change } = repriced(job, product);
    if (change === undefined) return { ...job, pricedAt: now };
    const why = `Its price has changed since it was asked for. ${change}.`;
    return inState({ ...(next ?? job), pricedAt: now }, "failed", now, why);
  });
  return changed(of, jobs);
}

/** Hands the next waiting label to a page under the lease that the page has chosen; idempotent per lease. */
export function withClaim(
  of: Station,
  { lease, browser, now }: { lease: string; browser: string; now: number },
): { station: Station; job: StationJob | undefined } {
  const held = of.jobs.find((job) => job.lease === lease);
  if (held) return { station: of, job: held.state === "handed" ? held : undefined };
  const next = nextOf(of);
  if (!next || !hasTruePrice(next, now)) return { station: of, job: undefined };
  const job = { ...inState(next, "handed", now), lease, browser };
  return {
    station: changed(
      of,
      of.jobs.map((one) => (one === next ? job : one)),
    ),
    job,
  };
}

/** Hand-overs to a browser without a report yet. */
export const leasesOf = ({ jobs }: Station, browser: string): string[] =>
  jobs.flatMap((job) =>
    job.state === "handed" && job.browser === browser && job.lease !== undefined ? [job.lease] : [],
  );

/** A person's commands for one label of the queue. */
export const jobCommands = ["came", "again", "remove"] as const;
export type JobCommand = (typeof jobCommands)[number];

/** Whether a command applies to a label in this state; otherwise it does nothing. */
export const allows = ({ state }: Pick<StationJob, "state">, command: JobCommand): boolean =>
  ({
    again: state === "failed" || state === "doubtful",
    came: state === "doubtful",
    remove: state === "waiting" || state === "failed",
  })[command];

/** Applies a person's command to a label; undefined if it no longer applies. */
export function withCommand(
  of: Station,
  id: string,
  command: JobCommand,
  { by, now }: { by: string; now: number },
): Station | undefined {
  const found = of.jobs.find((job) => job.id === id);
  if (!found || !allows(found, command)) return undefined;
  const others = of.jobs.filter((job) => job !== found);
  if (command === "remove") return changed(of, others);
  // Requested again: its day starts again, at the end of the queue.
  if (command === "again") {
    const again = { ...waitingAgain(found, now), by, askedAt: now, pricedAt: found.pricedAt ?? 0 };
    return changed(of, [...others, again]);
  }
  const seen = inState(found, "sent", now, `${by} saw that it came out.`);
  return changed(
    of,
    of.jobs.map((job) => (job === found ? seen : job)),
  );
}

/** A station can be closed once no label is waiting or doubtful. */
export const canEnd = ({ jobs }: Station): boolean =>
  jobs.every(({ state }) => state === "sent" || state === "failed");
