import { actsAs, may, requireMay, type User } from "#app/auth/guard.server.ts";
import { messageTypeChoices } from "#app/domains/edi/codes.ts";
import {
  ediOrderPageOf,
  interchangePageOf,
  listEdiOrders,
  listInterchanges,
  moreChoices,
  partnerNames,
} from "#app/domains/edi/partner/api.server.ts";
import { ediOrdersPath, interchangesPath } from "#app/domains/edi/partner/paths.ts";
import { ediOrdersInBulk, interchangesInBulk } from "#app/domains/edi/partner/record.server.ts";
import type { OrderHref } from "#app/domains/edi/partner/references.ts";
import {
  ediOrderPanel,
  interchangePanel,
  panelFlash,
  panelReview,
} from "#app/domains/edi/partner/screens.server.ts";
import {
  ediOrderRef,
  ediOrderState,
  interchangeRef,
  interchangeState,
} from "#app/domains/edi/partner/state.ts";
import { env } from "#app/env.server.ts";
import { attempt, callPortalApiReadBy } from "#app/http/api.server.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { toColumnViews } from "#app/lists/columns.ts";
import type { ListPage } from "#app/lists/listed.ts";
import { marksOfRows } from "#app/notes/notes.server.ts";
import { recordPages } from "#app/recordPages/recordPages.server.ts";
import { defineSheet } from "#app/sheets/defineSheet.server.ts";
import { pageOrAll, sheetSearch } from "#app/sheets/sheetChoices.ts";
import { pagesPerSlice } from "#app/sheets/sheetExport.server.ts";
import { requirePermissionShared } from "#app/stores/guard.server.ts";
import { getInterchanges, getPartnerOrders } from "#contract/ediPartner.ts";
import { activeEdiOrderFilters, activeInterchangeFilters } from "./activeFilters.ts";
import { ediOrderColumnKeys, ediOrderColumns, ediOrderSheetPlan } from "./ediOrderColumns.ts";
import { ediOrderFilterOf, interchangeFilterOf } from "./filters.server.ts";
import { interchangeColumnKeys, interchangeColumns, interchangeSheetPlan } from "./interchangeColumns.ts";
import { type RowContext, toEdiOrderList, toInterchangeList } from "./lists.ts";

export const interchangeSheet = defineSheet({
  what: "edi-interchanges",
  plan: interchangeSheetPlan,
  choice: sheetSearch,
  guard: ({ request }) => requireMay(request, "edi.export"),
  filterOf: async (request, user) => (await interchangeFilterOf(user, request)).filter,
  listPath: (_, filter) => interchangesPath(filter),
  rowsOf: async (user, filter) => ({
    subject: "myer",
    options: { partners: (await partnerNames(user)).names, timeZone: env.TIME_ZONE },
    pageSize: undefined,
    pagesPerSlice,
    readPage: (page, read) =>
      callPortalApiReadBy(user, getInterchanges, interchangePageOf({ ...filter, page }), read),
  }),
});

export const ediOrderSheet = defineSheet({
  what: "edi-orders",
  plan: ediOrderSheetPlan,
  choice: sheetSearch,
  guard: ({ request }) => requireMay(request, "edi.export"),
  filterOf: async (request, user) => (await ediOrderFilterOf(user, request)).filter,
  listPath: (_, filter) => ediOrdersPath(filter),
  rowsOf: (user, filter) => ({
    subject: "myer",
    options: { timeZone: env.TIME_ZONE },
    pageSize: undefined,
    pagesPerSlice,
    readPage: (page, read) =>
      callPortalApiReadBy(user, getPartnerOrders, ediOrderPageOf({ ...filter, page }), read),
  }),
});

/** A list together with the partners' names. If the list fails, the names are still returned. */
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

/** The downloads of a list; a gathered one is no page of its call, and has none. */
const takenAs =
  <Filter extends { page: number }>(
    user: User,
    noun: string,
    filter: Filter,
    listPath: (filter: Filter) => string,
  ) =>
  (page: ListPage<unknown>) =>
    may(user, "edi.export") && !page.reach ? pageOrAll(noun, filter, page, listPath) : undefined;

async function interchangeList(user: User, request: Request, orderHref: OrderHref) {
  const { canFilter, hasDues, filter } = await interchangeFilterOf(user, request);
  const read = listInterchanges(user, filter);
  const [{ partners, list }, canCheck] = await Promise.all([
    withPartners(user, orderHref, read, async (page, context) => ({
      ...toInterchangeList(page, context, Date.now()),
      reach: page.reach,
      marks: await marksOfRows(page.rows, (row) => ({
        ref: interchangeRef(row.id),
        ...interchangeState(row),
      })),
    })),
    hasExtension(user, "edi-check"),
  ]);
  const screen = {
    filter,
    columns: toColumnViews(interchangeColumns, interchangeColumnKeys),
    active: activeInterchangeFilters(filter, partners.nameOf),
    typeChoices: [...messageTypeChoices],
    canCheck: canCheck && may(user, "edi.takeIn"),
    more: canFilter ? moreChoices(partners, filter.partner, hasDues) : undefined,
  };
  return { screen, list, download: takenAs(user, "interchanges", filter, interchangesPath) };
}

async function ediOrderList(user: User, request: Request, orderHref: OrderHref) {
  const { canFilter, canReview, hasDues, filter } = await ediOrderFilterOf(user, request);
  const read = listEdiOrders(user, filter);
  const { partners, list } = await withPartners(user, orderHref, read, async (page, context) => ({
    ...toEdiOrderList(page, context, Date.now()),
    reach: page.reach,
    marks: await marksOfRows(page.rows, (row) => ({ ref: ediOrderRef(row.id), ...ediOrderState(row) })),
  }));
  const screen = {
    filter,
    canReview,
    columns: toColumnViews(ediOrderColumns, ediOrderColumnKeys),
    active: activeEdiOrderFilters(filter, partners.nameOf),
    more: canFilter ? moreChoices(partners, filter.partner, hasDues) : undefined,
  };
  return { screen, list, download: takenAs(user, "EDI orders", filter, ediOrdersPath) };
}

const guard = ({ request }: { request: Request }) => requirePermissionShared(request, "edi");

export const defineInterchangePages = (orderHref: OrderHref) =>
  recordPages({
    guard,
    userOf: (user) => user,
    param: "interchangeId",
    bulk: interchangesInBulk(orderHref),
    list: (user, request) => interchangeList(user, request, orderHref),
    panel: (user, request, id) => interchangePanel(user, request, id, orderHref),
    beside: async (user, _, id) => ({ flash: await panelFlash(user, "interchange", id) }),
  });

export const defineEdiOrderPages = (orderHref: OrderHref) =>
  recordPages({
    guard,
    userOf: (user) => user,
    param: "orderId",
    bulk: ediOrdersInBulk(orderHref),
    list: (user, request) => ediOrderList(user, request, orderHref),
    panel: (user, request, id) => ediOrderPanel(user, request, id, orderHref),
    async beside(user, request, id, looked) {
      const [flash, review] = await Promise.all([
        panelFlash(user, "order", id),
        panelReview(user, request, looked),
      ]);
      return { flash, review };
    },
  });
