import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { trail } from "#app/core/audit/audit.server.ts";
import { auditLines } from "#app/core/audit/tables.ts";
import type { AuditLine } from "#app/core/audit/trail.server.ts";
import { env } from "#app/core/env.server.ts";
import { comparable } from "#contract/typedText.ts";
import { type AuditRow, auditRow } from "./columns.ts";
import { type AuditFilter, auditSearch } from "./paths.ts";

/** Midnight at the beginning of a day, or of the one after it, in the time zone of the pages. */
const midnight = (day: string, later: 0 | 1): SQL =>
  sql`((${day}::date + ${later}::int)::timestamp at time zone ${env.TIME_ZONE})`;

const conditionOf = ({ query, kind, outcome, from, to }: AuditFilter): SQL =>
  and(
    sql`true`,
    kind === "" ? undefined : eq(auditLines.kind, kind),
    outcome === "" ? undefined : eq(auditLines.outcome, outcome),
    from === undefined ? undefined : gte(auditLines.at, midnight(from, 0)),
    to === undefined ? undefined : lt(auditLines.at, midnight(to, 1)),
    query === "" ? undefined : sql`strpos(${auditLines.searchText}, ${comparable(query)}) > 0`,
  ) ?? sql`true`;

const toRow = ({ n, entry, problem }: AuditLine): AuditRow => auditRow.parse({ ...entry, n, problem });

/** One page of the matching lines, newest first. */
export async function readAuditPage(filter: AuditFilter, pageSize: number) {
  const skipped = (filter.page - 1) * pageSize;
  if (!auditSearch.isFiltered(filter)) {
    const from = (await trail.newest()) - skipped;
    const lines = await trail.readDown(from, Math.max(1, from - pageSize + 1));
    return { rows: lines.map(toRow), hasNext: from > pageSize };
  }
  const { lines, hasNext } = await trail.readMatching(conditionOf(filter), pageSize, skipped);
  return { rows: lines.map(toRow), hasNext };
}
