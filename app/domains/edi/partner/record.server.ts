import { requireMay, type User } from "#app/auth/guard.server.ts";
import type { BulkKind, BulkPlace } from "#app/bulk/kind.server.ts";
import { bulkRow } from "#app/confirm/bulk.server.ts";
import { toQueueLine } from "#app/domains/edi/partner/numbers/queue.ts";
import { type Finder, type Found, once, readable, said, unreadIn } from "#app/find/finder.server.ts";
import type { Hit } from "#app/find/hits.ts";
import { names, type ParsedSearch } from "#app/find/parsedSearch.ts";
import { callPortalApi } from "#app/http/api.server.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { hashOf } from "#app/http/once.server.ts";
import type { NoteRef } from "#app/notes/notes.ts";
import type { RecordKind } from "#app/recordPages/recordKind.server.ts";
import { pagedCount, viewList } from "#app/savedViews/viewList.server.ts";
import type { TodayLine } from "#app/today/lines.ts";
import { compact, momentOf, oldestOf, shorten, toText } from "#app/values/values.ts";
import type { EdiInterchange, EdiOrder } from "#contract/edi.ts";
import { type EdiQueueLine, getEdiQueue } from "#contract/ediQueue.ts";
import type { WirePage } from "#contract/envelopes.ts";
import { readNumber } from "#contract/numbers.ts";
import { processingStates } from "#contract/processing.ts";
import { directionLabel } from "../codes.ts";
import { documentStateOf } from "../states.ts";
import { type EdiCommandPlace, ediCommand } from "./command.server.ts";
import { type DocumentKind, ediOrderKind, interchangeKind, type ListFilter } from "./documents.server.ts";
import { orderPartnerOf } from "./offers.ts";
import {
  type EdiOrderFilter,
  ediOrderPath,
  ediOrderSearch,
  ediOrdersPath,
  ediPath,
  type InterchangeFilter,
  interchangePath,
  interchangeSearch,
  interchangesPath,
} from "./paths.ts";
import type { OrderHref } from "./references.ts";
import { isTrouble, queueLineKey, stateLineKey } from "./state.ts";

const noPackages = "Packages can't be searched here.";

/** What can be a number of EDI: no record of another kind by its looks. */
const numberIn = ({ code, exoName, raNumber }: ParsedSearch): string | undefined =>
  exoName || raNumber || (code ?? "").length < 2 ? undefined : code;

/** What reads like the name of a file. */
const fileNameIn = ({ text }: ParsedSearch): string | undefined =>
  /^[^\s@]+\.[a-z]{2,5}$/i.test(text) ? text : undefined;

/** What the first pages of these filters hold, each record once; `more` leads to the list of the first that is cut. */
async function searchBy<Row extends { id: string }, Filter>(
  filters: readonly Filter[],
  list: (filter: Filter) => Promise<WirePage<Row>>,
  toHit: (row: Row) => Hit,
  pathOf: (filter: Filter) => string,
): Promise<Found> {
  const pages = await Promise.all(filters.map(list));
  const full = pages.findIndex((page) => page.pages > 1);
  const more = full < 0 ? undefined : filters[full];
  return {
    hits: once(pages.map(({ rows }) => readable(rows))).map(toHit),
    isCut: full >= 0,
    unread: unreadIn(pages.flatMap(({ rows }) => rows)),
    more: more && pathOf(more),
  };
}

const interchangeHit = (parsed: ParsedSearch) => (one: EdiInterchange) => {
  const reference = toText(one.control_reference);
  const numbers = (one.document_identifiers ?? []).slice(0, 3).join(", ");
  return {
    href: interchangePath({ id: one.id }),
    title: `Interchange ${shorten(reference || one.id, 80)}`,
    about: said(
      one.test === true ? "Test" : "",
      directionLabel(one.transmission_direction),
      Object.keys(one.message_counts ?? {}).join(", "),
      numbers,
    ).map((text) => shorten(text, 80)),
    isExact: names(parsed, one.id, reference),
  };
};

async function interchangeFilters(user: User, parsed: ParsedSearch): Promise<Partial<InterchangeFilter>[]> {
  const { id, sscc } = parsed;
  const number = numberIn(parsed);
  const fileName = fileNameIn(parsed);
  if (id) return [{ documentId: id }];
  const canMore = sscc || fileName ? await hasExtension(user, "edi-filters") : false;
  if (sscc) return canMore ? [{ packageNumber: sscc }] : [];
  return [
    ...(number === undefined ? [] : [{ controlReference: number }, { documentIdentifier: number }]),
    ...(fileName === undefined || !canMore ? [] : [{ fileName }]),
  ];
}

async function searchInterchanges(user: User, parsed: ParsedSearch): Promise<Found> {
  const filters = await interchangeFilters(user, parsed);
  const list = (filter: Partial<InterchangeFilter>) =>
    interchangeKind.list(user, { ...interchangeSearch.every, ...filter });
  return searchBy(filters, list, interchangeHit(parsed), interchangesPath);
}

/** Interchanges, by control reference, a message's number, a package's number, the name of their file, or id. */
const interchangeFinder: Finder = {
  kind: "interchanges",
  label: "EDI interchanges",
  by: "control reference, message number, file name and id",
  permission: "edi",
  find: (user, parsed) =>
    (numberIn(parsed) ?? fileNameIn(parsed)) === undefined ? undefined : searchInterchanges(user, parsed),
};

const orderHit = (parsed: ParsedSearch) => (one: EdiOrder) => {
  const number = toText(one.document_identifier);
  return {
    href: ediOrderPath({ id: one.id }),
    title: `EDI order ${shorten(number || one.id, 80)}`,
    about: said(
      one.test === true ? "Test" : "",
      orderPartnerOf(one),
      toText(one.utopia_order_number) && `Order ${toText(one.utopia_order_number)}`,
    ).map((text) => shorten(text, 80)),
    // A package belongs to one order, and its whole number was asked for.
    isExact: parsed.sscc !== undefined || names(parsed, one.id, number),
  };
};

function ediOrderFilters(
  { id, sscc }: ParsedSearch,
  number: string,
  canMore: boolean,
): Partial<EdiOrderFilter>[] {
  if (id) return [{ documentId: id }];
  if (sscc) return canMore ? [{ packageNumber: sscc }] : [];
  return [{ orderNumber: number }, ...(canMore ? [{ documentIdentifier: number }] : [])];
}

async function searchEdiOrders(user: User, parsed: ParsedSearch, number: string): Promise<Found> {
  const canMore = await hasExtension(user, "edi-filters");
  const filters = ediOrderFilters(parsed, number, canMore);
  const list = (filter: Partial<EdiOrderFilter>) =>
    ediOrderKind.list(user, { ...ediOrderSearch.every, ...filter });
  return {
    ...(await searchBy(filters, list, orderHit(parsed), ediOrdersPath)),
    unsearched: parsed.sscc && !canMore ? noPackages : undefined,
  };
}

/** EDI orders, by the partner's number, a package's number, the Utopia order, or id. */
const ediOrderFinder: Finder = {
  kind: "ediOrders",
  label: "EDI orders",
  by: "purchase order, order number and id",
  permission: "edi",
  find: (user, parsed) => {
    const number = numberIn(parsed);
    return number === undefined ? undefined : searchEdiOrders(user, parsed, number);
  },
};

function rowOf(place: EdiCommandPlace, words: string) {
  const typed = new FormData();
  typed.set("reason", words);
  const command = ediCommand(place, words === "" ? undefined : typed);
  return bulkRow(command, place.id, ({ question, slot }) => ({
    label: question.heading,
    words: slot.needsReason ? { label: "Reason", isRequired: true } : undefined,
    alone: slot.alone || undefined,
  }));
}

async function idsOf(read: Promise<WirePage<{ id: string }>>, page: number): ReturnType<BulkPlace["page"]> {
  const { rows, pages } = await read;
  return { ids: rows.map((row) => (row.readable ? row.row.id : row.id)), hasNext: page < pages };
}

type Document = EdiInterchange | EdiOrder;
type Tab = { at: number };

/** Several documents of a list at once. */
export const inBulk = <Row extends Document, Item extends Row, Filter extends ListFilter, View extends Tab>(
  kind: DocumentKind<Row, Item, Filter, View>,
  orderHref: OrderHref,
): BulkKind => ({
  key: kind.bulkKey,
  one: kind.one,
  many: kind.many,
  noteRef: (_, id) => kind.ref(id),
  async open({ request }, list) {
    const user = await requireMay(request, "edi.act");
    const { filter } = await kind.filterOf(user, { url: list });
    return {
      user,
      listHref: kind.paths.list(filter),
      title: kind.title,
      page: (page) => idsOf(kind.list(user, { ...filter, page }), page),
      row: (id, action, words) =>
        rowOf({ kind, user, id, action, href: kind.paths.panel(id), orderHref }, words),
    };
  },
});

/** What notes, bulk actions and saved views of a kind share (notes#whose, views#what). */
const recordOf = <Row extends Document, Item extends Row, Filter extends ListFilter, View extends Tab>(
  kind: DocumentKind<Row, Item, Filter, View>,
  at: RegExp,
  orderHref: OrderHref,
) => ({
  key: kind.ref("").kind,
  noun: kind.one,
  ref: (_: unknown, id: string) => kind.ref(id),
  async read(user: User, { id }: NoteRef) {
    const { item } = await kind.read(user, id);
    return item.id === id ? { name: kind.describe(item).name, ...kind.state(item) } : undefined;
  },
  href: ({ id }: NoteRef) => kind.paths.panel(id),
  bulk: inBulk(kind, orderHref),
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
export const ediOrderRecord = (orderHref: OrderHref): RecordKind => ({
  ...recordOf(ediOrderKind, /^\/edi\/myer\/orders\/?$/, orderHref),
  finder: ediOrderFinder,
});

/** Interchanges (today#edi). */
export const interchangeRecord = (orderHref: OrderHref): RecordKind => ({
  ...recordOf(interchangeKind, /^\/edi\/myer\/interchanges\/?$/, orderHref),
  finder: interchangeFinder,
  today: {
    key: "edi",
    title: "EDI (Myer)",
    commands: ["store/interchanges"],
    records: ["interchange", "edi-order"],
    read: ediToday,
  },
});

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

/** Of a service that doesn't count: what is in trouble on the first page of a list, the newest documents. */
function newestLines(
  { rows, pages }: WirePage<Document>,
  {
    key,
    words,
    hrefOf,
  }: {
    key: "interchanges" | "orders";
    words: string;
    hrefOf: (states: InterchangeFilter["states"]) => string;
  },
): TodayLine[] {
  const documents = rows.flatMap((row) => (row.readable ? [row.row] : []));
  const states = new Map<string, { label: string; found: Document[] }>();
  for (const document of documents) {
    const state = documentStateOf(document);
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
      href: hrefOf(processingStates.filter((state) => state === code)),
      about: pages > 1 ? "Counted among the newest documents." : undefined,
      revision: hashOf(found.map(({ id, updated_at }) => [id, updated_at]).sort()),
    }),
  );
}

/** What of EDI needs a person, as its own page says (today#edi). Throws ApiError. */
async function ediToday(user: User): Promise<TodayLine[]> {
  if (await hasExtension(user, "edi-queue")) {
    const [rows, hasDues] = await Promise.all([
      callPortalApi(user, getEdiQueue),
      hasExtension(user, "edi-due"),
    ]);
    return rows.flatMap((row) => (row.readable ? queueLine(row.row, hasDues) : []));
  }
  const [interchanges, orders] = await Promise.all([
    interchangeKind.list(user, interchangeSearch.every),
    ediOrderKind.list(user, ediOrderSearch.every),
  ]);
  return [
    ...newestLines(interchanges, {
      key: "interchanges",
      words: "interchanges",
      hrefOf: (states) => interchangesPath({ states }),
    }),
    ...newestLines(orders, {
      key: "orders",
      words: "EDI orders",
      hrefOf: (states) => ediOrdersPath({ states }),
    }),
  ];
}
