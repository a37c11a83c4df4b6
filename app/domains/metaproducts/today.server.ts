import type { User } from "#app/auth/guard.server.ts";
import { callPortalApi } from "#app/http/api.server.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { hashOf } from "#app/http/once.server.ts";
import { countWords, sumOf, type TodayLine } from "#app/today/lines.ts";
import { compact, toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import { getProductMessageCounts } from "#contract/counts.ts";
import { metaProductPageSize } from "#contract/metaproducts.ts";
import type { Store } from "#contract/stores.ts";
import { listMetaProducts } from "./api.server.ts";
import { productSearch, productsPath } from "./paths.ts";
import { messageLine } from "./state.server.ts";

/** Messages with lines of their own, the commonest; the others are one line (today#products). */
const maxMessages = 12;
const maxMessageLength = 160;

/** The products of one store that its channel refuses with one message. */
type Refused = { store: Store; message: string; count: number; orMore: boolean; revision: string };

function toLine(key: string, words: string, ours: readonly Refused[]): TodayLine {
  const sum = sumOf(ours);
  const stores = [...new Set(ours.map(({ store }) => store))];
  const hrefOf = ({ storeAlias }: Store) => productsPath(storeAlias, { invalid: true });
  const [first] = stores;
  const isOneStore = first !== undefined && stores.length === 1;
  return compact({
    ...sum,
    key,
    words: isOneStore ? `${words} (${shorten(first.storeName, 60)})` : words,
    href: isOneStore ? hrefOf(first) : "",
    places: isOneStore
      ? undefined
      : stores.map((store) => ({
          label: shorten(store.storeName, 60),
          words: countWords(sumOf(ours.filter((one) => one.store === store))),
          href: hrefOf(store),
        })),
    about: "A store's list holds all its refused products: it cannot be filtered by message.",
    revision: hashOf(
      ours.map(({ store, message, count, revision }) => [store.storeAlias, message, count, revision]),
    ),
  });
}

/** One line a message, over all stores, the commonest first. */
function toLines(refused: readonly Refused[]): TodayLine[] {
  const messages = new Map<string, Refused[]>();
  for (const one of refused) messages.set(one.message, [...(messages.get(one.message) ?? []), one]);
  const commonest = [...messages].sort(([, one], [, other]) => sumOf(other).count - sumOf(one).count);
  const rest = commonest.slice(maxMessages);
  const others = rest.flatMap(([, ours]) => ours);
  const sums = rest.map(([message]) => messageLine(message));
  return [
    ...commonest
      .slice(0, maxMessages)
      .map(([message, ours]) => toLine(messageLine(message), shorten(message, maxMessageLength), ours)),
    ...(others.length === 0 ? [] : [{ ...toLine("products:others", "with other messages", others), sums }]),
  ];
}

/** From a service that counts: one call for all stores (calls#counts). */
async function counted(user: User, stores: readonly Store[]): Promise<Refused[]> {
  const rows = await callPortalApi(user, getProductMessageCounts);
  return rows.flatMap((row) => {
    const store = row.readable ? stores.find(({ storeName }) => storeName === row.row.storegroup) : undefined;
    if (!row.readable || !store || row.row.count === 0) return [];
    const { message, count, stamp } = row.row;
    return [{ store, message, count, orMore: false, revision: toText(stamp) }];
  });
}

/** By the documented call: the first page of a store's refused products. */
async function readOf(user: User, store: Store): Promise<Refused[]> {
  const rows = await listMetaProducts(user, store, { ...productSearch.every, invalid: true });
  const messages = new Map<string, string[]>();
  for (const row of rows) {
    if (!row.readable) continue;
    const own = new Set((row.row.validationStatus ?? []).map(toText).filter(Boolean));
    for (const message of own) messages.set(message, [...(messages.get(message) ?? []), row.row.id]);
  }
  const orMore = rows.length >= metaProductPageSize;
  return [...messages].map(([message, ids]) => ({
    store,
    message,
    count: ids.length,
    orMore,
    revision: hashOf(ids.sort()),
  }));
}

/** The products that their channels refuse, by message (today#products). Throws ApiError. */
export async function productsToday(user: User, stores: readonly Store[]): Promise<TodayLine[]> {
  if (await hasExtension(user, "product-message-counts")) return toLines(await counted(user, stores));
  return toLines((await Promise.all(stores.map((store) => readOf(user, store)))).flat());
}
