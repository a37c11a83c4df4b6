import { attempt, callPortalApi } from "#app/core/api/api.server.ts";
import { hasExtension } from "#app/core/api/extensions.server.ts";
import { actsAs, may, requireMay, type User } from "#app/core/auth/guard.server.ts";
import { bulkRow } from "#app/core/commands/bulk.server.ts";
import type { BulkKind, BulkPlace } from "#app/core/commands/bulkKind.server.ts";
import { actionLinks, offeredActions } from "#app/core/commands/model.ts";
import { ApiError } from "#app/core/http/apiError.server.ts";
import { hashOf } from "#app/core/http/once.server.ts";
import { rowId } from "#app/core/lists/gather.server.ts";
import { readable } from "#app/core/lists/listed.ts";
import type { RecordRef } from "#app/core/records/record.ts";
import type { TodayLine } from "#app/core/records/todayLine.ts";
import { knownStores, type StoreScope } from "#app/core/stores/guard.server.ts";
import { findStore, readableStores } from "#app/core/stores/model.ts";
import { compact, momentOf, newestOf, oldestOf, shorten, toText } from "#app/core/values/values.ts";
import {
  type Finder,
  type Found,
  nonEmpty,
  noPeople,
  once,
  unreadIn,
  withAction,
} from "#app/features/find/finder.server.ts";
import type { Hit } from "#app/features/find/hits.ts";
import { names, type ParsedSearch } from "#app/features/find/parsedSearch.ts";
import { pagedCount, storeViewList, viewList } from "#app/features/views/viewList.server.ts";
import type { RecordKind } from "#app/screens/recordKind.server.ts";
import { getExoCounts } from "#contract/counts.ts";
import type { WirePage, WireRow } from "#contract/envelopes.ts";
import type { ExoFilters, ExoSummary } from "#contract/exos.ts";
import type { Store } from "#contract/stores.ts";
import { aliasOf, listExos, readExo, requireExos, searchExos } from "./api.server.ts";
import { exoCommand } from "./commands.server.ts";
import { creditWords } from "./credit.ts";
import { creditLedger } from "./creditLedger.server.ts";
import { creditCommand, creditReason, learnCredits } from "./credits.server.ts";
import {
  exoRef,
  exoState,
  exoStatusOf,
  failed,
  isAtStep,
  sameCode,
  statusLineKey,
  stepLineKey,
  stepOf,
  toExo,
  troubled,
  unnamedStep,
} from "./model.ts";
import {
  creditCommandPath,
  creditSearch,
  creditsPath,
  type ExoFilter,
  exoPanelName,
  exoPath,
  exoSearch,
  exosPath,
} from "./paths.ts";

/** Failed returns are counted by step on so many pages; beyond, a number is 'or more' (today#returns). */
const maxPages = 3;

const retry = { action: "retry", label: "Retry" };
/** What is likely right for all returns of a status (today#work). */
const likely: ReadonlyMap<string, TodayLine["likely"]> = new Map(
  Object.entries<TodayLine["likely"]>({
    [failed]: retry,
    stalled: retry,
    stale: retry,
    hold: { action: "resume", label: "Resume" },
  }),
);

type LineState = Pick<TodayLine, "count" | "orMore" | "oldestAt" | "newestAt" | "revision">;

const statusLine = (status: string, state: LineState): TodayLine =>
  compact({
    ...state,
    key: statusLineKey(status),
    words: exoStatusOf(status).label,
    href: exosPath(undefined, { statuses: [status] }),
    likely: likely.get(status),
  });

const stepLine = (step: string, state: LineState): TodayLine => {
  const code = sameCode(step);
  const name = shorten(stepOf(step).name, 80);
  return compact({
    ...state,
    key: stepLineKey(step),
    words: name === "" ? "failed at a step that is not named" : `failed at ${name}`,
    href: exosPath(undefined, { statuses: [failed], step: code || unnamedStep }),
    likely: likely.get(failed),
  });
};

/** From a service that counts: one call (calls#counts). */
async function countedLines(user: User): Promise<TodayLine[]> {
  const rows = await callPortalApi(user, getExoCounts, {
    query: { statuses: [...troubled, failed].join(",") },
  });
  const counts = rows.flatMap((row) => (row.readable && row.row.count > 0 ? [row.row] : []));
  const stateOf = (ours: typeof counts): LineState => ({
    count: ours.reduce((sum, { count }) => sum + count, 0),
    orMore: false,
    oldestAt: oldestOf(ours.map(({ oldest_at }) => momentOf(oldest_at))),
    newestAt: newestOf(ours.map(({ newest_at }) => momentOf(newest_at))),
    revision: hashOf(ours.map(({ step, count, stamp }) => [step, count, stamp])),
  });
  const lines = troubled.flatMap((status) => {
    const ours = counts.filter((one) => one.status === status);
    return ours.length === 0 ? [] : [statusLine(status, stateOf(ours))];
  });
  const steps = counts.filter(({ status }) => status === failed);
  return [...lines, ...steps.map((one) => stepLine(toText(one.step), stateOf([one])))];
}

const changedAt = (row: WireRow<ExoSummary>) =>
  row.readable ? (momentOf(row.row.updated_at) ?? momentOf(row.row.created_at)) : undefined;

const stateOf = (rows: readonly WireRow<ExoSummary>[], count: number, orMore: boolean): LineState => ({
  count,
  orMore,
  oldestAt: oldestOf(rows.map(changedAt)),
  newestAt: newestOf(rows.map(changedAt)),
  revision: hashOf([
    count,
    rows.map((row) => (row.readable ? [row.row.id, row.row.updated_at, row.row.status] : row.id)).sort(),
  ]),
});

const pageOf = (user: User, status: string, page: number): Promise<WirePage<ExoSummary>> =>
  listExos({ user, store: undefined, stores: [] }, { ...exoSearch.every, statuses: [status], page });

/** How many stand in a status: all pages but the last are full, so that two calls count them (today#counts). */
async function statusLines(user: User, status: string): Promise<TodayLine[]> {
  const first = await pageOf(user, status, 1);
  const last = first.pages > 1 ? await pageOf(user, status, first.pages) : undefined;
  const rows = [...first.rows, ...(last?.rows ?? [])];
  const count = last ? (first.pages - 1) * first.rows.length + last.rows.length : first.rows.length;
  return count === 0 ? [] : [statusLine(status, stateOf(rows, count, false))];
}

/** The failed ones by the step that failed, which no documented call counts: they are read, up to three pages. */
async function failedLines(user: User): Promise<TodayLine[]> {
  const first = await pageOf(user, failed, 1);
  const numbers = Array.from({ length: Math.min(first.pages, maxPages) - 1 }, (_, index) => index + 2);
  const others = await Promise.all(numbers.map((page) => pageOf(user, failed, page)));
  const steps = new Map<string, WireRow<ExoSummary>[]>();
  for (const row of [first, ...others].flatMap(({ rows }) => rows)) {
    const step = row.readable ? sameCode(toText(row.row.status?.step)) : "";
    steps.set(step, [...(steps.get(step) ?? []), row]);
  }
  const isCut = first.pages > maxPages;
  return [...steps].map(([step, rows]) => stepLine(step, stateOf(rows, rows.length, isCut)));
}

/** Credits that have to be given by hand, with their sum, as far as they are known (returns#credits). */
async function creditLines(user: User): Promise<TodayLine[]> {
  const learnedCredits = await learnCredits(user);
  const sum = await creditLedger.sumOfCredits("owed", learnedCredits === "some");
  if (sum.count === 0) return [];
  const { rows } = await creditLedger.listCredits(creditSearch.every);
  return [
    {
      key: "returns:credits",
      words: sum.count === 1 && !sum.orMore ? "credit owed" : "credits owed",
      cents: sum.cents,
      ...((sum.orMore || !sum.isAmountWhole) && { isMoreMoney: true as const }),
      costsMoney: true,
      count: sum.count,
      orMore: sum.orMore,
      oldestAt: oldestOf(rows.map(({ since }) => since)),
      href: creditsPath({}),
      about:
        learnedCredits === "seen"
          ? "Only credits of returns that were opened in the portal are known."
          : undefined,
      revision: sum.revision,
    },
  ];
}

async function statusLinesOf(user: User): Promise<TodayLine[]> {
  if (await hasExtension(user, "counts")) return countedLines(user);
  const lines = await Promise.all([
    ...troubled.map((status) => statusLines(user, status)),
    failedLines(user),
  ]);
  return lines.flat();
}

/** The returns of all stores that need a person, by cause (today#returns, today#credits). Throws ApiError. */
async function exosToday(user: User): Promise<TodayLine[]> {
  const [lines, credits] = await Promise.all([statusLinesOf(user), creditLines(user)]);
  return [...lines, ...credits];
}

async function readReturn(user: User, { id }: RecordRef) {
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
      return { rows: rows.filter(isAtStep(filter.step)).map(rowId), hasNext: page < pages };
    },
    row(id, action) {
      const command = exoCommand({ scope, exoId: id, action, href: exoPath(alias, {}, { id }) });
      return bulkRow(command, id, ({ question, slot }) => ({
        label: question.heading,
        amount: slot.returned,
      }));
    },
  };
}

export const exosInBulk: BulkKind = {
  key: "returns",
  one: "return or exchange",
  many: "returns and exchanges",
  recordRef: (_, id) => exoRef(id),
  open: async (args, list) => placeOf(await requireExos(args, "returns.act"), exoSearch.read(list)),
};

/** Credits owed: several are marked as given with one reason (returns#credit-given). */
export const creditsInBulk: BulkKind = {
  key: "credits",
  one: "credit",
  many: "credits",
  recordRef: (_, id) => exoRef(id),
  async open({ request }, list) {
    const user = await requireMay(request, "returns.credits");
    const filter = creditSearch.read(list);
    return {
      user,
      listHref: creditsPath(filter),
      title: "Credits owed",
      async page(page) {
        if (page === 1) await learnCredits(user);
        const { rows, pages } = await creditLedger.listCredits({ ...filter, page });
        return { rows: rows.map(({ id }) => id), hasNext: page < pages };
      },
      recordHref: (id) => creditCommandPath(id, "given", {}),
      row: (id, _, words) =>
        bulkRow(creditCommand(user, id, "given", words === "" ? undefined : words), id, ({ slot }) => ({
          label: "Mark as given",
          amount: slot.amount,
          words: { label: creditReason, isRequired: true },
        })),
    };
  },
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

async function byId(user: User, id: string): Promise<ExoSummary[]> {
  const read = await attempt(readExo(user, id));
  if (read.ok) return [read.value.item];
  if (noSuchId.includes(read.error.code)) return [];
  throw new ApiError(read.error);
}

type Acting = { username: string; mayGive: boolean };

/** Credits of this amount, by which no call finds a return (find#amounts). */
async function byAmount(user: User, amount: number): Promise<Found> {
  if (!may(user, "returns.credits")) return { hits: [], isCut: false };
  await learnCredits(user);
  return {
    hits: (await creditLedger.creditsOfAmount(amount)).map(
      ({ id, name, customer, store, since, ...owed }) => ({
        href: exoPath(undefined, {}, { id }),
        title: shorten(name, 80),
        about: {
          who: customer,
          amount: creditWords(owed),
          state: { label: "Credit owed", tone: "attention" },
          store,
        },
        customer,
        at: since,
        isExact: false,
      }),
    ),
    isCut: false,
    unsearched: "Of the returns only credits that are owed were looked through for an amount.",
  };
}

function toHits(summary: ExoSummary, parsed: ParsedSearch, { username, mayGive }: Acting): Hit[] {
  const exo = toExo(summary);
  const href = exoPath(undefined, {}, { id: exo.id });
  const hit: Hit = {
    href,
    title: shorten(exo.name, 80),
    about: {
      who: shorten(exo.email, 80),
      where: shorten(nonEmpty(exo.orderId && `Order ${exo.orderId}`, exo.raNumber).join(" · "), 80),
      state: { label: exo.status.label, tone: exo.status.tone },
      store: shorten(exo.store, 80),
    },
    customer: exo.email,
    at: exo.createdAt,
    isExact: names(parsed, exo.id, exo.name, exo.raNumber, exo.raNumber.replace(/[-\s]/g, "")),
  };
  const given = { label: "Given", href: creditCommandPath(exo.id, "given", {}) };
  const links = [...actionLinks(href, offeredActions(exo.actions, username)), ...(mayGive ? [given] : [])];
  const about = { name: hit.title, state: exo.status.label, panel: exoPanelName(exo.id) };
  return withAction(hit, parsed.action, links, about);
}

/** Returns and exchanges of all stores, by name, id, order, RA# and email address; by people and parcels where the service can. */
const exoFinder: Finder = {
  kind: "returns",
  label: "Returns and Exchanges",
  by: "name, id, order, RA#, email address and the amount of a credit owed",
  permission: "returns",
  find: (user, parsed, stores) => {
    if (parsed.amount !== undefined) return byAmount(user, parsed.amount);
    return parsed.text.length < 2 ? undefined : search(user, parsed, stores);
  },
};

async function search(user: User, parsed: ParsedSearch, stores: readonly Store[]) {
  const canPeople = await hasExtension(user, "search");
  const filters = filtersOf(parsed, canPeople, stores);
  const [byNumber, ...pages] = await Promise.all([
    // An id has no blanks; only a service knows what its ids look like.
    parsed.email || parsed.text.includes(" ") ? [] : byId(user, parsed.text),
    ...filters.map((filter) => searchExos(user, filter)),
  ]);
  const found = pages.map(({ rows }) => readable(rows));
  const isFull = pages.some((page) => page.pages > 1);
  const acting = { username: actsAs(user, "returns.act"), mayGive: may(user, "returns.credits") };
  const isAboutPeople = parsed.isWords || parsed.phone !== undefined;
  return {
    hits: once([byNumber, ...found]).flatMap((row) => toHits(row, parsed, acting)),
    isCut: isFull,
    unread: unreadIn(pages.flatMap(({ rows }) => rows)),
    more:
      isFull && (parsed.code || parsed.email)
        ? exosPath(undefined, parsed.code ? { orderId: parsed.code } : { email: parsed.email })
        : undefined,
    unsearched: isAboutPeople && !canPeople ? noPeople : undefined,
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
    addresses: /^\/(store\/[^/]+\/)?returns\//,
    read: exosToday,
  },
  views: [
    viewList({
      title: "Returns and Exchanges",
      permission: "returns",
      at: /^\/returns\/?$/,
      search: exoSearch,
      path: (_, filter) => exosPath(undefined, filter),
      // No call narrows to a step: it would take every page (returns#step-filter).
      count: async (user, _, filter) => {
        if (filter.step !== "") return undefined;
        const stores = readableStores(await knownStores(user));
        return pagedCount((page) => listExos({ user, store: undefined, stores }, { ...filter, page }));
      },
    }),
    storeViewList(
      { page: "returns", search: exoSearch, list: exosPath },
      async (user, alias = "", filter) => {
        const store = findStore(await knownStores(user), alias);
        if (!store || filter.step !== "") return undefined;
        return pagedCount((page) => listExos({ user, store, stores: [store] }, { ...filter, page }));
      },
    ),
    viewList({
      title: "Credits",
      permission: "store/returns",
      at: /^\/returns\/credits\/?$/,
      search: creditSearch,
      path: (_, filter) => creditsPath(filter),
    }),
  ],
};
