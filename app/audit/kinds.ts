/** What is written down: actions on records, sign-ins and sessions, vouchers looked up, spreadsheets, refusals (audit#what). */
export const auditKinds = ["action", "session", "voucher", "export", "refusal"] as const;
export type AuditKind = (typeof auditKinds)[number];

/** What came of it; `unknown` where the service's answer never came. */
export const auditOutcomes = ["done", "failed", "unknown", "refused"] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];
