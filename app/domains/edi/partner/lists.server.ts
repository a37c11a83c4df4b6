import { data } from "@remix-run/node";
import type { User } from "#app/auth/guard.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { messageTypeChoices } from "../messageTypes.ts";
import { activeEdiOrderFilters, activeInterchangeFilters } from "./activeFilters.ts";
import { listEdiOrders, listInterchanges } from "./api.server.ts";
import { documentedEdiOrderFilter, documentedInterchangeFilter } from "./filters.ts";
import { toEdiOrderList, toInterchangeList } from "./lists.ts";
import { newsOf, versioned } from "./pages.server.ts";
import type { OrderHref } from "./references.ts";
import { ediOrderSearch, interchangeSearch } from "./search.ts";
import { listService } from "./service.server.ts";

async function interchangesOf(user: User, request: Request, orderHref: OrderHref) {
  const asked = interchangeSearch.read(request.url);
  const service = await listService(user, asked.partner);
  const filter = service.canFilter ? asked : documentedInterchangeFilter(asked);
  const context = { orderHref, partnerName: service.nameOf, username: user.username };
  const read = listInterchanges(user, filter).then((page) => versioned(toInterchangeList(page, context)));
  return { service, filter, list: await attempt(read) };
}

async function ediOrdersOf(user: User, request: Request, orderHref: OrderHref) {
  const asked = ediOrderSearch.read(request.url);
  const service = await listService(user, asked.partner);
  const filter = service.canFilter ? asked : documentedEdiOrderFilter(asked);
  const context = { orderHref, partnerName: service.nameOf, username: user.username };
  const read = listEdiOrders(user, filter).then((page) =>
    versioned(toEdiOrderList(page, context, Date.now())),
  );
  return { service, filter, list: await attempt(read) };
}

/** The interchanges: their rows, or the error that stands in their place. */
export async function interchangesScreen(user: User, request: Request, orderHref: OrderHref) {
  const { service, filter, list } = await interchangesOf(user, request, orderHref);
  const screen = {
    filter,
    active: activeInterchangeFilters(filter, service.nameOf),
    typeChoices: [...messageTypeChoices],
    canCheck: await hasExtension(user, "edi-check"),
    more: service.more,
  };
  if (!list.ok) return data({ ...screen, list: undefined, error: list.error }, { status: 502 });
  return { ...screen, list: list.value, error: undefined };
}

/** The EDI orders, likewise. */
export async function ediOrdersScreen(user: User, request: Request, orderHref: OrderHref) {
  const { service, filter, list } = await ediOrdersOf(user, request, orderHref);
  const screen = {
    filter,
    active: activeEdiOrderFilters(filter, service.nameOf),
    more: service.more,
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
