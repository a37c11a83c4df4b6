import { env } from "#app/env.server.ts";
import { notesNow } from "#app/http/requestNotes.server.ts";
import { log } from "#app/log.server.ts";
import { countAction, countAuditFailure } from "#app/metrics.server.ts";
import { lastingRecords } from "#app/records/portalRecords.server.ts";
import { type AuditFact, createHeads, createTrail } from "./trail.server.ts";

/** The portal's audit trail, and its heads for separate storage. */
export const trail = createTrail(lastingRecords);
export const heads = createHeads(env.SESSION_SECRET);

type AuditEvent = Pick<AuditFact, "kind" | "did" | "outcome"> &
  Partial<Pick<AuditFact, "subject" | "name" | "record" | "href" | "why">>;

/**
 * Records what the current request has done or was refused, with its user and address (audit#what). If this fails,
 * the action remains done and is logged as an error. Outside of a request nothing is recorded.
 */
export async function audit(event: AuditEvent): Promise<void> {
  const request = notesNow();
  if (!request) return;
  countAction(event.kind, event.outcome);
  const { address, correlationId, subject = "", name = "" } = request;
  const fact = {
    subject,
    name,
    record: "",
    href: "",
    why: "",
    ...event,
    at: Date.now(),
    address,
    correlationId,
  };
  try {
    const { n, hash } = await trail.append(fact);
    // With an external copy of the log one can tell whether the trail was rewritten or truncated (audit#head).
    log.info({ correlationId, line: n, head: heads.write({ n, hash }) }, "audited");
  } catch (problem) {
    countAuditFailure();
    const { did, outcome, kind } = event;
    log.error({ err: problem, correlationId, subject, kind, did, outcome }, "not written to the audit trail");
  }
}
