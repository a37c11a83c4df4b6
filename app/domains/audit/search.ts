import { auditKinds, auditOutcomes } from "#app/audit/kinds.ts";
import { defineSearch, type SearchOf } from "#app/search/defineSearch.ts";
import { oneOf, pageNumber, text } from "#app/search/fields.ts";

const day = (name: string) => text(name, { like: /^\d{4}-\d\d-\d\d$/ });

/** What the audit trail is filtered by (audit#filters). */
export const auditSearch = defineSearch({
  query: text("q"),
  kind: oneOf("kind", ["", ...auditKinds]),
  outcome: oneOf("outcome", ["", ...auditOutcomes]),
  from: day("first"),
  to: day("last"),
  page: pageNumber(),
});
export type AuditFilter = SearchOf<typeof auditSearch>;
