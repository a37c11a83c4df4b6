import type { AuditKind, AuditOutcome } from "#app/audit/kinds.ts";

export const kindLabels = {
  action: "Actions",
  session: "Sessions",
  voucher: "Vouchers",
  export: "Spreadsheets",
  refusal: "Refusals",
} as const satisfies Record<AuditKind, string>;

export const outcomeLabels = {
  done: "Done",
  failed: "Failed",
  unknown: "Unknown",
  refused: "Refused",
} as const satisfies Record<AuditOutcome, string>;
