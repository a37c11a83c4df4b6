import { setImmediate as breathe } from "node:timers/promises";
import { trail } from "#app/audit/audit.server.ts";
import type { AuditEntry, AuditLine } from "#app/audit/trail.server.ts";
import { requireMay } from "#app/auth/guard.server.ts";
import { env } from "#app/env.server.ts";
import { defineSheet, readOwn } from "#app/sheets/defineSheet.server.ts";
import { numberedPages, type SheetChoices, sheetSearch } from "#app/sheets/sheetChoices.ts";
import { zonedFormats } from "#app/ui/text/time.ts";
import { containsText } from "#contract/typedText.ts";
import { type AuditRow, auditRow, auditSheetPageSize, auditSheetPlan } from "./columns.ts";
import { type AuditFilter, auditListPath, auditSearch } from "./paths.ts";

export const auditSheet = defineSheet({
  what: "audit-trail",
  plan: auditSheetPlan,
  choice: sheetSearch,
  guard: ({ request }) => requireMay(request, "audit"),
  filterOf: ({ url }) => auditSearch.read(url),
  listPath: (_, filter) => auditListPath(filter),
  rowsOf: (_, filter) => ({
    subject: "portal",
    options: { timeZone: env.TIME_ZONE },
    pageSize: auditSheetPageSize,
    onlyGrows: true,
    pagesPerSlice: 1,
    readPage: async (page, read) =>
      readOwn((await readAuditPage({ ...filter, page }, auditSheetPageSize)).rows, read),
  }),
});

export const auditSheetChoices = (filter: AuditFilter): SheetChoices =>
  numberedPages(filter, auditSheetPageSize, "lines", auditListPath, " at 1,000 lines a page");

/** Maximum lines searched per request: of a longer trail only the newest within the days are searched. */
export const maxSearched = 20_000;
const batchSize = 200;

const dayFormat = zonedFormats("en-CA", { year: "numeric", month: "2-digit", day: "2-digit" });
/** '2026-11-20', in the time zone of the pages. */
const dayOf = ({ at }: AuditEntry): string => dayFormat(env.TIME_ZONE).format(at);

function matches({ entry }: AuditLine, { query, kind, outcome, from }: AuditFilter): boolean {
  // An unreadable line matches every filter: damage must not hide anything.
  if (!entry) return true;
  if (kind !== "" && entry.kind !== kind) return false;
  if (outcome !== "" && entry.outcome !== outcome) return false;
  if (from !== undefined && dayOf(entry) < from) return false;
  const { name, did, record, why, address, subject, correlationId } = entry;
  const text = [name, did, record, why, address, subject, correlationId].join("\n");
  return containsText(text, query);
}

/** The newest line of a day or earlier: lines are in time order. */
async function lastLineBy(day: string, last: number): Promise<number> {
  let [low, high] = [0, last];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const [line] = await trail.readDown(middle, middle);
    if (line?.entry && dayOf(line.entry) > day) high = middle - 1;
    else low = middle;
  }
  return low;
}

const toRow = ({ n, entry, problem }: AuditLine): AuditRow => auditRow.parse({ ...entry, n, problem });

/** One page of the matching lines, newest first; `cut` if only a part of the trail was searched. */
export async function readAuditPage(filter: AuditFilter, pageSize: number) {
  const newest = await trail.newest();
  const start = filter.to === undefined ? newest : await lastLineBy(filter.to, newest);
  const skipped = (filter.page - 1) * pageSize;
  if (!auditSearch.isFiltered({ ...filter, to: undefined })) {
    const from = start - skipped;
    const lines = await trail.readDown(from, Math.max(1, from - pageSize + 1));
    return { rows: lines.map(toRow), hasNext: from > pageSize, cut: false };
  }
  const found: AuditRow[] = [];
  const end = Math.max(1, start - maxSearched + 1);
  for (let from = start; from >= end && found.length <= skipped + pageSize; from -= batchSize) {
    const lines = await trail.readDown(from, Math.max(end, from - batchSize + 1));
    found.push(...lines.filter((line) => matches(line, filter)).map(toRow));
    await breathe();
  }
  const hasNext = found.length > skipped + pageSize;
  return { rows: found.slice(skipped, skipped + pageSize), hasNext, cut: !hasNext && end > 1 };
}
