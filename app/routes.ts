import type { StorePageKey } from "#contract/capabilities.ts";

/**
 * Every URL of the portal with its module. Nested routes are shown in their parent: panels and
 * dialogs over their list, a store's pages in its frame.
 */
type Route = { id: string; path?: string; index?: boolean; file: string; children: Route[] };

/** A route is named after its module: `domains/orders/routes/order.tsx` is `orders/order`. */
const nameOf = (file: string) => file.replace(/^(core|features|domains)\/|routes\/|\.tsx?$/g, "");

const route = (path: string, file: string, children: Route[] = []): Route => ({
  id: nameOf(file),
  path,
  file,
  children,
});
const index = (file: string): Route => ({ id: nameOf(file), index: true, file, children: [] });

/** The same modules at a second URL, with route ids of their own. */
const again = (place: string, at: Route): Route => ({
  ...at,
  id: `${place}:${at.id}`,
  children: at.children.map((child) => again(place, child)),
});

/** Polls of a list, and of the panel over it, answered by `file`; `param` has the id of the panel's record. */
const live = (param: string, file: string, below = ""): Route[] => [
  route(`${below}live`, file),
  again("panel", route(`${below}:${param}/live`, file)),
];

/**
 * A record's panel, and the question of an action (actions#confirm): above the panel that it was asked from, or over the
 * list alone.
 */
const record = (param: string, panel: string, action: string): Route[] => [
  route(`:${param}`, panel, [again("panel", route("panel/actions/:action", action))]),
  route(`:${param}/actions/:action`, action),
];

/** A list's spreadsheet: the file, and a slice of its rows. */
const sheet = (path: string, file: string, place = ""): Route[] =>
  ["xlsx", "json"].map((ending) => again(`${place}${ending}`, route(`${path}.${ending}`, file)));

// Routes at two URLs: for all stores, and below each store for that one (`requireStoreScope`).
const orders = route("orders", "domains/orders/routes/orders.tsx", [
  ...live("orderId", "domains/orders/routes/ordersLive.ts"),
  ...record("orderId", "domains/orders/routes/order.tsx", "domains/orders/routes/orderAction.tsx"),
  ...sheet("export", "domains/orders/routes/orderSheet.ts"),
]);
const exo = record("exoId", "domains/exos/routes/exo.tsx", "domains/exos/routes/exoAction.tsx");
const returns = route("returns", "domains/exos/routes/exos.tsx", [
  ...live("exoId", "domains/exos/routes/exosLive.ts"),
  ...exo,
  ...sheet("export", "domains/exos/routes/exoSheet.ts"),
  route(":exoId/blobs/:fileId", "domains/exos/routes/exoFile.ts"),
  again("document", route(":exoId/document.json", "domains/exos/routes/exoFile.ts")),
]);

const ediAction = "domains/edi/partner/routes/ediAction.tsx";
const ediOfThePartner = [
  route("edi/myer", "domains/edi/partner/routes/landing.tsx", [again("gap", route("gap", ediAction))]),
  route("edi/myer/partners", "domains/edi/partner/routes/partners.tsx"),
  route("edi/myer/check-file", "domains/edi/partner/routes/checkFile.tsx"),
  route("edi/myer/check-file/:fileId", "domains/edi/partner/routes/checkedFile.tsx"),
  route("edi/myer/interchanges", "domains/edi/partner/routes/interchanges.tsx", [
    ...record("interchangeId", "domains/edi/partner/routes/interchange.tsx", ediAction),
  ]),
  ...sheet("edi/myer/interchanges/export", "domains/edi/partner/routes/interchangeSheet.ts"),
  ...live("interchangeId", "domains/edi/partner/routes/interchangesLive.ts", "edi/myer/interchanges/"),
  route("edi/myer/interchanges/:interchangeId/segments", "domains/edi/partner/routes/segments.tsx"),
  route("edi/myer/interchanges/:interchangeId/text", "domains/edi/partner/routes/interchangeText.ts"),
  route("edi/myer/interchanges/:interchangeId/document.json", "domains/edi/partner/routes/ediDocument.ts"),
  route("edi/myer/orders", "domains/edi/partner/routes/ediOrders.tsx", [
    ...record("orderId", "domains/edi/partner/routes/ediOrder.tsx", ediAction).map((one) =>
      again("order", one),
    ),
  ]),
  ...sheet("edi/myer/orders/export", "domains/edi/partner/routes/ediOrderSheet.ts"),
  ...live("orderId", "domains/edi/partner/routes/ediOrdersLive.ts", "edi/myer/orders/"),
  route("edi/myer/orders/:orderId/thread", "domains/edi/partner/routes/thread.tsx"),
  route("edi/myer/threads/:orderNumber", "domains/edi/partner/routes/threadOfOrder.ts"),
  again(
    "order",
    route("edi/myer/orders/:orderId/document.json", "domains/edi/partner/routes/ediDocument.ts"),
  ),
];

/** Below `/store/:alias`: every page of a store, whose words and place in the menu are in `core/stores/pages.ts`. */
const storePages: Record<StorePageKey, Route> = {
  overview: index("domains/stores/routes/overview.tsx"),
  products: route("products", "domains/metaproducts/routes/products.tsx", [
    ...record(
      "productId",
      "domains/metaproducts/routes/product.tsx",
      "domains/metaproducts/routes/productAction.tsx",
    ),
    ...sheet("export", "domains/metaproducts/routes/productSheet.ts"),
  ]),
  orders: again("store", orders),
  customrules: route("customrules", "domains/rules/routes/rules.tsx", [
    again("new", route("new", "domains/rules/routes/rule.tsx")),
    route("values", "domains/rules/routes/ruleValues.ts"),
    route("timeline", "domains/rules/routes/ruleTimeline.tsx"),
    route("price", "domains/rules/routes/rulePrice.tsx"),
    again("matches", route("matches", "domains/rules/routes/ruleValues.ts")),
    route(":ruleId", "domains/rules/routes/rule.tsx"),
    route(":ruleId/:command", "domains/rules/routes/ruleCommand.tsx"),
  ]),
  printlabel: route("printlabel", "domains/labels/routes/labels.tsx", [
    route("batch", "domains/labels/routes/labelBatch.ts"),
    route("file", "domains/labels/routes/labelFile.ts"),
    route("pictures", "domains/labels/routes/labelPictures.ts"),
  ]),
  shipments: route("shipments", "domains/shipments/routes/shipments.tsx", [
    ...sheet("export", "domains/shipments/routes/shipmentSheet.ts"),
  ]),
  returns: again("store", returns),
  nswvoucher: route("nswvoucher", "domains/vouchers/routes/voucher.tsx"),
  interchanges: route("interchanges", "domains/edi/store/routes/storeEdiDocuments.tsx", [
    route(":interchangeId", "domains/edi/store/routes/storeEdiDocument.tsx"),
  ]),
  ediorders: again(
    "orders",
    route("ediorders", "domains/edi/store/routes/storeEdiDocuments.tsx", [
      route(":orderId", "domains/edi/store/routes/storeEdiDocument.tsx"),
    ]),
  ),
};

const station = "domains/labels/stations/routes/station.tsx";

const printPages = [
  route("printlabel/setup", "domains/labels/setup/routes/printSetup.tsx"),
  route("printlabel/wrong", "domains/labels/lastPrices/routes/wrongLabels.tsx"),
  route("printlabel/stations", "domains/labels/stations/routes/stations.tsx"),
  route("printlabel/stations/print", "domains/labels/stations/routes/stationPrint.tsx"),
  route("printlabel/stations/:stationId", station),
  route("printlabel/stations/:stationId/turn", "domains/labels/stations/routes/stationTurn.ts"),
];

export default [
  index("domains/stores/routes/home.tsx"),
  route("store", "domains/stores/routes/stores.tsx"),
  route("store/:alias", "domains/stores/routes/store.tsx", [...Object.values(storePages), ...printPages]),
  // Outside of the store's frame, which needs a signed-in person.
  again("work", route("store/:alias/printlabel/stations/:stationId/work", station)),
  route("store/:alias/printlabel/sheet", "domains/labels/routes/labelSheet.tsx"),
  orders,
  returns,
  route("returns/credits", "domains/exos/routes/credits.tsx", [
    ...exo.map((one) => again("credits", one)),
    again("credits", route(":exoId/live", "domains/exos/routes/exosLive.ts")),
    route(":exoId/:command", "domains/exos/routes/creditCommand.tsx"),
    ...sheet("export", "domains/exos/routes/creditSheet.ts"),
  ]),
  ...ediOfThePartner,
  route("today", "routes/today.tsx"),
  route("today/actions", "routes/ownActions.tsx"),
  route("today/live", "routes/todayLive.ts"),
  again("all", route("products/refused", "domains/metaproducts/routes/products.tsx")),
  ...sheet("products/refused/export", "domains/metaproducts/routes/productSheet.ts", "refused-"),
  route("products", "domains/masterproducts/routes/masterProducts.tsx", [
    route(":styleCode", "domains/masterproducts/routes/masterProduct.tsx"),
  ]),
  route("sessions", "features/sessions/routes/sessions.tsx", [
    route(":handle/end", "features/sessions/routes/endSession.tsx"),
  ]),
  route("people", "features/sessions/routes/people.tsx", [
    route(":handle/end", "features/sessions/routes/endPerson.tsx"),
    route("stations/:alias/:stationId/key", "features/sessions/routes/takeKey.tsx"),
  ]),
  route("audit", "features/audit/routes/audit.tsx", [
    ...sheet("export", "features/audit/routes/auditSheet.ts"),
  ]),
  route("views", "features/views/routes/views.tsx", [
    route(":viewId/remove", "features/views/routes/removeView.tsx"),
  ]),
  route("views/live", "features/views/routes/viewCounts.ts"),
  again("new", route("views/new", "features/views/routes/view.tsx")),
  route("views/:viewId", "features/views/routes/view.tsx"),
  route("bulk", "features/bulk/routes/runs.tsx"),
  route("bulk/:kind", "features/bulk/routes/review.tsx"),
  route("bulk/runs/:runId", "features/bulk/routes/run.tsx"),
  route("bulk/runs/:runId/on", "features/bulk/routes/runOn.ts"),
  route("bulk/outcomes/:token", "features/bulk/routes/outcome.ts"),
  route("work/:kind", "features/work/routes/begin.ts"),
  route("work/queues/:queueId", "features/work/routes/queue.tsx"),
  route("notes/:kind/:recordId", "features/notes/routes/notes.tsx"),
  route("find", "features/find/routes/find.tsx"),
  route("find/suggestions", "features/find/routes/suggestions.ts"),
  route("guide", "features/guide/routes/guide.tsx"),
  route("guide/:role", "features/guide/routes/guidePage.tsx"),
  route("preferences", "features/preferences/routes/preferences.tsx"),
  route("print/certificate", "domains/labels/routes/printCertificate.ts"),
  route("print/printer", "domains/labels/routes/printPrinter.ts"),
  route("print/sign", "domains/labels/routes/printSign.ts"),
  route("login", "core/auth/routes/login.tsx"),
  route("auth/login", "core/auth/routes/beginSignIn.ts"),
  route("auth/callback", "core/auth/routes/completeSignIn.ts"),
  route("auth/logout", "core/auth/routes/signOut.ts"),
  route("auth/provider-logout", "core/auth/routes/providerLogout.ts"),
  route("session/live", "core/auth/routes/sessionLive.ts"),
  route("avatar", "core/auth/routes/avatar.ts"),
  route("service-worker.js", "routes/serviceWorker.ts"),
  route("*", "routes/notFound.tsx"),
] satisfies Route[];
