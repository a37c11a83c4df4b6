import { may, type User } from "#app/auth/guard.server.ts";
import { callPortalApi } from "#app/http/api.server.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { hashOf } from "#app/http/once.server.ts";
import { listStores } from "#app/stores/api.server.ts";
import { readableStores } from "#app/stores/model.ts";
import type { TodayLine } from "#app/today/lines.ts";
import { momentOf, oldestOf, plural, shorten, toText } from "#app/values/values.ts";
import type { Permission } from "#contract/capabilities.ts";
import { type DelayedWork, getDelayedWork } from "#contract/delayedWork.ts";
import type { Store } from "#contract/stores.ts";
import { exoPath } from "./exos/paths.ts";
import { productPath } from "./metaproducts/paths.ts";
import { orderPath } from "./orders/paths.ts";

/** So many records of a line are named. */
const maxPlaces = 12;

type Kind = {
  record: string;
  permission: Permission;
  words: string;
  /** Where one is shown; undefined in a store that the service does not name. */
  href(row: DelayedWork, stores: readonly Store[]): string | undefined;
};

const kinds: readonly Kind[] = [
  {
    record: "order",
    permission: "store/orders",
    words: "orders wait for another company",
    href: ({ id }) => orderPath(undefined, {}, { id }),
  },
  {
    record: "return",
    permission: "store/returns",
    words: "returns wait for another company",
    href: ({ id }) => exoPath(undefined, {}, { id }),
  },
  {
    record: "product",
    permission: "store/products",
    words: "products wait for their channel",
    href({ id, name, storegroup }, stores) {
      const store = stores.find(({ storeName }) => storeName === storegroup);
      return store && productPath(store.storeAlias, {}, { id, group: toText(name) });
    },
  },
];

function lineOf({ record, words, href }: Kind, all: readonly DelayedWork[], stores: readonly Store[]) {
  const rows = all.filter((row) => row.record === record);
  const [oldest] = rows;
  if (!oldest) return [];
  const places = new Map(
    rows.flatMap((row) => {
      const at = href(row, stores);
      const label = shorten([toText(row.name) || row.id, toText(row.action)].filter(Boolean).join(", "), 80);
      return at === undefined ? [] : [[at, { label, words: toText(row.storegroup), href: at }]];
    }),
  );
  const why = toText(oldest.message);
  const about = `The oldest was tried ${plural(Number(oldest.attempts ?? 0), "time", "times")}, and will be again${why && `: ${why}`}`;
  const line: TodayLine = {
    key: `delayed:${record}`,
    words,
    count: rows.length,
    orMore: false,
    oldestAt: oldestOf(rows.map(({ since }) => momentOf(since))),
    href: "",
    places: [...places.values()].slice(0, maxPlaces),
    about: shorten(about, 300),
    revision: hashOf(rows.map(({ id, action, since }) => [id, action, since])),
  };
  return [line];
}

/** What the service accepted and could not do yet, by the kind of record (today#delayed). Throws ApiError. */
export async function delayedToday(user: User): Promise<TodayLine[]> {
  if (!(await hasExtension(user, "delayed-work"))) return [];
  const [answer, stores] = await Promise.all([callPortalApi(user, getDelayedWork), listStores(user)]);
  const rows = answer.flatMap((row) => (row.readable ? [row.row] : []));
  return kinds
    .filter(({ permission }) => may(user, permission))
    .flatMap((kind) => lineOf(kind, rows, readableStores(stores)));
}
