import { Counter } from "prom-client";
import { registry } from "#app/core/metrics.server.ts";
import { type AuditKind, type AuditOutcome, auditKinds, auditOutcomes } from "./kinds.ts";

const registers = [registry];

const lines = new Counter({
  name: "portal_actions_total",
  help: "What was written down in the audit trail, by kind and outcome",
  labelNames: ["kind", "outcome"],
  registers,
});
const failures = new Counter({
  name: "portal_audit_failures_total",
  help: "Lines that could not be written to the audit trail; the log has them",
  registers,
});

// Prometheus sees no increase in the first sample of a series: alerts need an initial zero.
for (const kind of auditKinds) for (const outcome of auditOutcomes) lines.inc({ kind, outcome }, 0);

export const countAction = (kind: AuditKind, outcome: AuditOutcome): void => lines.inc({ kind, outcome });

export const countAuditFailure = (): void => failures.inc();
