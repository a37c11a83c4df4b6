import { type AuditKind, type AuditOutcome, auditKinds, auditOutcomes } from "#app/core/audit/kinds.ts";
import { day, defineListSearch, oneOf, pageNumber, type SearchOf, typed } from "#app/core/search/search.ts";

/** Filter of the audit trail (audit#filters). */
export const auditSearch = defineListSearch({
  query: typed("q"),
  kind: oneOf("kind", ["", ...auditKinds]),
  outcome: oneOf("outcome", ["", ...auditOutcomes]),
  from: day("first"),
  to: day("last"),
  page: pageNumber(),
});
export type AuditFilter = SearchOf<typeof auditSearch>;

export const auditPath = "/audit";
export const auditListPath = (filter: Partial<AuditFilter> = {}): string =>
  `${auditPath}${auditSearch.write(filter)}`;

export const kindLabels = {
  action: "Actions",
  outcome: "Outcomes",
  session: "Sessions",
  voucher: "Vouchers",
  export: "Spreadsheets",
  print: "Print signatures",
  refusal: "Refusals",
} as const satisfies Record<AuditKind, string>;

export const outcomeLabels = {
  done: "Done",
  failed: "Failed",
  unknown: "Unknown",
  refused: "Refused",
} as const satisfies Record<AuditOutcome, string>;
