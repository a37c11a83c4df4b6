import { requireMay, type User } from "#app/auth/guard.server.ts";
import type { BulkKind, BulkPlace } from "#app/bulk/kind.server.ts";
import { bulkRow } from "#app/confirm/bulk.server.ts";
import { ediOrderFilterOf, interchangeFilterOf } from "#app/domains/edi/partner/lists/filters.server.ts";
import type { WirePage } from "#contract/envelopes.ts";
import { listEdiOrders, listInterchanges } from "./api.server.ts";
import { type EdiCommandPlace, ediCommand, ediOrderKind, interchangeKind } from "./command.server.ts";
import { ediOrderPath, ediOrdersPath, interchangePath, interchangesPath } from "./paths.ts";
import type { OrderHref } from "./references.ts";

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
export const interchangesInBulk = (orderHref: OrderHref): BulkKind => ({
  key: "interchanges",
  one: "interchange",
  many: "interchanges",
  open: async ({ request }, list) => interchangesAt(await requireMay(request, "edi.act"), list, orderHref),
});

/** EDI orders, likewise. */
export const ediOrdersInBulk = (orderHref: OrderHref): BulkKind => ({
  key: "edi-orders",
  one: "EDI order",
  many: "EDI orders",
  open: async ({ request }, list) => ediOrdersAt(await requireMay(request, "edi.act"), list, orderHref),
});
