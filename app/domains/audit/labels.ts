import type { AuditKind, AuditOutcome } from "#app/audit/kinds.ts";

/** The kinds of lines, as a filter names them. */
export const kindLabels = {
  action: "Actions",
  session: "Sessions",
  voucher: "Vouchers",
  export: "Spreadsheets",
  refusal: "Refusals",
} as const satisfies Record<AuditKind, string>;

/** What came of it, in a word. */
export const outcomeLabels = {
  done: "Done",
  failed: "Failed",
  unknown: "Unknown",
  refused: "Refused",
} as const satisfies Record<AuditOutcome, string>;
