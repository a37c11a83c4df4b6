import { database, seal } from "#app/core/database/database.server.ts";
import { env } from "#app/core/env.server.ts";
import { ApiError } from "#app/core/http/apiError.server.ts";
import { notesNow } from "#app/core/http/requestNotes.server.ts";
import { log } from "#app/core/log.server.ts";
import { lockDirectory } from "#database/directoryLock.ts";
import { countAction, countAuditFailure } from "./metrics.server.ts";
import { createSpool } from "./spool.server.ts";
import { type AuditEntry, type AuditFact, createHeads, createTrail } from "./trail.server.ts";

/** The portal's audit trail, its heads for separate storage, and what waits on this machine to be written into it. */
export const trail = createTrail(database, env.SESSION_SECRET);
export const heads = createHeads(env.SESSION_SECRET);
export const spool = createSpool(env.AUDIT_SPOOL_DIR, seal);

type AuditEvent = Pick<AuditFact, "kind" | "did" | "outcome"> &
  Partial<Pick<AuditFact, "subject" | "name" | "record" | "href" | "why" | "submission">>;

function factOf(event: AuditEvent): AuditFact {
  // Without the gate, as under `remix-serve`, nobody says who asks.
  const {
    address,
    correlationId,
    subject = "",
    name = "",
  } = notesNow() ?? { address: "", correlationId: "" };
  const texts = { record: "", href: "", why: "" };
  return { subject, name, ...texts, ...event, at: Date.now(), address, correlationId };
}

async function append(fact: AuditFact): Promise<AuditEntry> {
  const entry = await trail.append(fact);
  const { n, hash } = entry;
  // With an external copy of the log one can tell whether the trail was rewritten or truncated (audit#head).
  log.info({ correlationId: fact.correlationId, line: n, head: heads.write({ n, hash }) }, "audited");
  return entry;
}

function logFailure(
  problem: unknown,
  { correlationId, subject, kind, did, outcome }: AuditFact,
  words: string,
) {
  countAuditFailure();
  log.error({ err: problem, correlationId, subject, kind, did, outcome }, words);
}

/**
 * Records what the current request has done or was refused, with its user and address (audit#what). What is done stays
 * done: where the line cannot be written now, it is written later (audit#late). Outside of a request nothing is recorded.
 */
export async function audit(event: AuditEvent): Promise<void> {
  if (!notesNow()) return;
  countAction(event.kind, event.outcome);
  const fact = factOf(event);
  try {
    await append(fact);
  } catch (problem) {
    try {
      await spool.add({ ...fact, why: fact.why ? `${fact.why} (${writtenLater})` : writtenLater });
      logFailure(problem, fact, "not written to the audit trail yet");
      drainLater(retryMs);
    } catch (full) {
      logFailure(new AggregateError([problem, full]), fact, "not written to the audit trail");
    }
  }
}

const writtenLater = "written later";

/**
 * Records what the current request is about to hand out: rows, a balance, a signature. Resolves to the number of its
 * line, which is to go with it. Throws a 503 page if there is no such line: then nothing is handed out (audit#first).
 */
export async function auditFirst(event: AuditEvent): Promise<number> {
  const fact = factOf(event);
  try {
    const { n } = await append(fact);
    countAction(event.kind, event.outcome);
    return n;
  } catch (problem) {
    logFailure(problem, fact, "not handed out: not written to the audit trail");
    throw new ApiError({
      statusLine: "Service Unavailable",
      code: 503,
      message: "This cannot be written to the audit trail just now, so nothing was handed out.",
      advice: "Try again in a minute. If it keeps happening, give support the reference.",
      correlationId: fact.correlationId,
    });
  }
}

const retryMs = 30_000;
let isPlanned = false;

/**
 * Holds what waits on this machine as it is during `work`: several processes may share the folder. Throws an Error in
 * words while another one holds it.
 */
export async function withSpool<Result>(work: () => Promise<Result>): Promise<Result> {
  const release = await lockDirectory(`${env.AUDIT_SPOOL_DIR}.lock`);
  return work().finally(release);
}

async function drain(): Promise<void> {
  if ((await spool.waiting()).length > 0) await withSpool(() => spool.drain(append));
}

/** Writes what waits on this machine, in `ms` and then until nothing waits any more. */
export function drainLater(ms: number): void {
  if (isPlanned) return;
  isPlanned = true;
  setTimeout(() => {
    isPlanned = false;
    drain().catch((problem: unknown) => {
      log.error({ err: problem }, "lines of the audit trail still wait to be written");
      drainLater(retryMs);
    });
  }, ms).unref();
}
