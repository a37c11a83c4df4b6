import { ediOrderFilter, interchangeFilter } from "#app/domains/edi/partner/lists/filters.ts";
import { controlNumbersAnchor, ediOrdersPath, interchangesPath } from "#app/domains/edi/partner/paths.ts";
import { dueOf } from "#app/domains/edi/partner/state.ts";
import { ageOf, compact, formatUnits, momentOf, shorten, toText } from "#app/values/values.ts";
import type { EdiDue } from "#contract/ediPartner.ts";
import type { EdiQueueGroup, EdiQueueLine } from "#contract/ediQueue.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { readNumber } from "#contract/numbers.ts";

const titles: Record<EdiQueueGroup, (partner: string) => string> = {
  "needs-person": () => "Needs a person",
  "owed-by-partner": (partner) => `Owed by ${partner || "the partner"}`,
  "owed-to-partner": (partner) => `Owed to ${partner || "the partner"}`,
  gaps: () => "Gaps in the control numbers",
};

/** The list of exactly the counted records, or of those that are `due`; undefined if no URL expresses that. */
function hrefOf({ list, filters }: EdiQueueLine, due?: EdiDue): string | undefined {
  if (list === "gaps") return controlNumbersAnchor;
  const wanted = { ...filters, ...(due && { due }) };
  if (list === "interchanges") {
    const filter = interchangeFilter.fromCall(wanted);
    return filter && interchangesPath(filter);
  }
  const filter = ediOrderFilter.fromCall(wanted);
  return filter && ediOrdersPath(filter);
}

const dueWords: Record<EdiDue, string> = { late: "late", hour: "due in the next hour" };
const countOf = (value: unknown): number => readNumber(value) ?? 0;

/** A line as shown; `hasDues`: this service's lists can filter by due time (edi#due-filter). */
export function toQueueLine(line: EdiQueueLine, hasDues: boolean) {
  const title = shorten(toText(line.title), 120) || line.key;
  const partner = shorten(toText(line.partner), 80);
  // The link leads to the list of exactly these, if the service can filter by it.
  const dueCount = (due: EdiDue, count: number) =>
    count > 0
      ? {
          words: `${formatUnits(count)} ${dueWords[due]}`,
          href: hasDues ? hrefOf(line, due) : undefined,
        }
      : undefined;
  const now = Date.now();
  return compact({
    key: line.key,
    title: line.group === "gaps" && partner !== "" ? `${title}: ${partner}` : title,
    count: formatUnits(line.count),
    oldestAt: momentOf(line.oldest_at),
    late: dueCount("late", countOf(line.late_count)),
    soon: dueCount("hour", countOf(line.due_soon_count)),
    /** Since when the first one is late, and when the next one is due; absent if the service doesn't say. */
    lateSince: dueOf(line.late_since, line.due_time_zone, now),
    nextDue: dueOf(line.next_due_at, line.due_time_zone, now),
    href: hrefOf(line),
  });
}
export type QueueLine = ReturnType<typeof toQueueLine>;

/**
 * The urgency of a line, most urgent first: late, due in the next hour, needs a person, owed later,
 * gaps; within one kind by the first due time, or else by the oldest record.
 */
function urgencyOf(line: EdiQueueLine): readonly [kind: number, at: number] {
  const oldest = ageOf(momentOf(line.oldest_at));
  const next = momentOf(line.next_due_at);
  if (countOf(line.late_count) > 0) {
    const since = momentOf(line.late_since);
    return [0, since === undefined ? oldest : ageOf(since)];
  }
  if (countOf(line.due_soon_count) > 0) return [1, ageOf(next)];
  if (line.group === "needs-person") return [2, oldest];
  if (line.group === "gaps") return [4, oldest];
  return [3, next === undefined ? oldest : ageOf(next)];
}

/** The readable, non-empty lines, most urgent first (edi#urgency). */
const byUrgency = (rows: readonly WireRow<EdiQueueLine>[]): EdiQueueLine[] =>
  rows
    .flatMap((row) => (row.readable && row.row.count > 0 ? [{ line: row.row, of: urgencyOf(row.row) }] : []))
    // Lines without a readable time come first within their kind; two of them are equal, where a
    // difference would be NaN.
    .sort(({ of: [kind, at] }, { of: [otherKind, otherAt] }) => kind - otherKind || at - otherAt || 0)
    .map(({ line }) => line);

/** The EDI work queue by who has to act next, sections and lines by urgency (edi#landing-queue). */
export function toQueue(rows: readonly WireRow<EdiQueueLine>[], hasDues: boolean) {
  const groups = new Map<string, { key: string; title: string; lines: QueueLine[] }>();
  for (const line of byUrgency(rows)) {
    const title = titles[line.group](shorten(toText(line.partner), 80));
    const group = groups.get(title) ?? { key: title, title, lines: [] };
    group.lines.push(toQueueLine(line, hasDues));
    groups.set(title, group);
  }
  return { groups: [...groups.values()], unreadable: rows.filter(({ readable }) => !readable).length };
}
export type Queue = ReturnType<typeof toQueue>;
