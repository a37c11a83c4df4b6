import { type ExoJobCode, manualDetailsStep } from "#contract/exoJobs.ts";
import type { StoredReference } from "#platform/database/schema/exos.ts";
import { later, type Note, note } from "#platform/domains/history.ts";
import type { ReturnReply, ReturnRequest } from "#platform/outside/returns.ts";
import { jobAfter, jobAt, type ReturnJob, referenceFact } from "./jobs.ts";
import {
  type ExoEffect,
  isKnownStatus,
  isRunning,
  jobsNote,
  type MovingExo,
  moved,
  type PlatformMove,
  triage,
} from "./rules.ts";

/** After this many busy answers in a row a job has failed. */
export const returnRetryLimit = 5;

// In paces: how long an awaited event may take before the return is stalled, and then stale.
const stalledAfter = 30;
const staleAfter = 150;

/** Big Commerce customers get an email at the end; other stores have no such email yet. */
const completeEmailTypes = ["bigcommerce"];

/** An EXO's current job; undefined when it is at none. */
export const currentJob = ({ status, stream, step }: MovingExo): ReturnJob | undefined =>
  isRunning(status) && status !== "new" ? jobAt(stream, step) : undefined;

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;

/** The return's instruction to a simulated company: its own script, in `exchange.Simulated`. */
export function scriptFor({ document }: MovingExo, code: ExoJobCode): string | undefined {
  const word = fieldOf(fieldOf(document.exchange, "Simulated"), code);
  return typeof word === "string" ? word : undefined;
}

/** The current job's outside request; undefined without one. */
export function requestOf(exo: MovingExo, job: ReturnJob, at: Date): ReturnRequest | undefined {
  const isMailless = job.code === "send-return-complete-email" && !completeEmailTypes.includes(exo.storeType);
  if (!job.company || isMailless) return undefined;
  return {
    key: `${exo.id}/${job.code}/${exo.refusals}`,
    company: job.company,
    job: job.code,
    exoId: exo.id,
    exoName: exo.name,
    orderId: exo.originalOrderId,
    raNumber: exo.raNumber,
    consignmentId: referenceFact(exo.referenceList, "return-consignment", "consignment_id"),
    email: exo.emailAddress,
    refusals: exo.refusals,
    retries: exo.retries,
    since: exo.stepSince ?? at,
    at,
    script: scriptFor(exo, job.code),
  };
}

function referenceFor(
  exo: MovingExo,
  job: ReturnJob,
  facts: Record<string, string>,
  at: Date,
): StoredReference | undefined {
  const draft = job.leaves?.(facts, exo);
  if (!draft) return undefined;
  const id = `${job.code}-${exo.referenceList.length + 1}`;
  return { id, ...draft, uri: draft.uri ?? null, created_at: at.toISOString() };
}

function started(exo: MovingExo, job: ReturnJob, at: Date, pace: number): ExoEffect {
  return {
    exo: { ...exo, step: job.code, refusals: 0, retries: 0, stepSince: at, stepAt: later(at, pace) },
    notes: [jobsNote("process:jobs", job)],
  };
}

function ended(exo: MovingExo, move: PlatformMove, step: string): ExoEffect {
  return { exo: { ...moved(exo, move), step, retries: 0, stepAt: null }, notes: [] };
}

function failed(exo: MovingExo, job: ReturnJob, code: string, words: string): ExoEffect {
  return {
    exo: { ...moved(exo, "jobFailed"), refusals: exo.refusals + 1, retries: 0, stepAt: null },
    notes: [note(code, `${job.name} failed`, { job: job.code, message: words })],
  };
}

function toManual(exo: MovingExo, reason: Note, at: Date, pace: number): ExoEffect {
  const ticket = jobAt("return/manual", "create-helpdesk-return-ticket");
  if (!ticket) throw new Error("The manual stream lacks its ticket");
  const { exo: next, notes } = started({ ...exo, stream: "return/manual" }, ticket, at, pace);
  return { exo: moved(next, "goesOn"), notes: [reason, ...notes] };
}

function triaged(exo: MovingExo, job: ReturnJob, at: Date, pace: number): ExoEffect {
  const availability = triage(exo.document, exo.emailAddress);
  switch (availability.kind) {
    case "unprocessable":
      return failed(exo, job, "process:failure:unprocessable", "There is no exchange document");
    case "invalid":
      return failed(exo, job, "triage:failure:exchange-validation", availability.problems.join("; "));
    case "manual": {
      const effect = toManual(exo, note("triage:manual-return", availability.reason), at, pace);
      return { ...effect, notes: [jobsNote("process:jobs-done", job), ...effect.notes] };
    }
    case "automatic": {
      const message =
        availability.items === 1 ? "1 item comes back" : `${availability.items} items come back`;
      return done({ ...exo, stream: "return/automatic" }, job, {}, message, at, pace);
    }
  }
}

/** The history entries of a finished job, besides that it is finished. */
function successNote(exo: MovingExo, job: ReturnJob, message: string, at: Date): Note[] {
  if (job.code === "send-return-complete-email" && !requestOf(exo, job, at)) {
    const words = `No mail is sent for ${exo.storeType} stores`;
    return [note("return-complete-email:not-implemented", words, { job: job.code })];
  }
  if (job.code === "apply-return-credit") {
    const words = "No credit is applied by this job; a person credits the customer";
    return [note(job.success, words, { job: job.code })];
  }
  return message ? [note(job.success, message, { job: job.code })] : [];
}

function done(
  exo: MovingExo,
  job: ReturnJob,
  facts: Record<string, string>,
  message: string,
  at: Date,
  pace: number,
): ExoEffect {
  const move = exo.status === "active" ? "goesOn" : "eventCame";
  const raNumber = facts.ra_number ?? exo.raNumber;
  const reference = referenceFor({ ...exo, raNumber }, job, facts, at);
  const referenceList = reference ? [...exo.referenceList, reference] : exo.referenceList;
  const finished: MovingExo = { ...moved(exo, move), raNumber, referenceList };
  const notes = [...successNote(exo, job, message, at), jobsNote("process:jobs-done", job)];
  const next = jobAfter(exo.stream, job.code);
  const effect = next
    ? started(finished, next, at, pace)
    : exo.stream === "return/manual"
      ? ended(finished, "ticketIsOpen", manualDetailsStep.code)
      : ended(finished, "isFinished", job.code);
  return { exo: effect.exo, notes: [...notes, ...effect.notes] };
}

/** A long wait is checked at growing intervals: a tenth of the time waited so far. */
function lookAgain(exo: MovingExo, waited: number, at: Date, pace: number): MovingExo {
  return { ...exo, retries: 0, stepAt: later(at, Math.max(pace, waited / 10)) };
}

function pending(exo: MovingExo, job: ReturnJob, words: string, at: Date, pace: number): ExoEffect {
  const waited = at.getTime() - (exo.stepSince ?? at).getTime();
  const meta = { job: job.code, message: words };
  if (exo.status === "active") {
    return { exo: lookAgain(moved(exo, "hasToWait"), waited, at, pace), notes: [] };
  }
  if (exo.status === "passive" && waited >= stalledAfter * pace) {
    const stalled = lookAgain(moved(exo, "eventIsOverdue"), waited, at, pace);
    return { exo: stalled, notes: [note("process:stalled", `${job.name} is overdue`, meta)] };
  }
  if (exo.status === "stalled" && waited >= staleAfter * pace) {
    const stale = { ...moved(exo, "eventStaysAway"), stepAt: null };
    return { exo: stale, notes: [note("process:stale", `${job.name} is given up`, meta)] };
  }
  return { exo: lookAgain(exo, waited, at, pace), notes: [] };
}

function busy(exo: MovingExo, job: ReturnJob, words: string, at: Date, pace: number): ExoEffect {
  const retries = exo.retries + 1;
  if (retries > returnRetryLimit) {
    const effect = failed(exo, job, job.failure, `${words}; tried ${retries} times`);
    // Nothing was refused: the next request is the same one.
    return { ...effect, exo: { ...effect.exo, refusals: exo.refusals } };
  }
  const wait = pace * 2 ** retries;
  const message = `${words}; try ${retries + 1} of ${returnRetryLimit + 1} follows`;
  return {
    exo: { ...exo, retries, stepAt: later(at, wait) },
    notes: [
      note(job.failure, `${job.name}: no answer`, { job: job.code, message }),
      jobsNote("process:jobs", job),
    ],
  };
}

/**
 * An EXO at a job after the outside company's reply; a job without a request has no reply. `pace` is the time between
 * two jobs, in milliseconds; every other time is a multiple of it.
 */
export function afterReply(
  exo: MovingExo,
  job: ReturnJob,
  reply: ReturnReply | undefined,
  at: Date,
  pace: number,
): ExoEffect {
  if (job.code === "triage") return triaged(exo, job, at, pace);
  if (!reply) return done(exo, job, {}, "", at, pace);
  switch (reply.kind) {
    case "done":
      return done(exo, job, reply.facts, reply.message, at, pace);
    case "pending":
      return job.waits ? pending(exo, job, reply.message, at, pace) : busy(exo, job, reply.message, at, pace);
    case "busy":
      return busy(exo, job, reply.message, at, pace);
    case "charged": {
      // Only a new shipment has a price.
      if (job.code !== "create-return-shipment") return failed(exo, job, job.failure, reply.message);
      const reason = note("return-shipment:non-free", reply.message, { job: job.code });
      return toManual(exo, reason, at, pace);
    }
    case "unknown":
      return failed(exo, job, "return-shipment:update:notfound", reply.message);
    case "refused": {
      const reference = reply.facts && referenceFor(exo, job, reply.facts, at);
      const referenceList = reference ? [...exo.referenceList, reference] : exo.referenceList;
      return failed({ ...exo, referenceList }, job, job.failure, reply.message);
    }
  }
}

/** An EXO after its job threw: it is retried like one with a busy company. */
export function afterBreak(
  exo: MovingExo,
  job: ReturnJob,
  code: ReturnJob["failure"],
  error: unknown,
  at: Date,
  pace: number,
): ExoEffect {
  const words = error instanceof Error ? error.message : String(error);
  return busy(exo, { ...job, failure: code }, words, at, pace);
}

/** An EXO that is due without being at a job: a new one is triaged, others are postponed. */
export function withoutJob(exo: MovingExo, at: Date, pace: number): ExoEffect {
  const background = { ...exo, stepAt: null };
  const triageJob = jobAt("return", "triage");
  if (exo.status === "new" && triageJob) {
    const { exo: next, notes } = started({ ...exo, stream: "return" }, triageJob, at, pace);
    return {
      exo: moved(next, "isTakenUp"),
      notes: [note("process:run", "Processing begins"), ...notes],
    };
  }
  if (isRunning(exo.status)) {
    const words = `The platform knows no step '${exo.step}' in the stream '${exo.stream}'`;
    const stuck = { ...moved(exo, "jobFailed"), stepAt: null };
    return { exo: stuck, notes: [note("process:failure:no-matching-jobs", words)] };
  }
  if (isKnownStatus(exo.status)) {
    const words = `A return that is '${exo.status}' is not processed`;
    return { exo: background, notes: [note("process:skip:code-unprocessable", words)] };
  }
  const words = `The platform knows no status '${exo.status}'`;
  return { exo: background, notes: [note("process:failure:code-not-recognised", words)] };
}
