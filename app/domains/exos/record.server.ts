import { actsAs, type User } from "#app/auth/guard.server.ts";
import type { BulkKind, BulkPlace } from "#app/bulk/kind.server.ts";
import { bulkRow } from "#app/confirm/bulk.server.ts";
import { actionLinks } from "#app/confirm/model.ts";
import { type Finder, noPeople, once, said, withAction } from "#app/find/finder.server.ts";
import type { Hit } from "#app/find/hits.ts";
import { names, type ParsedSearch } from "#app/find/parsedSearch.ts";
import { attempt } from "#app/http/api.server.ts";
import { ApiError } from "#app/http/apiError.server.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import type { NoteRef } from "#app/notes/notes.ts";
import type { RecordKind } from "#app/recordPages/recordKind.server.ts";
import { pagedCount, viewList } from "#app/savedViews/viewList.server.ts";
import { knownStores } from "#app/stores/api.server.ts";
import type { StoreScope } from "#app/stores/guard.server.ts";
import { findStore, readableStores } from "#app/stores/model.ts";
import { shorten } from "#app/values/show.ts";
import type { ExoFilters, ExoSummary } from "#contract/exos.ts";
import type { Store } from "#contract/stores.ts";
import { listExos, readExo, searchExos } from "./api.server.ts";
import { exoCommand } from "./command.server.ts";
import { actionsFor, rowsAt } from "./list.ts";
import { toExo } from "./model.ts";
import { creditSearch, creditsPath, type ExoFilter, exoPath, exoSearch, exosPath } from "./paths.ts";
import { aliasOf, isOfScope, requireExos } from "./scope.server.ts";
import { exoRef, exoState } from "./state.ts";
import { exosToday } from "./today.server.ts";

async function readReturn(user: User, { id }: NoteRef) {
  const { item } = await readExo(user, id);
  return item.id === id ? { name: shorten(toExo(item).name, 120), ...exoState(item) } : undefined;
}

function placeOf(scope: StoreScope, filter: ExoFilter): BulkPlace {
  const alias = aliasOf(scope);
  return {
    user: scope.user,
    listHref: exosPath(alias, filter),
    title: "Returns and Exchanges",
    async page(page) {
      const { rows, pages } = await listExos(scope, { ...filter, page });
      const ids = rowsAt(filter.step, rows).map((row) => (row.readable ? row.row.id : row.id));
      return { ids, hasNext: page < pages };
    },
    row(id, action) {
      const isOwn = (store: string) => isOfScope(scope, store);
      const href = exoPath(alias, {}, { id });
      const command = exoCommand({ user: scope.user, exoId: id, action, href, isOfScope: isOwn });
      return bulkRow(command, id, ({ question, slot }) => ({
        label: question.heading,
        amount: slot.returned,
      }));
    },
  };
}

/** Returns and exchanges, of which several can be acted on at once. */
const exosInBulk: BulkKind = {
  key: "returns",
  one: "return or exchange",
  many: "returns and exchanges",
  open: async (args, list) => placeOf(await requireExos(args, "returns.act"), exoSearch.read(list)),
};

const unique = (...texts: readonly (string | undefined)[]): string[] => [
  ...new Set(texts.filter((text) => text !== undefined)),
];

/**
 * What is asked for: numbers as our service writes them and as they were typed, since another one may print 'RA-4711'.
 * `searchTerm` is documented for one store's list: without the extension it goes with the names of all of them, and
 * numbers and email addresses go by their own filters as well (calls#exos).
 */
function filtersOf(parsed: ParsedSearch, canPeople: boolean, stores: readonly Store[]): ExoFilters[] {
  const { text, email, phone, exoName, raNumber, code } = parsed;
  const isOneWord = !text.includes(" ");
  const terms = unique(exoName ?? raNumber ?? (canPeople ? phone : undefined) ?? code ?? text);
  if (isOneWord) terms.push(...unique(text).filter((typed) => !terms.includes(typed)));
  if (canPeople) return terms.map((searchTerm) => ({ searchTerm }));
  if (email) return [{ emailAddress: email }];
  const names = stores.map(({ storeName }) => storeName);
  const byTerm = terms.map((searchTerm) => ({ searchTerm, stores: names }));
  if (exoName) return byTerm;
  if (raNumber) {
    const printed = unique(raNumber, text, raNumber.slice("RA".length));
    return [...printed.map((number) => ({ raNumber: number })), ...byTerm];
  }
  return [...terms.map((orderId) => ({ orderId })), ...(code ? [{ raNumber: code }] : []), ...byTerm];
}

/** What a service answers where an id is none of its own. */
const noSuchId: readonly number[] = [400, 404, 422];

/** The one EXO of an id; none where there is no such one. */
async function byId(user: User, id: string): Promise<ExoSummary[]> {
  const read = await attempt(readExo(user, id));
  if (read.ok) return [read.value.item];
  if (noSuchId.includes(read.error.code)) return [];
  throw new ApiError(read.error);
}

function toHits(summary: ExoSummary, parsed: ParsedSearch, username: string): Hit[] {
  const exo = toExo(summary);
  const href = exoPath(undefined, {}, { id: exo.id });
  const hit: Hit = {
    href,
    title: shorten(exo.name, 80),
    about: said(
      exo.status.label,
      exo.store,
      exo.orderId && `Order ${exo.orderId}`,
      exo.raNumber,
      exo.email,
    ).map((text) => shorten(text, 80)),
    isExact: names(parsed, exo.id, exo.name, exo.raNumber, exo.raNumber.replace(/[-\s]/g, "")),
  };
  return withAction(hit, parsed.action, actionLinks(href, actionsFor(exo, username)));
}

/** Returns and exchanges of all stores, by name, id, order, RA# and email address; by people and parcels where the service can. */
const exoFinder: Finder = {
  kind: "returns",
  label: "Returns and Exchanges",
  by: "name, id, order, RA# and email address",
  permission: "returns",
  find: (user, parsed, stores) => (parsed.text.length < 2 ? undefined : search(user, parsed, stores)),
};

async function search(user: User, parsed: ParsedSearch, stores: readonly Store[]) {
  const canPeople = await hasExtension(user, "people-search");
  const filters = filtersOf(parsed, canPeople, stores);
  const [known, ...pages] = await Promise.all([
    // An id has no blanks; only a service knows what its ids look like.
    parsed.email || parsed.text.includes(" ") ? [] : byId(user, parsed.text),
    ...filters.map((filter) => searchExos(user, filter)),
  ]);
  const found = pages.map(({ rows }) => rows.flatMap((row) => (row.readable ? [row.row] : [])));
  const isFull = pages.some((page) => page.pages > 1);
  const username = actsAs(user, "returns.act");
  const isAboutPeople = parsed.isWords || parsed.phone !== undefined;
  return {
    hits: once([known, ...found]).flatMap((row) => toHits(row, parsed, username)),
    isCut: isFull,
    ...(isFull && parsed.email ? { more: exosPath(undefined, { email: parsed.email }) } : {}),
    ...(isFull && parsed.code ? { more: exosPath(undefined, { orderId: parsed.code }) } : {}),
    ...(isAboutPeople && !canPeople ? { unsearched: noPeople } : {}),
  };
}

/** Returns and exchanges (notes#whose, today#returns, views#what). */
export const exoRecord: RecordKind = {
  key: "return",
  noun: "return",
  ref: (_, id) => exoRef(id),
  read: readReturn,
  href: ({ id }) => exoPath(undefined, {}, { id }),
  bulk: exosInBulk,
  finder: exoFinder,
  today: {
    key: "returns",
    title: "Returns and Exchanges",
    commands: ["store/returns"],
    records: ["return"],
    read: exosToday,
  },
  views: [
    viewList({
      title: "Returns and Exchanges",
      permission: "returns",
      at: /^\/returns\/?$/,
      search: exoSearch,
      path: (_, filter) => exosPath(undefined, filter),
      // No call narrows to a step: each page does so by itself (returns#step-filter).
      count: async (user, _, filter) => {
        if (filter.step !== "") return undefined;
        const stores = readableStores(await knownStores(user));
        return pagedCount((page) => listExos({ user, store: undefined, stores }, { ...filter, page }));
      },
    }),
    viewList({
      title: "Returns and Exchanges",
      permission: "store/returns",
      at: /^\/store\/([^/]+)\/returns\/?$/,
      search: exoSearch,
      path: exosPath,
      count: async (user, alias = "", filter) => {
        const store = findStore(await knownStores(user), alias);
        if (!store || filter.step !== "") return undefined;
        return pagedCount((page) => listExos({ user, store, stores: [store] }, { ...filter, page }));
      },
    }),
    viewList({
      title: "Credits",
      permission: "store/returns",
      at: /^\/returns\/credits\/?$/,
      search: creditSearch,
      path: (_, filter) => creditsPath(filter),
    }),
  ],
};
