import { setTimeout as delay } from "node:timers/promises";
import { callPortalApi } from "#app/core/api/api.server.ts";
import { hasExtension } from "#app/core/api/extensions.server.ts";
import { may, type User } from "#app/core/auth/guard.server.ts";
import { hashOf } from "#app/core/http/once.server.ts";
import { readable } from "#app/core/lists/listed.ts";
import type { TodayLine } from "#app/core/records/todayLine.ts";
import { listStores } from "#app/core/stores/guard.server.ts";
import { readableStores } from "#app/core/stores/model.ts";
import { momentOf, oldestOf, plural, shorten, toText } from "#app/core/values/values.ts";
import { exoPath } from "#app/domains/exos/paths.ts";
import { labelsTodaySource } from "#app/domains/labels/lastPrices/check.server.ts";
import { productPath } from "#app/domains/metaproducts/paths.ts";
import { orderPath } from "#app/domains/orders/paths.ts";
import { runsToday } from "#app/features/bulk/run.server.ts";
import { heldToday, portalNotes } from "#app/features/notes/notes.server.ts";
import { notesPath } from "#app/features/notes/paths.ts";
import { failuresToday } from "#app/features/today/failures.server.ts";
import { ownPart } from "#app/features/today/lines.ts";
import type { TodaySource } from "#app/features/today/parts.server.ts";
import { todayPath } from "#app/features/today/paths.ts";
import type { HandledRecords, TodayInput } from "#app/features/today/today.server.ts";
import { listAt } from "#app/features/work/paths.ts";
import { type DelayedWork, getDelayedWork, maxDelayedWork } from "#contract/actions.ts";
import type { Permission } from "#contract/capabilities.ts";
import type { Store } from "#contract/stores.ts";
import { lookAtHandled, recordKinds } from "./recordKinds.server.ts";

/** So many records of a line are named. */
const maxPlaces = 12;

type Kind = {
  record: string;
  permission: Permission;
  /** One of them, and several. */
  words: readonly [string, string];
  /** Where one is shown; undefined in a store that the service does not name. */
  href(row: DelayedWork, stores: readonly Store[]): string | undefined;
};

const kinds: readonly Kind[] = [
  {
    record: "order",
    permission: "store/orders",
    words: ["order waits for another company", "orders wait for another company"],
    href: ({ id }) => orderPath(undefined, {}, { id }),
  },
  {
    record: "return",
    permission: "store/returns",
    words: ["return waits for another company", "returns wait for another company"],
    href: ({ id }) => exoPath(undefined, {}, { id }),
  },
  {
    record: "product",
    permission: "store/products",
    words: ["product waits for its channel", "products wait for their channel"],
    href({ id, name, storegroup }, stores) {
      const store = stores.find(({ storeName }) => storeName === storegroup);
      return store && productPath(store.storeAlias, {}, { id, group: toText(name) });
    },
  },
];

function lineOf(
  { record, words: [one, several], href }: Kind,
  all: readonly DelayedWork[],
  stores: readonly Store[],
) {
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
    words: rows.length === 1 ? one : several,
    count: rows.length,
    orMore: all.length >= maxDelayedWork,
    oldestAt: oldestOf(rows.map(({ since }) => momentOf(since))),
    href: "",
    places: [...places.values()].slice(0, maxPlaces),
    about: shorten(about, 300),
    revision: hashOf(rows.map(({ id, action, since }) => [id, action, since])),
  };
  return [line];
}

/** What the service accepted and could not do yet, by the kind of record (today#delayed). Throws ApiError. */
async function delayedToday(user: User): Promise<TodayLine[]> {
  if (!(await hasExtension(user, "counts"))) return [];
  const [answer, stores] = await Promise.all([callPortalApi(user, getDelayedWork), listStores(user)]);
  const rows = readable(answer);
  return kinds
    .filter(({ permission }) => may(user, permission))
    .flatMap((kind) => lineOf(kind, rows, readableStores(stores)));
}

/** What is handled is looked at for so long; what was not looked at then stays as it was known last. */
const lookMs = 3_000;

/** The lines of a part, read while those of its records that are handled are looked at. */
const withHandled = ({ records = [], ...source }: TodaySource): TodaySource => ({
  ...source,
  records,
  async read(user) {
    const looked = Promise.race([lookAtHandled(user, records), delay(lookMs, undefined, { ref: false })]);
    const [lines] = await Promise.all([source.read(user), looked]);
    return lines;
  },
});

const order = ["returns", "orders", "edi", "products", "rules"];

/** Its lines with the lists that they lead to. */
const withLists = (source: TodaySource): TodaySource => ({
  ...source,
  read: async (user) => (await source.read(user)).map((line) => ({ ...line, list: listAt(line.href) })),
});

const parts: readonly TodaySource[] = [
  {
    key: ownPart,
    title: "Yours",
    commands: ["today"],
    read: async (user) => (await Promise.all([heldToday(user), failuresToday(user), runsToday(user)])).flat(),
  },
  {
    key: "delayed",
    title: "Waiting for another company",
    commands: ["store/orders", "store/returns", "store/products"],
    read: delayedToday,
  },
  ...recordKinds
    .flatMap(({ today }) => (today ? [today.records ? withHandled(today) : today] : []))
    .sort((one, other) => order.indexOf(one.key) - order.indexOf(other.key)),
  labelsTodaySource,
];

const sources = parts.map(withLists);

const handled: HandledRecords = {
  inLines: portalNotes.handledInLines,
  async latest(ofKinds, most) {
    const records = await portalNotes.handled(ofKinds, most);
    return records.map(({ name, href, by, at, because, ...ref }) => ({
      ...{ name, href, by, at, because },
      here: notesPath(ref, todayPath),
    }));
  },
};

/** The work of this person's roles (today#whose): those of the store's page count, not of all stores' pages. */
export const sourcesFor = (user: User): TodaySource[] =>
  sources.filter(({ commands }) => commands.some((permission) => may(user, permission)));

export const todayFor = (user: User): TodayInput => ({ sources: sourcesFor(user), handled });
