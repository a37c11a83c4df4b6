import type { User } from "#app/auth/guard.server.ts";
import { toQueueLine } from "#app/domains/edi/partner/numbers/queue.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { hashOf } from "#app/http/once.server.ts";
import type { TodayLine } from "#app/today/lines.ts";
import { compact, momentOf, oldestOf, toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import type { EdiInterchange, EdiOrder } from "#contract/edi.ts";
import type { EdiQueueLine } from "#contract/ediQueue.ts";
import type { WirePage } from "#contract/envelopes.ts";
import { readNumber } from "#contract/numbers.ts";
import { summaryStateOf } from "../states.ts";
import { listEdiOrders, listInterchanges, readEdiQueue } from "./api.server.ts";
import { ediOrdersPath, ediPath, interchangesPath } from "./paths.ts";
import { ediOrderSearch, interchangeSearch } from "./search.ts";
import { isTrouble, queueLineKey, stateLineKey } from "./state.ts";

/**
 * A line of the work queue. What the partner owes needs a person once it is late: then it counts what is late. The list
 * holds only that where it can be filtered so, and else the rest as well, after the oldest (today#edi).
 */
function queueLine(row: EdiQueueLine, hasDues: boolean): TodayLine[] {
  const isTheirs = row.group === "owed-by-partner";
  const late = readNumber(row.late_count) ?? 0;
  const count = isTheirs ? late : row.count;
  if (count <= 0) return [];
  const shown = toQueueLine(row, hasDues);
  const partner = shorten(toText(row.partner), 80);
  const owner = partner === "" || row.group === "needs-person" || row.group === "gaps" ? "" : `, ${partner}`;
  const lateHref = isTheirs ? shown.late?.href : undefined;
  const href = lateHref ?? shown.href ?? ediPath;
  const dues = [shown.late?.words, shown.soon?.words].filter(Boolean).join(", ");
  const about = isTheirs ? ", late" : dues && ` (${dues})`;
  return [
    compact({
      key: queueLineKey(row.key),
      words: `${shown.title}${owner}${about}`,
      count,
      orMore: false,
      oldestAt: shown.oldestAt,
      href: href.startsWith("#") ? `${ediPath}${href}` : href,
      about:
        isTheirs && !lateHref && row.count > count
          ? "The list has the late ones first, and then the others."
          : undefined,
      revision: hashOf([row.count, row.oldest_at, row.late_count, row.due_soon_count]),
    }),
  ];
}

type Document = Pick<EdiInterchange | EdiOrder, "stream_statuses" | "updated_at" | "created_at"> & {
  id: string;
};

/** Of a service that doesn't count: what is in trouble on the first page of a list, the newest documents. */
function newestLines(
  { rows, pages }: WirePage<Document>,
  { key, words, href }: { key: "interchanges" | "orders"; words: string; href: string },
): TodayLine[] {
  const documents = rows.flatMap((row) => (row.readable ? [row.row] : []));
  const states = new Map<string, { label: string; found: Document[] }>();
  for (const document of documents) {
    const state = summaryStateOf(Object.values(document.stream_statuses ?? {}).map(({ state }) => state));
    if (!isTrouble(state.code)) continue;
    const known = states.get(state.code) ?? { label: state.label, found: [] };
    states.set(state.code, { ...known, found: [...known.found, document] });
  }
  return [...states].map(([code, { label, found }]) =>
    compact({
      key: stateLineKey(key, code),
      words: `${words}: ${label}`,
      count: found.length,
      orMore: pages > 1,
      oldestAt: oldestOf(found.map(({ updated_at, created_at }) => momentOf(updated_at ?? created_at))),
      href,
      about: "Counted among the newest documents: this service's list cannot be filtered by state.",
      revision: hashOf(found.map(({ id, updated_at }) => [id, updated_at]).sort()),
    }),
  );
}

/** What of EDI needs a person, as its own page says (today#edi). Throws ApiError. */
export async function ediToday(user: User): Promise<TodayLine[]> {
  if (await hasExtension(user, "edi-queue")) {
    const [rows, hasDues] = await Promise.all([readEdiQueue(user), hasExtension(user, "edi-due")]);
    return rows.flatMap((row) => (row.readable ? queueLine(row.row, hasDues) : []));
  }
  const [interchanges, orders] = await Promise.all([
    listInterchanges(user, interchangeSearch.every),
    listEdiOrders(user, ediOrderSearch.every),
  ]);
  return [
    ...newestLines(interchanges, { key: "interchanges", words: "interchanges", href: interchangesPath() }),
    ...newestLines(orders, { key: "orders", words: "EDI orders", href: ediOrdersPath() }),
  ];
}
