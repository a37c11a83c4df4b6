import { requireMay, type User } from "#app/auth/guard.server.ts";
import type { BulkKind, BulkPlace } from "#app/bulk/kind.server.ts";
import { bulkRow } from "#app/confirm/bulk.server.ts";
import { ediOrderFilterOf, interchangeFilterOf } from "#app/domains/edi/partner/lists/filters.server.ts";
import type { NoteRef } from "#app/notes/notes.ts";
import type { RecordKind } from "#app/recordPages/recordKind.server.ts";
import { pagedCount, viewList } from "#app/savedViews/viewList.server.ts";
import { toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import type { WirePage } from "#contract/envelopes.ts";
import { listEdiOrders, listInterchanges, readEdiOrder, readInterchange } from "./api.server.ts";
import { type EdiCommandPlace, ediCommand, ediOrderKind, interchangeKind } from "./command.server.ts";
import { ediOrderFinder, interchangeFinder } from "./finder.server.ts";
import { ediOrderPath, ediOrdersPath, interchangePath, interchangesPath } from "./paths.ts";
import type { OrderHref } from "./references.ts";
import { ediOrderSearch, interchangeSearch } from "./search.ts";
import { ediOrderRef, ediOrderState, interchangeRef, interchangeState } from "./state.ts";
import { ediToday } from "./today.server.ts";

const maxNameLength = 80;

async function interchangeOf(user: User, { id }: NoteRef) {
  const { item } = await readInterchange(user, id);
  if (item.id !== id) return undefined;
  return { name: shorten(toText(item.control_reference) || id, maxNameLength), ...interchangeState(item) };
}

async function ediOrderOf(user: User, { id }: NoteRef) {
  const { item } = await readEdiOrder(user, id);
  if (item.id !== id) return undefined;
  return { name: shorten(toText(item.utopia_order_number) || id, maxNameLength), ...ediOrderState(item) };
}

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

async function interchangesAt(user: User, list: string, orderHref: OrderHref): Promise<BulkPlace> {
  const { filter } = await interchangeFilterOf(user, { url: list });
  return {
    user,
    listHref: interchangesPath(filter),
    title: "EDI Interchanges",
    page: (page) => idsOf(listInterchanges(user, { ...filter, page }), page),
    row: (id, action, words) =>
      rowOf({ kind: interchangeKind, user, id, action, href: interchangePath({ id }), orderHref }, words),
  };
}

async function ediOrdersAt(user: User, list: string, orderHref: OrderHref): Promise<BulkPlace> {
  const { filter } = await ediOrderFilterOf(user, { url: list });
  return {
    user,
    listHref: ediOrdersPath(filter),
    title: "EDI Orders",
    page: (page) => idsOf(listEdiOrders(user, { ...filter, page }), page),
    row: (id, action, words) =>
      rowOf({ kind: ediOrderKind, user, id, action, href: ediOrderPath({ id }), orderHref }, words),
  };
}

/** Interchanges, of which several can be acted on at once. */
const interchangesInBulk = (orderHref: OrderHref): BulkKind => ({
  key: "interchanges",
  one: "interchange",
  many: "interchanges",
  open: async ({ request }, list) => interchangesAt(await requireMay(request, "edi.act"), list, orderHref),
});

/** EDI orders, likewise. */
const ediOrdersInBulk = (orderHref: OrderHref): BulkKind => ({
  key: "edi-orders",
  one: "EDI order",
  many: "EDI orders",
  open: async ({ request }, list) => ediOrdersAt(await requireMay(request, "edi.act"), list, orderHref),
});

/** EDI orders (notes#whose, views#what); what of them waits is told with the interchanges. */
export const ediOrderRecord = (orderHref: OrderHref): RecordKind => ({
  key: "edi-order",
  noun: "EDI order",
  ref: (_, id) => ediOrderRef(id),
  read: ediOrderOf,
  href: ({ id }) => ediOrderPath({ id }),
  bulk: ediOrdersInBulk(orderHref),
  finder: ediOrderFinder,
  views: [
    viewList({
      title: "EDI Orders",
      permission: "edi",
      at: /^\/edi\/myer\/orders\/?$/,
      search: ediOrderSearch,
      path: (_, filter) => ediOrdersPath(filter),
      count: (user, _, filter) => pagedCount((page) => listEdiOrders(user, { ...filter, page })),
    }),
  ],
});

/** Interchanges (notes#whose, today#edi, views#what). */
export const interchangeRecord = (orderHref: OrderHref): RecordKind => ({
  key: "interchange",
  noun: "interchange",
  ref: (_, id) => interchangeRef(id),
  read: interchangeOf,
  href: ({ id }) => interchangePath({ id }),
  bulk: interchangesInBulk(orderHref),
  finder: interchangeFinder,
  today: {
    key: "edi",
    title: "EDI (Myer)",
    commands: ["store/interchanges"],
    records: ["interchange", "edi-order"],
    read: ediToday,
  },
  views: [
    viewList({
      title: "EDI Interchanges",
      permission: "edi",
      at: /^\/edi\/myer\/interchanges\/?$/,
      search: interchangeSearch,
      path: (_, filter) => interchangesPath(filter),
      count: (user, _, filter) => pagedCount((page) => listInterchanges(user, { ...filter, page })),
    }),
  ],
});
