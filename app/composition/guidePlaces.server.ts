import { storeHasPage, storePage } from "#app/core/stores/model.ts";
import { storePages } from "#app/core/stores/pages.ts";
import { storePath, storesPath } from "#app/core/stores/paths.ts";
import { ediOrdersPath, ediPath, interchangesPath } from "#app/domains/edi/partner/paths.ts";
import { allExosPath, creditsPath, exosPath } from "#app/domains/exos/paths.ts";
import { printSetupPath, stationsPath, wrongLabelsPath } from "#app/domains/labels/paths.ts";
import { masterRootPath } from "#app/domains/masterproducts/paths.ts";
import { productsPath } from "#app/domains/metaproducts/paths.ts";
import { allOrdersPath, ordersPath } from "#app/domains/orders/paths.ts";
import { rulePricePath, ruleSearch, ruleTimelinePath } from "#app/domains/rules/paths.ts";
import { auditPath } from "#app/features/audit/paths.ts";
import { runsPath } from "#app/features/bulk/paths.ts";
import { findPath } from "#app/features/find/paths.ts";
import type { Finds, FindsNamed, Opened, Place } from "#app/features/guide/model.ts";
import { guidePath } from "#app/features/guide/paths.ts";
import { preferencesPath } from "#app/features/preferences/paths.ts";
import { peoplePath, sessionsPath } from "#app/features/sessions/paths.ts";
import { todayPath } from "#app/features/today/paths.ts";
import { viewsPath } from "#app/features/views/paths.ts";
import {
  type ActionPolicy,
  capabilities,
  isAllowed,
  type Permission,
  type Role,
  rolesFor,
  type StorePageKey,
} from "#contract/capabilities.ts";
import type { Store } from "#contract/stores.ts";

const ofStore = (
  page: StorePageKey,
  at = (alias: string) => storePath(alias, storePage(page).segment),
): Place => ({
  page,
  ofStore: at,
});

/** Where each action is done, store pages aside; what is done within a record's panel has no address of its own. */
const placeOf: Record<Exclude<Permission, `store/${StorePageKey}`>, Place | undefined> = {
  stores: { permission: "stores", at: storesPath },
  today: { permission: "today", at: todayPath },
  bulk: { permission: "bulk", at: runsPath },
  notes: undefined,
  find: { permission: "find", at: findPath("") },
  masterproducts: { permission: "masterproducts", at: masterRootPath },
  orders: { permission: "orders", at: allOrdersPath },
  "orders.act": { permission: "orders.act", at: allOrdersPath },
  "orders.export": { permission: "orders.export", at: allOrdersPath },
  returns: { permission: "returns", at: allExosPath },
  "returns.act": { permission: "returns.act", at: allExosPath },
  "returns.export": { permission: "returns.export", at: allExosPath },
  "returns.credits": { permission: "returns.credits", at: creditsPath({}) },
  edi: { permission: "edi", at: ediPath },
  "edi.act": { permission: "edi.act", at: ediPath },
  "edi.takeIn": { permission: "edi.takeIn", at: ediPath },
  "edi.export": { permission: "edi.export", at: interchangesPath() },
  views: { permission: "views", at: viewsPath },
  preferences: { permission: "preferences", at: preferencesPath },
  guide: { permission: "guide", at: guidePath },
  sessions: { permission: "sessions", at: sessionsPath },
  people: { permission: "people", at: peoplePath },
  audit: { permission: "audit", at: auditPath },
};

/** As `placeOf`, with the pages of a store. */
const actionPlaces = new Map<string, Place | undefined>([
  ...Object.entries(placeOf),
  ...storePages.map(({ key }) => [`store/${key}`, ofStore(key)] as const),
]);

const everyRule = ruleSearch.read("");

/** The places that pages of the guide lead to, by the name that a link there has. */
const places: Readonly<Record<string, Place>> = {
  audit: { permission: "audit", at: auditPath },
  credits: { permission: "returns.credits", at: creditsPath({}) },
  edi: { permission: "edi", at: ediPath },
  ediOrders: { permission: "edi", at: ediOrdersPath() },
  failedReturns: { permission: "returns", at: exosPath(undefined, { statuses: ["failed"] }) },
  find: { permission: "find", at: findPath("") },
  interchanges: { permission: "edi", at: interchangesPath() },
  labels: ofStore("printlabel"),
  master: { permission: "masterproducts", at: masterRootPath },
  orders: { permission: "orders", at: allOrdersPath },
  people: { permission: "people", at: peoplePath },
  priceOfProduct: ofStore("customrules", (alias) => rulePricePath(alias, everyRule)),
  printSetup: ofStore("printlabel", printSetupPath),
  refused: ofStore("products", (alias) => productsPath(alias, { invalid: true })),
  returns: { permission: "returns", at: allExosPath },
  rules: ofStore("customrules"),
  ruleTimes: ofStore("customrules", (alias) => ruleTimelinePath(alias, everyRule)),
  runs: { permission: "bulk", at: runsPath },
  sessions: { permission: "sessions", at: sessionsPath },
  shipments: ofStore("shipments"),
  hardFailures: {
    permission: "orders",
    at: ordersPath(undefined, { statuses: ["UNPROCESSABLE_HARD"] }),
  },
  stations: ofStore("printlabel", stationsPath),
  storeInterchanges: ofStore("interchanges"),
  today: { permission: "today", at: todayPath },
  unacknowledged: { permission: "edi", at: interchangesPath({ acknowledged: "no" }) },
  views: { permission: "views", at: viewsPath },
  voucher: ofStore("nswvoucher"),
  wrongLabels: ofStore("printlabel", (alias) => wrongLabelsPath(alias)),
};

export const placeNames = Object.keys(places);

/** Where places are for a reader: a store's page is that of the first of the stores that has it (guide#links). */
export const findsFor =
  (may: (permission: Permission) => boolean, stores: readonly Store[]): Finds =>
  (place) => {
    if ("at" in place) return may(place.permission) ? { href: place.at } : undefined;
    if (!may(`store/${place.page}`)) return undefined;
    const page = storePage(place.page);
    const store = stores.find(({ storeType }) => storeHasPage(page, storeType));
    return store && { href: place.ofStore(store.storeAlias), store: store.storeName };
  };

/** The same by a place's name. */
export const findsNamed =
  (find: Finds): FindsNamed =>
  (name) => {
    const place = places[name];
    return place && find(place);
  };

/** Everything that a role opens, as the table of capabilities has it (guide#opens). */
export const openTo = (role: Role, policy: ActionPolicy, find: Finds): Opened[] =>
  capabilities
    .filter(({ permission }) => isAllowed({ roles: [role] }, rolesFor(permission, policy)))
    .map(({ permission, about }) => {
      const place = actionPlaces.get(permission);
      return { about, ...(place && find(place)) };
    });
