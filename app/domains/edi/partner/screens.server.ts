import { attempt, callPortalApi } from "#app/core/api/api.server.ts";
import { hasExtension } from "#app/core/api/extensions.server.ts";
import { actsAs, may, requireMay, type User } from "#app/core/auth/guard.server.ts";
import { env } from "#app/core/env.server.ts";
import { takePanelFlash } from "#app/core/http/flash.server.ts";
import type { ListPage } from "#app/core/lists/listed.ts";
import type { SheetPlan } from "#app/core/lists/sheetColumns.ts";
import { requirePermissionShared } from "#app/core/stores/guard.server.ts";
import { stateLooks } from "#app/core/values/processingStates.ts";
import { messageTypeChoices } from "#app/domains/edi/codes.ts";
import {
  type Panel,
  toEdiOrderDetail,
  toInterchangeDetail,
  toUnavailable,
} from "#app/domains/edi/partner/detail/detail.ts";
import { partnerNames } from "#app/domains/edi/partner/partners/partners.server.ts";
import { marksOfRows, notesOf } from "#app/features/notes/notes.server.ts";
import { defineSheet } from "#app/features/sheets/defineSheet.server.ts";
import { pageOrAll, sheetSearch } from "#app/features/sheets/sheetChoices.ts";
import { pagesPerSlice } from "#app/features/sheets/sheetExport.server.ts";
import { dialogPlace, documentFile, recordPages } from "#app/screens/recordPages.server.ts";
import type { WirePage } from "#contract/envelopes.ts";
import { processingStates } from "#contract/processing.ts";
import { ediCommandPage } from "./commands.server.ts";
import {
  type DocumentKind,
  type DocumentTypes,
  type EdiOrderTypes,
  ediOrderKind,
  type InterchangeTypes,
  interchangeKind,
} from "./documents.server.ts";
import {
  ediOrderColumns,
  ediOrderSheetPlan,
  interchangeColumns,
  interchangeSheetPlan,
  type RowContext,
  toEdiOrderList,
  toInterchangeList,
} from "./lists/columns.ts";
import { linesOf } from "./offers.ts";
import { inBulk } from "./record.server.ts";
import { openReview } from "./review.server.ts";

const sheetOf = <T extends DocumentTypes, Options>(
  what: string,
  kind: DocumentKind<T>,
  plan: SheetPlan<Options, T["row"]>,
  optionsOf: (user: User) => Promise<Options>,
) =>
  defineSheet({
    what,
    plan,
    choice: sheetSearch,
    guard: ({ request }) => requireMay(request, "edi.export"),
    filterOf: async (request, user) => (await kind.filterOf(user, request)).filter,
    listPath: (_, filter) => kind.paths.list(filter),
    rowsOf: async (user, filter) => ({
      subject: "myer",
      options: await optionsOf(user),
      pageSize: undefined,
      pagesPerSlice,
      readPage: (page) => callPortalApi(user, kind.pageCall, { query: kind.pageQuery({ ...filter, page }) }),
    }),
  });

export const interchangeSheet = sheetOf(
  "edi-interchanges",
  interchangeKind,
  interchangeSheetPlan,
  async (user) => ({ partners: (await partnerNames(user)).names, timeZone: env.TIME_ZONE }),
);
export const ediOrderSheet = sheetOf("edi-orders", ediOrderKind, ediOrderSheetPlan, async () => ({
  timeZone: env.TIME_ZONE,
}));

/** The choices of the additional filters (edi#more-filters). */
function moreChoices(names: ReadonlyMap<string, string>, chosenPartner: string) {
  const choices = [...names].map(([value, label]) => ({ value, label }));
  const isKnown = chosenPartner === "" || names.has(chosenPartner);
  return {
    states: processingStates.map((value) => ({ value, label: stateLooks[value].label })),
    partners:
      choices.length === 0
        ? undefined
        : [...choices, ...(isKnown ? [] : [{ value: chosenPartner, label: chosenPartner }])],
  };
}

type Place<T extends DocumentTypes> = {
  filter: T["filter"];
  view: T["view"];
  username: string;
};

type Pages<T extends DocumentTypes, List, Screen, Detail, Beside> = {
  toList(page: WirePage<T["row"]>, context: RowContext): List;
  screenOf(user: User): Promise<Screen>;
  toDetail(user: User, read: { item: T["item"]; raw: unknown }, place: Place<T>): Detail | Promise<Detail>;
  beside(user: User, panel: Panel<Detail>): Promise<Beside>;
};

function documentPages<
  T extends DocumentTypes,
  List extends ListPage<unknown>,
  Screen extends object,
  Detail extends { here: string },
  Beside extends object,
>(kind: DocumentKind<T>, pages: Pages<T, List, Screen, Detail, Beside>) {
  const { paths } = kind;
  return recordPages({
    guard: ({ request }) => requirePermissionShared(request, "edi"),
    userOf: (user) => user,
    param: `${kind.what}Id`,
    bulk: inBulk(kind),
    // If its rows fail, the rest is still there.
    async list(user, request) {
      const { filter, hasDesk } = await kind.filterOf(user, request);
      const named = partnerNames(user);
      const read = async () => {
        const [page, { nameOf }] = await Promise.all([kind.list(user, filter), named]);
        const username = actsAs(user, "edi.act");
        const marks = await marksOfRows(page.rows, (row) => ({ ref: kind.ref(row.id), ...kind.state(row) }));
        return {
          ...pages.toList(page, { partnerName: nameOf, username, now: Date.now() }),
          reach: page.reach,
          marks,
        };
      };
      const [{ names, nameOf }, list, screen] = await Promise.all([
        named,
        attempt(read()),
        pages.screenOf(user),
      ]);
      return {
        screen: {
          filter,
          active: kind.filters.active(filter, nameOf, paths.list),
          more: hasDesk ? moreChoices(names, filter.partner) : undefined,
          ...screen,
        },
        list,
        // A gathered list is no page of its call, and has no downloads.
        download: (page: ListPage<unknown>) =>
          may(user, "edi.export") && !page.reach ? pageOrAll(kind.many, filter, page, paths.list) : undefined,
      };
    },
    async panel(user, request, id): Promise<{ status: number; panel: Panel<Detail> }> {
      const place = { ...kind.placeOf(request), username: actsAs(user, "edi.act") };
      const read = await attempt(kind.read(user, id));
      if (!read.ok) {
        const { filter, view } = place;
        const ways = { closeTo: paths.list(filter), here: paths.one({ id, ...view }, filter) };
        const missing = toUnavailable(kind.what, id, read.error, ways);
        return { status: read.error.code === 404 ? 404 : 502, panel: { isShown: false, ...missing } };
      }
      const { item } = read.value;
      const detail = await pages.toDetail(user, read.value, place);
      const notes = await notesOf(user, kind.ref(item.id), detail.here, kind.state(item));
      return { status: 200, panel: { isShown: true, detail, notes } };
    },
    async beside(user, _, id, { panel }) {
      const [flash, beside] = await Promise.all([
        takePanelFlash(user.sessionId, kind.panelName(id)),
        pages.beside(user, panel),
      ]);
      return { flash, ...beside };
    },
  });
}

export const interchangePages = documentPages(interchangeKind, {
  toList: toInterchangeList,
  screenOf: async (user) => ({
    columns: interchangeColumns.views(),
    typeChoices: [...messageTypeChoices],
    canCheck: (await hasExtension(user, "edi-desk")) && may(user, "edi.takeIn"),
  }),
  toDetail: (_, { item, raw }, place: Place<InterchangeTypes>) => toInterchangeDetail(item, raw, place),
  beside: async () => ({}),
});

export const ediOrderPages = documentPages(ediOrderKind, {
  toList: toEdiOrderList,
  screenOf: async () => ({ columns: ediOrderColumns.views() }),
  toDetail: (_, { item, raw }, place: Place<EdiOrderTypes>) => toEdiOrderDetail(item, raw, place),
  async beside(user, panel) {
    const hasReview = panel.isShown && panel.detail.tab === "status" && panel.detail.review !== undefined;
    return { review: hasReview ? await openReview(user) : undefined };
  },
});

type Params = { readonly interchangeId?: string; readonly orderId?: string; readonly action?: string };

function actionPage<T extends DocumentTypes>(kind: DocumentKind<T>, user: User, id: string, action: string) {
  const { paths } = kind;
  const { filter, view } = kind.placeOf(user.request);
  const { href, ...page } = dialogPlace(user.request, action, {
    recordPath: paths.one({ id, ...view }, filter),
    listPath: paths.list(filter),
    panel: kind.panelName(id),
  });
  // Only an order has lines.
  return ediCommandPage(
    { kind, user, id, action, href },
    { linesHref: linesOf(paths.panel(id, filter)), ...page },
  );
}

/** An action on a document, with the URLs of the document, of the dialog, and of the page to return to. */
export const ediActionPage = (user: User, { interchangeId: id, orderId = "", action = "" }: Params) =>
  id === undefined
    ? actionPage(ediOrderKind, user, orderId, action)
    : actionPage(interchangeKind, user, id, action);

const fileOf = <T extends DocumentTypes>(kind: DocumentKind<T>, user: User, id: string) =>
  documentFile(
    user.request,
    kind.read(user, id),
    (item) => `${kind.one} ${kind.describe(item).name}`,
    kind.paths.one({ id, ...kind.paths.view.read([["tab", "document"]]) }),
  );

/** A whole document as a JSON file. Throws ApiError. */
export const ediDocumentFile = (user: User, { interchangeId: id, orderId = "" }: Params) =>
  id === undefined ? fileOf(ediOrderKind, user, orderId) : fileOf(interchangeKind, user, id);
