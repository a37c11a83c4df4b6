import { data } from "@remix-run/node";
import { actsAs, may, type User } from "#app/auth/guard.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { messageTypeChoices } from "../messageTypes.ts";
import { activeEdiOrderFilters, activeInterchangeFilters } from "./activeFilters.ts";
import { listEdiOrders, listInterchanges } from "./api.server.ts";
import { documentedEdiOrderFilter, documentedInterchangeFilter } from "./filters.ts";
import { type RowContext, toEdiOrderList, toInterchangeList } from "./lists.ts";
import { newsOf, versioned } from "./pages.server.ts";
import type { OrderHref } from "./references.ts";
import { ediOrderSearch, interchangeSearch } from "./search.ts";
import { moreChoices, partnerNames } from "./service.server.ts";

/** A list beside what partners are called, which its rows name. Where it fails, the names stand. */
async function withPartners<Page, List>(
  user: User,
  orderHref: OrderHref,
  read: Promise<Page>,
  toList: (page: Page, context: RowContext) => List,
) {
  const named = partnerNames(user);
  const shown = Promise.all([read, named]).then(([page, { nameOf }]) =>
    toList(page, { orderHref, partnerName: nameOf, username: actsAs(user, "edi.act") }),
  );
  const [partners, list] = await Promise.all([named, attempt(shown)]);
  return { partners, list };
}

async function interchangesOf(user: User, request: Request, orderHref: OrderHref) {
  const asked = interchangeSearch.read(request.url);
  const canFilter = await hasExtension(user, "edi-filters");
  const filter = canFilter ? asked : documentedInterchangeFilter(asked);
  const read = listInterchanges(user, filter);
  const shown = await withPartners(user, orderHref, read, (page, context) =>
    versioned(toInterchangeList(page, context)),
  );
  return { canFilter, filter, ...shown };
}

async function ediOrdersOf(user: User, request: Request, orderHref: OrderHref) {
  const asked = ediOrderSearch.read(request.url);
  const canFilter = await hasExtension(user, "edi-filters");
  const filter = canFilter ? asked : documentedEdiOrderFilter(asked);
  const read = listEdiOrders(user, filter);
  const shown = await withPartners(user, orderHref, read, (page, context) =>
    versioned(toEdiOrderList(page, context, Date.now())),
  );
  return { canFilter, filter, ...shown };
}

/** The interchanges: their rows, or the error that stands in their place. */
export async function interchangesScreen(user: User, request: Request, orderHref: OrderHref) {
  const [{ canFilter, filter, partners, list }, canCheck] = await Promise.all([
    interchangesOf(user, request, orderHref),
    hasExtension(user, "edi-check"),
  ]);
  const screen = {
    filter,
    active: activeInterchangeFilters(filter, partners.nameOf),
    typeChoices: [...messageTypeChoices],
    canCheck: canCheck && may(user, "edi.act"),
    more: canFilter ? moreChoices(partners, filter.partner) : undefined,
  };
  if (!list.ok) return data({ ...screen, list: undefined, error: list.error }, { status: 502 });
  return { ...screen, list: list.value, error: undefined };
}

/** The EDI orders, likewise. */
export async function ediOrdersScreen(user: User, request: Request, orderHref: OrderHref) {
  const { canFilter, filter, partners, list } = await ediOrdersOf(user, request, orderHref);
  const screen = {
    filter,
    active: activeEdiOrderFilters(filter, partners.nameOf),
    more: canFilter ? moreChoices(partners, filter.partner) : undefined,
  };
  if (!list.ok) return data({ ...screen, list: undefined, error: list.error }, { status: 502 });
  return { ...screen, list: list.value, error: undefined };
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
