import { attempt } from "#app/core/api/api.server.ts";
import { may, type User } from "#app/core/auth/guard.server.ts";
import { listStores } from "#app/core/stores/guard.server.ts";
import { openStorePages, readableStores } from "#app/core/stores/model.ts";
import { storePath } from "#app/core/stores/paths.ts";
import { exoStatusOf } from "#app/domains/exos/model.ts";
import { creditsPath, exosPath } from "#app/domains/exos/paths.ts";
import { labelFinder } from "#app/domains/labels/finder.server.ts";
import { findMessages } from "#app/domains/metaproducts/record.server.ts";
import { ordersPath } from "#app/domains/orders/paths.ts";
import { orderStatusChoices } from "#app/domains/orders/statuses.ts";
import { shipmentFinder } from "#app/domains/shipments/screens.server.ts";
import { runsPath } from "#app/features/bulk/paths.ts";
import { type Finder, findAll, nonEmpty } from "#app/features/find/finder.server.ts";
import type { FindResult, Hit } from "#app/features/find/hits.ts";
import { holds, names, type ParsedSearch } from "#app/features/find/parsedSearch.ts";
import type { Permission } from "#contract/capabilities.ts";
import { processingStates } from "#contract/processing.ts";
import type { Store } from "#contract/stores.ts";
import { accountMenu, globalMenu } from "./navigation.ts";
import { recordKinds } from "./recordKinds.server.ts";

const storeFinder: Finder = {
  kind: "stores",
  label: "Stores",
  by: "name and alias",
  permission: "stores",
  find: async (_, parsed, stores) => ({
    hits: stores
      .filter(({ storeName, storeAlias }) => holds(parsed, storeName, storeAlias))
      .map(({ storeName, storeAlias, storeType }) => ({
        href: storePath(storeAlias),
        title: storeName,
        about: { rest: nonEmpty(storeAlias, storeType) },
        isExact: names(parsed, storeName, storeAlias),
      })),
    isCut: false,
  }),
};

const unlistedPages: readonly { label: string; href: string; permission: Permission }[] = [
  { label: "Credits owed", href: creditsPath({}), permission: "returns.credits" },
  { label: "Your runs", href: runsPath, permission: "bulk" },
];

/** The pages that a person may open: those of all stores, the account's, and each store's. */
function pagesOf(
  user: User,
  stores: readonly Store[],
): { label: string; href: string; store: string; alias: string }[] {
  const open = (permission: Permission) => may(user, permission);
  return [
    ...[
      ...globalMenu(open),
      ...accountMenu(open),
      ...unlistedPages.filter(({ permission }) => open(permission)),
    ].map((page) => ({ ...page, store: "", alias: "" })),
    ...stores.flatMap(({ storeAlias, storeName, storeType }) =>
      openStorePages(storeType, user.roles).map(({ label, segment }) => ({
        label,
        href: storePath(storeAlias, segment),
        store: storeName,
        alias: storeAlias,
      })),
    ),
  ];
}

function pageHits(user: User, parsed: ParsedSearch, stores: readonly Store[]): Hit[] {
  return pagesOf(user, stores)
    .filter(({ label, store, alias }) => holds(parsed, label, store, alias))
    .map(({ label, href, store, alias }) => ({
      href,
      title: store === "" ? label : `${label} · ${store}`,
      about: {},
      isExact: names(parsed, ...[store, alias].flatMap((of) => [`${label} ${of}`, `${of} ${label}`])),
    }));
}

/** The lists of all records in a status, and of the products with a validation message (find#lists). */
const listFinder: Finder = {
  kind: "lists",
  label: "Lists",
  by: "status and validation message, in words",
  permission: "stores",
  find: (user, parsed, stores) =>
    parsed.isWords && parsed.text.length > 2 ? findLists(user, parsed, stores) : undefined,
};

async function findLists(user: User, parsed: ParsedSearch, stores: readonly Store[]) {
  const statuses = [
    ...(may(user, "orders")
      ? orderStatusChoices.map(({ value, label }) => ({
          title: `Orders: ${label}`,
          label,
          href: ordersPath(undefined, { statuses: [value] }),
        }))
      : []),
    ...(may(user, "returns")
      ? processingStates.map((code) => ({
          title: `Returns and Exchanges: ${exoStatusOf(code).label}`,
          label: exoStatusOf(code).label,
          href: exosPath(undefined, { statuses: [code] }),
        }))
      : []),
  ];
  const hits: Hit[] = statuses
    .filter(({ label }) => holds(parsed, label))
    .map(({ title, label, href }) => ({ href, title, about: {}, isExact: names(parsed, label) }));
  if (may(user, "store/products")) hits.push(...(await findMessages(user, parsed, stores)));
  return { hits: hits.slice(0, maxPages), isCut: hits.length > maxPages };
}

const maxPages = 20;

const pageFinder: Finder = {
  kind: "pages",
  label: "Pages",
  by: "name",
  permission: "stores",
  find: async (user, parsed, stores) => {
    const hits = pageHits(user, { ...parsed, text: parsed.whole }, stores);
    return { hits: hits.slice(0, maxPages), isCut: hits.length > maxPages };
  },
};

const finders: readonly Finder[] = [
  ...recordKinds.map(({ finder }) => finder),
  labelFinder,
  shipmentFinder,
  listFinder,
  storeFinder,
  pageFinder,
];

async function findIn(
  asked: readonly Finder[],
  user: User,
  query: string,
  timeoutMs: number,
): Promise<FindResult> {
  const stores = await attempt(listStores(user));
  const found = await findAll(asked, user, query, {
    stores: stores.ok ? readableStores(stores.value) : [],
    timeoutMs,
  });
  if (stores.ok) return found;
  return {
    ...found,
    unsearched: [...found.unsearched, `Stores could not be asked: ${stores.error.message}`],
  };
}

/** What is found of everything that this person may see (find#asking). */
export const find = (user: User, query: string): Promise<FindResult> => findIn(finders, user, query, 4_000);

/** The same without what asks many calls, while somebody is typing. */
export const findWhileTyping = (user: User, query: string, timeoutMs: number): Promise<FindResult> =>
  findIn(
    finders.filter(({ isSlow }) => !isSlow),
    user,
    query,
    timeoutMs,
  );
