import { callPortalApi } from "#app/core/api/api.server.ts";
import { hasExtension } from "#app/core/api/extensions.server.ts";
import { requireMay, type User } from "#app/core/auth/guard.server.ts";
import { bulkRow } from "#app/core/commands/bulk.server.ts";
import type { BulkKind } from "#app/core/commands/bulkKind.server.ts";
import { hashOf } from "#app/core/http/once.server.ts";
import { readable } from "#app/core/lists/listed.ts";
import type { RecordRef } from "#app/core/records/record.ts";
import type { TodayLine } from "#app/core/records/todayLine.ts";
import { compact, momentOf, oldestOf, shorten, toText } from "#app/core/values/values.ts";
import { toQueueLine } from "#app/domains/edi/partner/numbers/landing.server.ts";
import { type Finder, type Found, nonEmpty, once, unreadIn } from "#app/features/find/finder.server.ts";
import type { Hit } from "#app/features/find/hits.ts";
import { names, type ParsedSearch } from "#app/features/find/parsedSearch.ts";
import { pagedCount, viewList } from "#app/features/views/viewList.server.ts";
import type { RecordKind } from "#app/screens/recordKind.server.ts";
import { type EdiQueueLine, getEdiQueue } from "#contract/ediQueue.ts";
import { readNumber } from "#contract/numbers.ts";
import { processingStates } from "#contract/processing.ts";
import { directionLabel } from "../codes.ts";
import { documentStateOf } from "../states.ts";
import { ediCommand } from "./commands.server.ts";
import {
  type DocumentKind,
  type DocumentTypes,
  type EdiOrderTypes,
  ediOrderKind,
  type InterchangeTypes,
  interchangeKind,
  isTrouble,
  queueLineKey,
  stateLineKey,
} from "./documents.server.ts";
import { orderPartnerOf } from "./offers.ts";
import { ediPath } from "./paths.ts";

/** What can be a number of EDI: no record of another kind by its looks. */
const numberIn = ({ code, exoName, raNumber }: ParsedSearch): string | undefined =>
  exoName || raNumber || (code ?? "").length < 2 ? undefined : code;

/** What reads like the name of a file. */
const fileNameIn = ({ text }: ParsedSearch): string | undefined =>
  /^[^\s@]+\.[a-z]{2,5}$/i.test(text) ? text : undefined;

type Searching<T extends DocumentTypes> = Pick<Finder, "kind" | "label" | "by"> & {
  /** Whether it can be a document of the kind at all. */
  isFor(parsed: ParsedSearch): boolean;
  /** The filters that find it; `hasMore`: the service has the additional ones. */
  filtersOf(parsed: ParsedSearch, hasMore: boolean): Partial<T["filter"]>[];
  toHit(row: T["row"], parsed: ParsedSearch): Hit;
};

/** Finds what the first pages of the filters hold, each record once; `more` leads to the list of the first that is cut. */
function finderOf<T extends DocumentTypes>(
  kind: DocumentKind<T>,
  { isFor, filtersOf, toHit, ...finder }: Searching<T>,
): Finder {
  const { search, list } = kind.paths;
  async function find(user: User, parsed: ParsedSearch): Promise<Found> {
    const hasMore = await hasExtension(user, "edi-desk");
    const filters = filtersOf(parsed, hasMore);
    const pages = await Promise.all(filters.map((filter) => kind.list(user, { ...search.every, ...filter })));
    const full = pages.findIndex((page) => page.pages > 1);
    const more = full < 0 ? undefined : filters[full];
    const isUnsearched = kind.what === "order" && parsed.sscc !== undefined && !hasMore;
    return {
      hits: once(pages.map(({ rows }) => readable(rows))).map((row) => toHit(row, parsed)),
      isCut: full >= 0,
      unread: unreadIn(pages.flatMap(({ rows }) => rows)),
      more: more && list(more),
      unsearched: isUnsearched ? "Packages can't be searched here." : undefined,
    };
  }
  return {
    ...finder,
    permission: "edi",
    find: (user, parsed) => (isFor(parsed) ? find(user, parsed) : undefined),
  };
}

/** Interchanges, by control reference, a message's number, a package's number, the name of their file, or id. */
const interchangeFinder = finderOf<InterchangeTypes>(interchangeKind, {
  kind: "interchanges",
  label: "EDI interchanges",
  by: "control reference, message number, file name and id",
  isFor: (parsed) => (numberIn(parsed) ?? fileNameIn(parsed)) !== undefined,
  filtersOf(parsed, hasMore) {
    const { id, sscc } = parsed;
    const [number, fileName] = [numberIn(parsed), fileNameIn(parsed)];
    if (id) return [{ documentId: id }];
    if (sscc) return hasMore ? [{ packageNumber: sscc }] : [];
    return [
      ...(number === undefined ? [] : [{ controlReference: number }, { documentIdentifier: number }]),
      ...(fileName === undefined || !hasMore ? [] : [{ fileName }]),
    ];
  },
  toHit(one, parsed) {
    const reference = toText(one.control_reference);
    return {
      href: interchangeKind.paths.panel(one.id),
      title: `Interchange ${shorten(reference || one.id, 80)}`,
      about: {
        rest: nonEmpty(
          one.test === true ? "Test" : "",
          directionLabel(one.transmission_direction),
          Object.keys(one.message_counts ?? {}).join(", "),
          (one.document_identifiers ?? []).slice(0, 3).join(", "),
        ).map((text) => shorten(text, 80)),
      },
      isExact: names(parsed, one.id, reference),
    };
  },
});

/** EDI orders, by the partner's number, a package's number, the Utopia order, or id. */
const ediOrderFinder = finderOf<EdiOrderTypes>(ediOrderKind, {
  kind: "ediOrders",
  label: "EDI orders",
  by: "purchase order, order number and id",
  isFor: (parsed) => numberIn(parsed) !== undefined,
  filtersOf(parsed, hasMore) {
    const { id, sscc } = parsed;
    const number = numberIn(parsed) ?? "";
    if (id) return [{ documentId: id }];
    if (sscc) return hasMore ? [{ packageNumber: sscc }] : [];
    return [{ orderNumber: number }, ...(hasMore ? [{ documentIdentifier: number }] : [])];
  },
  toHit(one, parsed) {
    const number = toText(one.document_identifier);
    return {
      href: ediOrderKind.paths.panel(one.id),
      title: `EDI order ${shorten(number || one.id, 80)}`,
      about: {
        rest: nonEmpty(
          one.test === true ? "Test" : "",
          orderPartnerOf(one),
          toText(one.utopia_order_number) && `Order ${toText(one.utopia_order_number)}`,
        ).map((text) => shorten(text, 80)),
      },
      // A package belongs to one order, and its whole number was asked for.
      isExact: parsed.sscc !== undefined || names(parsed, one.id, number),
    };
  },
});

export const inBulk = <T extends DocumentTypes>(kind: DocumentKind<T>): BulkKind => ({
  key: kind.bulkKey,
  one: kind.one,
  many: kind.many,
  recordRef: (_, id) => kind.ref(id),
  async open({ request }, list) {
    const user = await requireMay(request, "edi.act");
    const { filter } = await kind.filterOf(user, { url: list });
    return {
      user,
      listHref: kind.paths.list(filter),
      title: kind.title,
      async page(page) {
        const { rows, pages } = await kind.list(user, { ...filter, page });
        return { rows: rows.map((row) => (row.readable ? row.row.id : row.id)), hasNext: page < pages };
      },
      row(id, action, words) {
        const typed = new FormData();
        typed.set("reason", words);
        const place = { kind, user, id, action, href: kind.paths.panel(id) };
        const command = ediCommand(place, words === "" ? undefined : typed);
        return bulkRow(command, id, ({ question, slot }) => ({
          label: question.heading,
          words: slot.needsReason ? { label: "Reason", isRequired: true } : undefined,
          alone: slot.alone || undefined,
        }));
      },
    };
  },
});

/** What notes, bulk actions and saved views of a kind share (notes#whose, views#what). */
const recordOf = <T extends DocumentTypes>(kind: DocumentKind<T>, at: RegExp) => ({
  key: kind.ref("").kind,
  noun: kind.one,
  ref: (_: unknown, id: string) => kind.ref(id),
  async read(user: User, { id }: RecordRef) {
    const { item } = await kind.read(user, id);
    return item.id === id ? { name: kind.describe(item).name, ...kind.state(item) } : undefined;
  },
  href: ({ id }: RecordRef) => kind.paths.panel(id),
  bulk: inBulk(kind),
  views: [
    viewList({
      title: kind.title,
      permission: "edi",
      at,
      search: kind.paths.search,
      path: (_, filter) => kind.paths.list(filter),
      count: (user, _, filter) => pagedCount((page) => kind.list(user, { ...filter, page })),
    }),
  ],
});

/** EDI orders; Today counts them with the interchanges. */
export const ediOrderRecord: RecordKind = {
  ...recordOf(ediOrderKind, /^\/edi\/myer\/orders\/?$/),
  finder: ediOrderFinder,
};

/** Interchanges (today#edi). */
export const interchangeRecord: RecordKind = {
  ...recordOf(interchangeKind, /^\/edi\/myer\/interchanges\/?$/),
  finder: interchangeFinder,
  today: {
    key: "edi",
    title: "EDI (Myer)",
    commands: ["store/interchanges"],
    records: ["interchange", "edi-order"],
    addresses: /^\/edi\//,
    read: ediToday,
  },
};

/**
 * A line of the work queue. What the partner owes needs a person once it is late: then it counts what is late. The list
 * holds only that where it can be filtered so, and else the rest as well, after the oldest (today#edi).
 */
function queueLine(row: EdiQueueLine): TodayLine[] {
  const isTheirs = row.group === "owed-by-partner";
  const late = readNumber(row.late_count) ?? 0;
  const count = isTheirs ? late : row.count;
  if (count <= 0) return [];
  const line = toQueueLine(row);
  const partner = shorten(toText(row.partner), 80);
  const owner = partner === "" || row.group === "needs-person" || row.group === "gaps" ? "" : `, ${partner}`;
  const lateHref = isTheirs ? line.late?.href : undefined;
  const href = lateHref ?? line.href ?? ediPath;
  const dues = [line.late?.words, line.soon?.words].filter(Boolean).join(", ");
  const about = isTheirs ? ", late" : dues && ` (${dues})`;
  return [
    compact({
      key: queueLineKey(row.key),
      words: `${line.title}${owner}${about}`,
      count,
      orMore: false,
      oldestAt: line.oldestAt,
      href: href.startsWith("#") ? `${ediPath}${href}` : href,
      about:
        isTheirs && !lateHref && row.count > count
          ? "The list has the late ones first, and then the others."
          : undefined,
      revision: hashOf([row.count, row.oldest_at, row.late_count, row.due_soon_count]),
    }),
  ];
}

/** Of a service that doesn't count: what is in trouble on the first page of a list, the newest documents. */
async function newestLines<T extends DocumentTypes>(
  user: User,
  { list, paths, many }: DocumentKind<T>,
  key: "interchanges" | "orders",
): Promise<TodayLine[]> {
  const { rows, pages } = await list(user, paths.search.every);
  const documents = readable(rows).map((row) => ({ row, state: documentStateOf(row) }));
  return processingStates.filter(isTrouble).flatMap((code) => {
    const found = documents.filter(({ state }) => state.code === code);
    const [first] = found;
    if (!first) return [];
    return compact({
      key: stateLineKey(key, code),
      words: `${many}: ${first.state.label}`,
      count: found.length,
      orMore: pages > 1,
      oldestAt: oldestOf(found.map(({ row }) => momentOf(row.updated_at ?? row.created_at))),
      href: paths.list({ ...paths.search.every, states: [code] }),
      about: pages > 1 ? "Counted among the newest documents." : undefined,
      revision: hashOf(found.map(({ row: { id, updated_at } }) => [id, updated_at]).sort()),
    });
  });
}

/** What of EDI needs a person, as its own page says (today#edi). Throws ApiError. */
async function ediToday(user: User): Promise<TodayLine[]> {
  if (await hasExtension(user, "edi-desk")) {
    const rows = await callPortalApi(user, getEdiQueue);
    return rows.flatMap((row) => (row.readable ? queueLine(row.row) : []));
  }
  const lines = await Promise.all([
    newestLines(user, interchangeKind, "interchanges"),
    newestLines(user, ediOrderKind, "orders"),
  ]);
  return lines.flat();
}
