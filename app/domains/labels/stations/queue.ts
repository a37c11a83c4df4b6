import type { ProductPrices } from "../batchRecord.ts";
import { type LabelJob, priceChange, wasPrice } from "../jobs.ts";
import { isOfPress, isSent, type PrintState } from "../labelStates.ts";
import type { AskedLabel, Command, JobCommand, JobReport, SentTurn, Station, StationJob } from "./station.ts";

/** Maximum number of unfinished labels of a station: more than a whole batch. */
export const maxOpenJobs = 2_000;
const storedJobs = 300;
export const maxStations = 20;

/** Without contact for this long, a station's page counts as away. */
export const awayMs = 20_000;
/** A label not printed within a day is dropped as outdated. */
const maxWaitMs = 24 * 3600_000;
/** A price read within this time is not read again; where nobody is signed in, who could read it, it lasts longer. */
const freshMs = 60_000;
const unattendedMs = 10 * 60_000;
/** A label handed to a page that has been away for this long is left to a person. */
const maxHandedMs = 10 * 60_000;

const doubt = "The page that had it went away. It may have been printed.";
export const unsentReason = "The page was closed before this label was sent.";

/** Every workstation is a station: one that nobody opened is its browser's own, and is in no list. */
export const isOwnId = (id: string): boolean => /^own\w{8,64}$/.test(id);

export const newStation = (id: string, name = "This workstation"): Station => ({
  ...{ id, name, isPaused: false, version: 0, jobs: [] },
});

export type Presence = "ready" | "held" | "paused" | "away";

export function presenceOf({ worker, isPaused }: Station, now: number): Presence {
  if (!worker || now - worker.seenAt >= awayMs) return "away";
  if (isPaused) return "paused";
  return worker.problem === "" ? "ready" : "held";
}

/** Changes exactly when the pages that follow the station have to change. */
export const versionOf = (of: Station, now: number): string => `${of.version}-${presenceOf(of, now)}`;

const isFinished = (job: StationJob): boolean => isSent(job) || job.isClosed === true;
export const waitingOf = ({ jobs }: Station): number =>
  jobs.filter(({ state }) => state === "waiting").length;

/** With these labels: those that are other ones than before are of a new version. */
function changed(of: Station, jobs: readonly StationJob[]): Station {
  const before = new Set(of.jobs);
  const version = of.version + 1;
  return { ...of, version, jobs: jobs.map((job) => (before.has(job) ? job : { ...job, version })) };
}

function withEach(of: Station, to: (job: StationJob) => StationJob): Station {
  const jobs = of.jobs.map(to);
  return jobs.some((job, at) => job !== of.jobs[at]) ? changed(of, jobs) : of;
}

const inState = (job: StationJob, state: PrintState, now: number, reason = ""): StationJob => ({
  ...{ ...job, state, since: now, reason },
});

/** Drops labels that are too old to store or to print, and leaves those of a page that never returned to a person. */
export function tidied(of: Station, now: number): Station {
  let tooMany = of.jobs.filter(isFinished).length - storedJobs;
  const left = tooMany > 0 ? of.jobs.filter((job) => !isFinished(job) || tooMany-- <= 0) : of.jobs;
  return withEach(left === of.jobs ? of : changed(of, left), (job) => {
    const { state, since, askedAt } = job;
    if (state === "sending" && now - Math.max(since, of.worker?.seenAt ?? 0) > maxHandedMs)
      return inState(job, "unknown", now, doubt);
    return state === "waiting" && now - askedAt > maxWaitMs
      ? inState(job, "failed", now, "It waited for a day, so it is not printed by itself.")
      : job;
  });
}

/** Whether a label counts as printed: not one that lies in the queue of a printer that doesn't print, or is void. */
const counts = (job: StationJob): boolean => isSent(job) && job.hold === undefined && !job.isVoid;

/** The labels that count as printed now, and did not before; and those that did, and were discarded since. */
export function newlyPrinted(
  before: Station,
  after: Station,
): { sent: StationJob[]; discarded: StationJob[] } {
  const printedBefore = new Set(before.jobs.filter(counts).map(({ id }) => id));
  return {
    sent: after.jobs.filter((job) => counts(job) && !printedBefore.has(job.id)),
    discarded: after.jobs.filter(({ id, isVoid }) => isVoid && printedBefore.has(id)),
  };
}

/** Appends labels to the queue, all or none, each once; undefined if there is no room. */
export function withJobs(
  of: Station,
  asked: readonly AskedLabel[],
  { by, now, page }: { by: string; now: number; page?: string | undefined },
): Station | undefined {
  const jobIds = new Set(of.jobs.map(({ id }) => id));
  const added = asked.filter(({ id }) => !jobIds.has(id));
  if (added.length === 0) return of;
  if (of.jobs.filter((job) => !isFinished(job)).length + added.length > maxOpenJobs) return undefined;
  const fields = { by, page, askedAt: now, since: now, state: "waiting", reason: "", version: 0 } as const;
  return changed(of, [...of.jobs, ...added.map((one): StationJob => ({ ...one, ...fields }))]);
}

/** Whether another page works at the station, so that the caller has to wait. */
function isTaken({ worker }: Station, { page, browser, isAlone }: Turn, now: number): boolean {
  if (!worker || worker.page === page) return false;
  if (worker.browser === browser && isAlone) return false;
  return now - worker.seenAt < awayMs;
}

/**
 * Records the page that works at the station now. Labels handed to another browser may have been
 * printed there: they are never resent automatically. Those handed to an earlier page of the same
 * browser are reported by that browser's notes. What waited at a workstation for a page that is gone is not sent by
 * itself (labels#unsent).
 */
function withWorker(of: Station, { page, browser, printer, problem = "" }: Turn, now: number): Station {
  const before = of.worker;
  const worker = { page, browser, printer, problem, seenAt: now };
  const isLeft = isOwnId(of.id) && before?.page !== page;
  const next = withEach({ ...of, worker }, (job) => {
    if (job.state === "sending" && job.browser !== browser) return inState(job, "unknown", now, doubt);
    return isLeft && job.state === "waiting" && job.page !== page
      ? inState(job, "stopped", now, unsentReason)
      : job;
  });
  const isSame =
    before?.page === page && before.printer?.printer === printer?.printer && before.problem === problem;
  return isSame || next.version !== of.version ? next : changed(next, next.jobs);
}

function withoutWorker(of: Station, page: string): Station {
  const { worker, ...left } = of;
  return worker?.page === page ? changed(left, of.jobs) : of;
}

/** Applies the reports of hand-overs; outdated ones change nothing. */
function withReports(of: Station, reports: readonly JobReport[], now: number): Station {
  const byLease = new Map(reports.map((report) => [report.lease, report]));
  return withEach(of, (job) => {
    const report = job.lease === undefined ? undefined : byLease.get(job.lease);
    if (!report) return job;
    const { is, reason, hold } = report;
    if (job.state === "sending" || job.state === "unknown") {
      if (is === job.state) return job;
      if (is !== "waiting") return { ...inState(job, is, now, reason), hold };
      // Late reports of this hand-over are ignored.
      const { lease: _lease, browser: _browser, ...back } = job;
      return inState(back, is, now);
    }
    // The printer's queue says more of what was sent.
    const isMore = job.state === "sent" && (is === "printed" || (is === "sent" && hold !== job.hold));
    return isMore ? { ...job, state: is, hold } : job;
  });
}

const nextOf = ({ isPaused, jobs }: Station): StationJob | undefined =>
  isPaused ? undefined : jobs.find(({ state }) => state === "waiting");

/** Whether a label carries the price of a book: a typed one, or a label of no product, stays as it is. */
const hasBookPrice = ({ label, priced }: Pick<LabelJob, "label" | "priced">): boolean =>
  priced !== undefined && priced.barcode !== "" && priced.price === label.price;

/**
 * A label at the price of now (labels#true-price), and what has changed, in words. `product` as just read; without
 * one, or without a price, there is no such label.
 */
export function repriced<Job extends LabelJob>(
  job: Job,
  product: ProductPrices | undefined,
): { job?: Job; change?: string } {
  const { label, title, priced } = job;
  if (!priced || !hasBookPrice(job)) return { job };
  if (!product) return { change: `${title}: no product has its barcode any more` };
  const { text: price, book = "" } = product.price;
  if (price === "") return { change: `${title}: no price book has a price any more` };
  const was = wasPrice(product, priced.wasBook, price);
  const change = priceChange(label, { price, was });
  if (change === undefined) return { job };
  return {
    job: { ...job, label: { ...label, price, was }, priced: { ...priced, book, price } },
    change: `${title}: ${change}`,
  };
}

const hasTruePrice = (job: StationJob, now: number, ms = freshMs): boolean =>
  !hasBookPrice(job) || now - (job.pricedAt ?? job.askedAt) < ms;

/** The barcode whose price is read before the next label is handed over; undefined if it is known. */
export function barcodeToPrice(of: Station, now: number): string | undefined {
  const next = nextOf(of);
  return next && !hasTruePrice(next, now) ? next.priced?.barcode : undefined;
}

/** Prices just read of a product, for the labels of these barcodes. */
export type ReadPrices = { barcodes: readonly string[]; product: ProductPrices | undefined };

/** Where nobody can read prices, a label that has waited for long is left to a person, and the next one prints. */
const withoutOldPrices = (of: Station, now: number): Station =>
  withEach(of, (job) =>
    job.state !== "waiting" || hasTruePrice(job, now, unattendedMs)
      ? job
      : inState(job, "failed", now, "Its price could not be read again: nobody is signed in at the station."),
  );

/** The waiting labels at the prices of now: one whose price has changed is left to a person (labels#true-price). */
export const withPrices = (of: Station, { barcodes, product }: ReadPrices, now: number): Station =>
  withEach(of, (job) => {
    const isMeant = job.state === "waiting" && barcodes.includes(job.priced?.barcode ?? "");
    if (!isMeant) return job;
    const { job: next, change } = repriced(job, product);
    if (change === undefined) return { ...job, pricedAt: now };
    const why = `Its price has changed since it was asked for. ${change}.`;
    return inState({ ...(next ?? job), pricedAt: now }, "failed", now, why);
  });

/** Hands the next waiting label to a page under the lease that the page has chosen; idempotent per lease. */
function withClaim(
  of: Station,
  { lease, browser, printer, isUnattended, noticesOf }: Turn & { lease: string },
  now: number,
): { station: Station; job: StationJob | undefined } {
  const leased = of.jobs.find((job) => job.lease === lease);
  if (leased) return { station: of, job: leased.state === "sending" ? leased : undefined };
  const next = nextOf(of);
  if (!next || !hasTruePrice(next, now, isUnattended ? unattendedMs : freshMs))
    return { station: of, job: undefined };
  const given = { lease, browser, printer: printer?.printer };
  const job = { ...inState(next, "sending", now), ...given, notices: noticesOf?.(next) };
  return { station: withEach(of, (one) => (one === next ? job : one)), job };
}

/** Whether a command applies to a label in this state; otherwise it does nothing. */
export const allows = (
  job: Pick<StationJob, "state" | "hold" | "isClosed" | "isVoid">,
  command: JobCommand,
): boolean => {
  const { state, isClosed = false, isVoid = false } = job;
  const isUnsent = (state === "failed" || state === "stopped") && !isClosed;
  const isDoubtful = state === "unknown" && !isClosed;
  return {
    again: isUnsent || isDoubtful || (isSent(job) && job.hold === undefined),
    came: isDoubtful,
    remove: isUnsent || state === "waiting",
    void: !isVoid,
  }[command];
};

/** Applies a person's command to a label; undefined if it no longer applies. */
export function withCommand(
  of: Station,
  { id, command, as = "" }: Command,
  { by, now, page }: { by: string; now: number; page?: string | undefined },
): Station | undefined {
  const found = of.jobs.find((job) => job.id === id);
  if (!found || !allows(found, command)) return undefined;
  const put = (to: StationJob) => withEach(of, (job) => (job === found ? to : job));
  const unwaiting = found.state === "waiting" ? inState(found, "stopped", now) : found;
  switch (command) {
    case "again": {
      const { title, label, priced, pricedAt = 0 } = found;
      // Requested again: its day starts again, at the end of the queue, and its price is read anew.
      const queued = { by, page, askedAt: now, pricedAt, since: now, state: "waiting", reason: "" } as const;
      const again: StationJob = { id, title, label, priced, ...queued, version: 0 };
      if (!isSent(found)) return changed(of, [...of.jobs.filter((job) => job !== found), again]);
      const isKnown = as === "" || of.jobs.some((job) => job.id === as);
      return isKnown ? undefined : changed(of, [...of.jobs, { ...again, id: as }]);
    }
    case "came":
      return put(inState(found, "sent", now, `${by} saw that it came out.`));
    case "remove":
      return put({ ...unwaiting, isClosed: true });
    case "void":
      return put({ ...unwaiting, isVoid: true, isClosed: found.state !== "sending" });
  }
}

/** What was asked for by these presses, and may have been printed, is dealt with. */
export const withoutDoubtful = (of: Station, presses: readonly string[]): Station =>
  withEach(of, (job) =>
    job.state === "unknown" && isOfPress(job.id, presses) ? { ...job, isClosed: true } : job,
  );

/** A command for each label that was asked for by these presses, and was not sent. */
export const withUnsent = (
  of: Station,
  presses: readonly string[],
  command: "again" | "remove",
  who: { by: string; now: number; page?: string | undefined },
): Station =>
  of.jobs
    .filter((job) => isOfPress(job.id, presses) && !isSent(job) && job.state !== "unknown")
    .reduce((current, { id }) => withCommand(current, { id, command }, who) ?? current, of);

/** A station can be closed once no label is waiting or doubtful. */
export const canEnd = ({ jobs }: Station): boolean =>
  jobs.every((job) => isFinished(job) || !["waiting", "sending", "unknown"].includes(job.state));

/** A turn of a station's page, and what the portal knows. */
export type Turn = SentTurn & {
  /** The prices that were read for the next label. */
  prices?: ReadPrices | undefined;
  by?: string;
  /** Nobody is signed in, who could read a price. */
  isUnattended?: boolean;
  /** What of a label the page's printer can't print as it is. */
  noticesOf?: (job: StationJob) => string[];
};

export type TurnAnswer = {
  is: "working" | "taken";
  job?: StationJob | undefined;
  version: string;
  /** The labels that have changed since the version that the page has, and the version that it has now. */
  jobs: StationJob[];
  revision: number;
  /** Why the portal hands nothing over. */
  refused?: string | undefined;
  /** The label's commands for the page's printer, in base64. */
  commands?: string;
  /** The signature of the label's print request, and the time in it; undefined if the portal signs nothing. */
  signed?: { timestamp: number; signature: string } | undefined;
};

export const fullText = `Nothing was sent: ${maxOpenJobs} labels are the most that may wait.`;

/** A turn of a station's page: it reports on its labels, and may take the next. */
export function withTurn(before: Station, turn: Turn, now: number): { station: Station; answer: TurnAnswer } {
  const { page, reports = [], lease, prices, by = "", since = -1, commands = [] } = turn;
  const isAway = turn.isGuest || turn.leaves || isTaken(before, turn, now);
  // Reports count even from a page that was replaced in the meantime.
  let next = withReports(isAway ? before : withWorker(before, turn, now), reports, now);
  for (const command of commands) next = withCommand(next, command, { by, now, page }) ?? next;
  if (turn.isStopped)
    next = withEach(next, (job) => (job.state === "waiting" ? inState(job, "stopped", now) : job));
  if (prices) next = withPrices(next, prices, now);
  let job: StationJob | undefined;
  if (turn.isUnattended) next = withoutOldPrices(next, now);
  if (lease !== undefined && !isAway) ({ station: next, job } = withClaim(next, { ...turn, lease }, now));
  if (turn.leaves) next = withoutWorker(next, page);
  const answer: TurnAnswer = {
    is: isAway ? "taken" : "working",
    job,
    version: versionOf(next, now),
    jobs: next.jobs.filter((one) => one.version > since),
    revision: next.version,
  };
  return { station: next, answer };
}
