import { actsAs, may, requireMay, type User } from "#app/auth/guard.server.ts";
import { messageTypeChoices } from "#app/domains/edi/codes.ts";
import {
  type Panel,
  toEdiOrderDetail,
  toInterchangeDetail,
  toUnavailable,
} from "#app/domains/edi/partner/detail/detail.ts";
import { partnerNames, unknownPartnerOf } from "#app/domains/edi/partner/partners/partners.server.ts";
import { env } from "#app/env.server.ts";
import { attempt, callPortalApiReadBy } from "#app/http/api.server.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { takePanelFlash } from "#app/http/flash.server.ts";
import { toColumnViews } from "#app/lists/columns.ts";
import type { ListPage } from "#app/lists/listed.ts";
import { marksOfRows, notesOf } from "#app/notes/notes.server.ts";
import { dialogPlace, documentFile, recordPages } from "#app/recordPages/recordPages.server.ts";
import { defineSheet } from "#app/sheets/defineSheet.server.ts";
import { pageOrAll, sheetSearch } from "#app/sheets/sheetChoices.ts";
import { pagesPerSlice } from "#app/sheets/sheetExport.server.ts";
import { requirePermissionShared } from "#app/stores/guard.server.ts";
import { stateLooks } from "#app/values/processingStates.ts";
import type { EdiInterchange, EdiOrder } from "#contract/edi.ts";
import { getInterchanges, getPartnerOrders } from "#contract/ediPartner.ts";
import { processingStates } from "#contract/processing.ts";
import { ediCommandPage } from "./command.server.ts";
import {
  type DocumentKind,
  ediOrderKind,
  interchangeKind,
  type ListFilter,
  pageQuery,
} from "./documents.server.ts";
import {
  ediOrderColumnKeys,
  ediOrderColumns,
  ediOrderSheetPlan,
  interchangeColumnKeys,
  interchangeColumns,
  interchangeSheetPlan,
  type RowContext,
  toEdiOrderList,
  toInterchangeList,
} from "./lists/columns.ts";
import { linesOf } from "./offers.ts";
import { type DocumentPaths, ediOrderPath, interchangePath } from "./paths.ts";
import { inBulk } from "./record.server.ts";
import type { OrderHref } from "./references.ts";
import { answerReview, openReview } from "./review.server.ts";

const mayExport = ({ request }: { request: Request }) => requireMay(request, "edi.export");

export const interchangeSheet = defineSheet({
  what: "edi-interchanges",
  plan: interchangeSheetPlan,
  choice: sheetSearch,
  guard: mayExport,
  filterOf: async (request, user) => (await interchangeKind.filterOf(user, request)).filter,
  listPath: (_, filter) => interchangeKind.paths.list(filter),
  rowsOf: async (user, filter) => ({
    subject: "myer",
    options: { partners: (await partnerNames(user)).names, timeZone: env.TIME_ZONE },
    pageSize: undefined,
    pagesPerSlice,
    readPage: (page, read) =>
      callPortalApiReadBy(
        user,
        getInterchanges,
        { query: pageQuery(interchangeKind.filters, { ...filter, page }) },
        read,
      ),
  }),
});

export const ediOrderSheet = defineSheet({
  what: "edi-orders",
  plan: ediOrderSheetPlan,
  choice: sheetSearch,
  guard: mayExport,
  filterOf: async (request, user) => (await ediOrderKind.filterOf(user, request)).filter,
  listPath: (_, filter) => ediOrderKind.paths.list(filter),
  rowsOf: (user, filter) => ({
    subject: "myer",
    options: { timeZone: env.TIME_ZONE },
    pageSize: undefined,
    pagesPerSlice,
    readPage: (page, read) =>
      callPortalApiReadBy(
        user,
        getPartnerOrders,
        { query: pageQuery(ediOrderKind.filters, { ...filter, page }) },
        read,
      ),
  }),
});

type PartnerNames = Awaited<ReturnType<typeof partnerNames>>;

/** The choices of the additional filters (edi#more-filters). */
function moreChoices({ names }: PartnerNames, chosenPartner: string, hasDues: boolean) {
  const known = [...names].map(([value, label]) => ({ value, label }));
  const isKnown = chosenPartner === "" || names.has(chosenPartner);
  return {
    states: processingStates.map((value) => ({ value, label: stateLooks[value].label })),
    partners:
      known.length === 0
        ? undefined
        : [...known, ...(isKnown ? [] : [{ value: chosenPartner, label: chosenPartner }])],
    hasDues,
  };
}

type Document = EdiInterchange | EdiOrder;
type Tab = { at: number };

/** A list with its filter's words and choices, its columns, and downloads. If its rows fail, the rest is still there. */
async function listOf<
  Row extends Document,
  Item extends Row,
  Filter extends ListFilter,
  View extends Tab,
  Shown extends ListPage<unknown>,
>(
  kind: DocumentKind<Row, Item, Filter, View>,
  user: User,
  request: Request,
  toList: (page: Awaited<ReturnType<typeof kind.list>>, names: PartnerNames) => Shown,
) {
  const { filter, canFilter, canReview, hasDues } = await kind.filterOf(user, request);
  const named = partnerNames(user);
  const shown = async () => {
    const [page, names] = await Promise.all([kind.list(user, filter), named]);
    const marks = await marksOfRows(page.rows, (row) => ({ ref: kind.ref(row.id), ...kind.state(row) }));
    return { ...toList(page, names), reach: page.reach, marks };
  };
  const [names, list] = await Promise.all([named, attempt(shown())]);
  return {
    screen: {
      filter,
      canReview,
      active: kind.filters.active(filter, names.nameOf, kind.paths.list),
      more: canFilter ? moreChoices(names, filter.partner, hasDues) : undefined,
    },
    list,
    // A gathered list is no page of its call, and has no downloads.
    download: (page: ListPage<unknown>) =>
      may(user, "edi.export") && !page.reach
        ? pageOrAll(kind.many, filter, page, kind.paths.list)
        : undefined,
  };
}

const rowContext = (user: User, orderHref: OrderHref, { nameOf }: PartnerNames): RowContext => ({
  orderHref,
  partnerName: nameOf,
  username: actsAs(user, "edi.act"),
});

async function interchangeList(user: User, request: Request, orderHref: OrderHref) {
  const [{ screen, ...list }, canCheck] = await Promise.all([
    listOf(interchangeKind, user, request, (page, names) =>
      toInterchangeList(page, rowContext(user, orderHref, names), Date.now()),
    ),
    hasExtension(user, "edi-check"),
  ]);
  const columns = toColumnViews(interchangeColumns, interchangeColumnKeys);
  const own = {
    columns,
    typeChoices: [...messageTypeChoices],
    canCheck: canCheck && may(user, "edi.takeIn"),
  };
  return { screen: { ...screen, ...own }, ...list };
}

async function ediOrderList(user: User, request: Request, orderHref: OrderHref) {
  const { screen, ...list } = await listOf(ediOrderKind, user, request, (page, names) =>
    toEdiOrderList(page, rowContext(user, orderHref, names), Date.now()),
  );
  return { screen: { ...screen, columns: toColumnViews(ediOrderColumns, ediOrderColumnKeys) }, ...list };
}

/** The panel's name, by which messages find it. */
const panelName = (what: "interchange" | "order", id: string): string => `edi ${what}:${id}`;

/** A document's panel, its detail by `toDetail`, or why it can't be shown. */
async function panelOf<
  Row extends Document,
  Item extends Row,
  Filter extends ListFilter,
  View extends Tab,
  Detail extends { here: string },
>(
  kind: DocumentKind<Row, Item, Filter, View>,
  user: User,
  request: Request,
  id: string,
  toDetail: (read: { item: Item; raw: unknown }, place: Place<Filter, View>) => Detail | Promise<Detail>,
): Promise<{ status: number; panel: Panel<Detail> }> {
  const { paths } = kind;
  const place = placeOf(user, request, paths);
  const read = await attempt(kind.read(user, id));
  if (!read.ok) {
    const { code } = read.error;
    const ways = { closeTo: paths.list(place.filter), here: paths.one({ id, ...place.view }, place.filter) };
    const missing = toUnavailable(kind.what, id, read.error, ways);
    return { status: code === 404 ? 404 : 502, panel: { shown: false, ...missing } };
  }
  const { item } = read.value;
  const detail = await toDetail(read.value, place);
  const notes = await notesOf(user, kind.ref(item.id), detail.here, kind.state(item));
  return { status: 200, panel: { shown: true, detail, notes } };
}

type Place<Filter, View> = { filter: Filter; view: View; username: string };

const placeOf = <Filter extends object, View extends { at: number }>(
  user: User,
  { url }: Request,
  { search, view }: DocumentPaths<Filter, View>,
): Place<Filter, View> => ({
  filter: search.read(url),
  view: view.read(url),
  username: actsAs(user, "edi.act"),
});

const guard = ({ request }: { request: Request }) => requirePermissionShared(request, "edi");
const flashOf = (user: User, what: "interchange" | "order", id: string) =>
  takePanelFlash(user.sessionId, panelName(what, id));

export const defineInterchangePages = (orderHref: OrderHref) =>
  recordPages({
    guard,
    userOf: (user) => user,
    param: "interchangeId",
    bulk: inBulk(interchangeKind, orderHref),
    list: (user, request) => interchangeList(user, request, orderHref),
    panel: (user, request, id) =>
      panelOf(interchangeKind, user, request, id, async ({ item, raw }, place) => {
        const partner = await unknownPartnerOf(user, item);
        return toInterchangeDetail(item, raw, { ...place, orderHref, partner });
      }),
    beside: async (user, _, id) => ({ flash: await flashOf(user, "interchange", id) }),
  });

export const defineEdiOrderPages = (orderHref: OrderHref) =>
  recordPages({
    guard,
    userOf: (user) => user,
    param: "orderId",
    bulk: inBulk(ediOrderKind, orderHref),
    list: (user, request) => ediOrderList(user, request, orderHref),
    panel: (user, request, id) =>
      panelOf(ediOrderKind, user, request, id, ({ item, raw }, place) =>
        toEdiOrderDetail(item, raw, { ...place, orderHref }),
      ),
    async beside(user, request, id, { panel }) {
      const hasReview = panel.shown && panel.detail.tab === "status" && panel.detail.review !== undefined;
      const [flash, review] = await Promise.all([
        flashOf(user, "order", id),
        hasReview ? openReview(user, request) : undefined,
      ]);
      return { flash, review };
    },
  });

export function answerEdiOrderReview(user: User, request: Request, id: string, orderHref: OrderHref) {
  const { filter, view } = placeOf(user, request, ediOrderKind.paths);
  const href = ediOrderKind.paths.one({ id, ...view }, filter);
  return answerReview(user, request, { id, href, panel: panelName("order", id), orderHref });
}

/** The document that a URL names. */
type Params = { readonly interchangeId?: string; readonly orderId?: string; readonly action?: string };

function actionPage<Row extends Document, Item extends Row, Filter extends ListFilter, View extends Tab>(
  kind: DocumentKind<Row, Item, Filter, View>,
  user: User,
  request: Request,
  id: string,
  action: string,
  orderHref: OrderHref,
) {
  const { filter, view } = placeOf(user, request, kind.paths);
  const { href, ...page } = dialogPlace(request, action, {
    recordPath: (opened) => kind.paths.one({ id, ...view, ...opened }, filter),
    listPath: kind.paths.list(filter),
    panel: panelName(kind.what, id),
  });
  // Only an order has lines.
  const linesHref = linesOf(kind.paths.panel(id, filter));
  return ediCommandPage({ kind, user, id, action, href, orderHref }, { linesHref, ...page });
}

/** An action on a document, with the URLs of the document, of the dialog, and of the page to return to. */
export const ediActionPage = (
  user: User,
  request: Request,
  { interchangeId, orderId = "", action = "" }: Params,
  orderHref: OrderHref,
) =>
  interchangeId === undefined
    ? actionPage(ediOrderKind, user, request, orderId, action, orderHref)
    : actionPage(interchangeKind, user, request, interchangeId, action, orderHref);

const fileOf = <Row extends Document, Item extends Row, Filter extends ListFilter, View extends Tab>(
  kind: DocumentKind<Row, Item, Filter, View>,
  user: User,
  request: Request,
  id: string,
  panelPath: string,
): Promise<Response> =>
  documentFile(request, kind.read(user, id), (item) => `${kind.one} ${kind.describe(item).name}`, panelPath);

/** A whole document as a JSON file. Throws ApiError. */
export const ediDocumentFile = (user: User, request: Request, { interchangeId, orderId = "" }: Params) =>
  interchangeId === undefined
    ? fileOf(ediOrderKind, user, request, orderId, ediOrderPath({ id: orderId, tab: "document" }))
    : fileOf(
        interchangeKind,
        user,
        request,
        interchangeId,
        interchangePath({ id: interchangeId, tab: "document" }),
      );
