import { data } from "@remix-run/node";
import { actsAs, may, type User } from "#app/auth/guard.server.ts";
import { messageTypeChoices } from "#app/domains/edi/codes.ts";
import { listEdiOrders, listInterchanges } from "#app/domains/edi/partner/api.server.ts";
import {
  ediOrderRef,
  ediOrderStand,
  interchangeRef,
  interchangeStand,
} from "#app/domains/edi/partner/notes.ts";
import { newsOf, versioned } from "#app/domains/edi/partner/pages.server.ts";
import type { OrderHref } from "#app/domains/edi/partner/references.ts";
import { moreChoices, partnerNames } from "#app/domains/edi/partner/service.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { toShownColumns } from "#app/lists/columns.ts";
import { marksOfRows } from "#app/notes/shown.server.ts";
import { activeEdiOrderFilters, activeInterchangeFilters } from "./activeFilters.ts";
import { ediOrderColumnKeys, ediOrderColumns } from "./ediOrderColumns.ts";
import { ediOrderSheetChoices } from "./ediOrderSheetSource.server.ts";
import { ediOrderFilterOf, interchangeFilterOf } from "./filters.server.ts";
import { interchangeColumnKeys, interchangeColumns } from "./interchangeColumns.ts";
import { interchangeSheetChoices } from "./interchangeSheetSource.server.ts";
import { type RowContext, toEdiOrderList, toInterchangeList } from "./lists.ts";

/** A list beside what partners are called, which its rows name. Where it fails, the names stand. */
async function withPartners<Page, List>(
  user: User,
  orderHref: OrderHref,
  read: Promise<Page>,
  toList: (page: Page, context: RowContext) => Promise<List>,
) {
  const named = partnerNames(user);
  const shown = Promise.all([read, named]).then(([page, { nameOf }]) =>
    toList(page, { orderHref, partnerName: nameOf, username: actsAs(user, "edi.act") }),
  );
  const [partners, list] = await Promise.all([named, attempt(shown)]);
  return { partners, list };
}

async function interchangesOf(user: User, request: Request, orderHref: OrderHref) {
  const { canFilter, hasDues, filter } = await interchangeFilterOf(user, request);
  const read = listInterchanges(user, filter);
  const shown = await withPartners(user, orderHref, read, async (page, context) => {
    const marks = await marksOfRows(page.rows, (row) => ({
      ref: interchangeRef(row.id),
      ...interchangeStand(row),
    }));
    return versioned({ ...toInterchangeList(page, context, Date.now()), marks });
  });
  return { canFilter, hasDues, filter, ...shown };
}

async function ediOrdersOf(user: User, request: Request, orderHref: OrderHref) {
  const { canFilter, canReview, hasDues, filter } = await ediOrderFilterOf(user, request);
  const read = listEdiOrders(user, filter);
  const shown = await withPartners(user, orderHref, read, async (page, context) => {
    const marks = await marksOfRows(page.rows, (row) => ({
      ref: ediOrderRef(row.id),
      ...ediOrderStand(row),
    }));
    return versioned({ ...toEdiOrderList(page, context, Date.now()), marks });
  });
  return { canFilter, canReview, hasDues, filter, ...shown };
}

/** Whether this person may take the rows of a list away, and there are some. */
const canTake = (user: User, { rows }: { rows: readonly unknown[] }): boolean =>
  rows.length > 0 && may(user, "edi.export");

/** The interchanges: their rows, or the error that stands in their place. */
export async function interchangesScreen(user: User, request: Request, orderHref: OrderHref) {
  const [{ canFilter, hasDues, filter, partners, list }, canCheck] = await Promise.all([
    interchangesOf(user, request, orderHref),
    hasExtension(user, "edi-check"),
  ]);
  const screen = {
    filter,
    columns: toShownColumns(interchangeColumns, interchangeColumnKeys),
    active: activeInterchangeFilters(filter, partners.nameOf),
    typeChoices: [...messageTypeChoices],
    canCheck: canCheck && may(user, "edi.takeIn"),
    more: canFilter ? moreChoices(partners, filter.partner, hasDues) : undefined,
  };
  if (!list.ok) {
    return data({ ...screen, list: undefined, error: list.error, download: undefined }, { status: 502 });
  }
  const download = canTake(user, list.value) ? interchangeSheetChoices(filter) : undefined;
  return { ...screen, list: list.value, error: undefined, download };
}

/** The EDI orders, likewise. */
export async function ediOrdersScreen(user: User, request: Request, orderHref: OrderHref) {
  const { canFilter, canReview, hasDues, filter, partners, list } = await ediOrdersOf(
    user,
    request,
    orderHref,
  );
  const screen = {
    filter,
    canReview,
    columns: toShownColumns(ediOrderColumns, ediOrderColumnKeys),
    active: activeEdiOrderFilters(filter, partners.nameOf),
    more: canFilter ? moreChoices(partners, filter.partner, hasDues) : undefined,
  };
  if (!list.ok) {
    return data({ ...screen, list: undefined, error: list.error, download: undefined }, { status: 502 });
  }
  const download = canTake(user, list.value) ? ediOrderSheetChoices(filter) : undefined;
  return { ...screen, list: list.value, error: undefined, download };
}

/** What is new on a list since the version that the browser shows. */
export const interchangesNews = (user: User, request: Request, orderHref: OrderHref) =>
  newsOf(
    request,
    interchangesOf(user, request, orderHref).then(({ list }) => list),
  );
export const ediOrdersNews = (user: User, request: Request, orderHref: OrderHref) =>
  newsOf(
    request,
    ediOrdersOf(user, request, orderHref).then(({ list }) => list),
  );
