import { env } from "#app/env.server.ts";
import { notesNow } from "#app/http/requestNotes.server.ts";
import { log } from "#app/log.server.ts";
import { countAction, countAuditFailure } from "#app/metrics.server.ts";
import { lastingRecords } from "#app/records/portalRecords.server.ts";
import type { AuditFact } from "./entry.ts";
import { createHeads } from "./head.ts";
import { createTrail } from "./trail.server.ts";

/** The portal's audit trail, and its heads as they are kept apart. */
export const trail = createTrail(lastingRecords);
export const heads = createHeads(env.SESSION_SECRET);

type Told = Pick<AuditFact, "kind" | "did" | "outcome"> &
  Partial<Pick<AuditFact, "subject" | "name" | "record" | "href" | "why">>;

/**
 * Writes down what the request that runs now has done or was refused, with its person and address (audit#what). What
 * was done stays done where this fails: then the log has it, as an error. Outside of a request nothing is written.
 */
export async function audit(told: Told): Promise<void> {
  const request = notesNow();
  if (!request) return;
  countAction(told.kind, told.outcome);
  const { address, correlationId, subject = "", name = "" } = request;
  const fact = {
    subject,
    name,
    record: "",
    href: "",
    why: "",
    ...told,
    at: Date.now(),
    address,
    correlationId,
  };
  try {
    const { n, hash } = await trail.append(fact);
    // Whoever keeps the log elsewhere can tell by it whether the trail was rewritten or cut off (audit#head).
    log.info({ correlationId, line: n, head: heads.write({ n, hash }) }, "audited");
  } catch (problem) {
    countAuditFailure();
    const { did, outcome, kind } = told;
    log.error({ err: problem, correlationId, subject, kind, did, outcome }, "not written to the audit trail");
  }
}
