import { ediOrderFilterSaying, interchangeFilterSaying } from "#app/domains/edi/partner/lists/filters.ts";
import { controlNumbersAnchor, ediOrdersPath, interchangesPath } from "#app/domains/edi/partner/paths.ts";
import { compact } from "#app/values/compact.ts";
import { type Moment, momentOf } from "#app/values/moment.ts";
import { toText } from "#app/values/read.ts";
import { formatUnits, shorten } from "#app/values/show.ts";
import type { EdiQueueGroup, EdiQueueLine } from "#contract/ediQueue.ts";
import { ediQueueGroups } from "#contract/ediQueue.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { readNumber } from "#contract/numbers.ts";

/** One line of what is to be done: how many of what, since when, and how many of them are late. */
export type QueueLine = {
  key: string;
  title: string;
  count: string;
  oldestAt?: Moment | undefined;
  /** '2 late'; absent where none is. */
  late?: string | undefined;
  href?: string | undefined;
};
/** Lines of one kind, of one partner where they are about one. */
export type QueueGroup = { key: string; title: string; lines: QueueLine[] };
export type Queue = { groups: QueueGroup[]; unreadable: number };

const titles: Record<EdiQueueGroup, (partner: string) => string> = {
  "needs-person": () => "Needs a person",
  "owed-by-partner": (partner) => `Owed by ${partner || "the partner"}`,
  "owed-to-partner": (partner) => `Owed to ${partner || "the partner"}`,
  gaps: () => "Gaps in the control numbers",
};

/** The list that holds exactly what a line counts; undefined where no address says that. */
function hrefOf({ list, filters }: EdiQueueLine): string | undefined {
  if (list === "gaps") return controlNumbersAnchor;
  if (list === "interchanges") {
    const filter = interchangeFilterSaying(filters ?? {});
    return filter && interchangesPath(filter);
  }
  const filter = ediOrderFilterSaying(filters ?? {});
  return filter && ediOrdersPath(filter);
}

function toLine(line: EdiQueueLine): QueueLine {
  const late = readNumber(line.late_count) ?? 0;
  const title = shorten(toText(line.title), 120) || line.key;
  const partner = shorten(toText(line.partner), 80);
  return compact({
    key: line.key,
    title: line.group === "gaps" && partner !== "" ? `${title}: ${partner}` : title,
    count: formatUnits(line.count),
    oldestAt: momentOf(line.oldest_at),
    late: late > 0 ? `${formatUnits(late)} late` : undefined,
    href: hrefOf(line),
  });
}

/** What is to be done about EDI, by whose turn it is, in the fixed order (edi#landing-queue). */
export function toQueue(rows: readonly WireRow<EdiQueueLine>[]): Queue {
  const groups: QueueGroup[] = [];
  for (const group of ediQueueGroups) {
    for (const row of rows) {
      if (!row.readable || row.row.group !== group || row.row.count <= 0) continue;
      const title = titles[group](shorten(toText(row.row.partner), 80));
      const known = groups.find((one) => one.title === title);
      if (known) known.lines.push(toLine(row.row));
      else groups.push({ key: title, title, lines: [toLine(row.row)] });
    }
  }
  return { groups, unreadable: rows.filter(({ readable }) => !readable).length };
}
