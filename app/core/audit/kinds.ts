/**
 * What is recorded: actions on records, what became of them, sign-ins and sessions, voucher look-ups, spreadsheets, signatures of print
 * requests, refusals (audit#what).
 */
export const auditKinds = ["action", "outcome", "session", "voucher", "export", "print", "refusal"] as const;
export type AuditKind = (typeof auditKinds)[number];

/** The result; `unknown` if the service never responded. */
export const auditOutcomes = ["done", "failed", "unknown", "refused"] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];
