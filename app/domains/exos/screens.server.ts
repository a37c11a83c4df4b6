import { data, redirect } from "@remix-run/node";
import { attempt } from "#app/core/api/api.server.ts";
import { datedFilter } from "#app/core/api/extensions.server.ts";
import { type FetchedFile, fileFailed, safeFileName } from "#app/core/api/file.server.ts";
import { keepPerSession } from "#app/core/api/keepPerSession.server.ts";
import { actsAs, may, requireMay, type User } from "#app/core/auth/guard.server.ts";
import type { CommandPage } from "#app/core/commands/confirm.server.ts";
import { env } from "#app/core/env.server.ts";
import { ApiError, notFound } from "#app/core/http/apiError.server.ts";
import type { ErrorView } from "#app/core/http/errorView.ts";
import { takePanelFlash } from "#app/core/http/flash.server.ts";
import type { ListPage } from "#app/core/lists/listed.ts";
import { knownStores, type StoreScope } from "#app/core/stores/guard.server.ts";
import { readableStores } from "#app/core/stores/model.ts";
import { withChosen } from "#app/core/ui/fields/multiSelectChoice.ts";
import type { RelatedGroup } from "#app/core/ui/RelatedRecords.tsx";
import { parseSearch } from "#app/features/find/parsedSearch.ts";
import { findPath } from "#app/features/find/paths.ts";
import { marksOfRows, notesOf } from "#app/features/notes/notes.server.ts";
import { defineSheet, ownRows } from "#app/features/sheets/defineSheet.server.ts";
import { type OnePage, pageOrAll, sheetSearch } from "#app/features/sheets/sheetChoices.ts";
import { pagesPerSlice } from "#app/features/sheets/sheetExport.server.ts";
import { dialogPlace, documentFile, recordPages } from "#app/screens/recordPages.server.ts";
import type { Store } from "#contract/stores.ts";
import { storeTypeFacts, storeTypeHas } from "#contract/storeTypes.ts";
import { aliasOf, fetchBlob, gatherExos, isOfScope, listExos, readExo, requireExos } from "./api.server.ts";
import { creditSheetPlan, exoColumns, exoSheetPlan, toExoList } from "./columns.ts";
import { type ExoSlot, exoCommand } from "./commands.server.ts";
import { type Credit, countedSumWords, creditWords } from "./credit.ts";
import { creditLedger, creditPageSize } from "./creditLedger.server.ts";
import { creditOf, givenWords, learnCredits, shownCredit } from "./credits.server.ts";
import { type ExoPanel, type OrderParcels, toExoDetail, toExoUnavailable } from "./detail.ts";
import { exoRef, exoState, exoStatusChoices, toExo } from "./model.ts";
import {
  creditSearch,
  creditsBelow,
  creditsPath,
  type ExoFilter,
  type ExoView,
  exoListPath,
  exoPanelName,
  exoPath,
  exoSearch,
  exosPath,
  exoView,
} from "./paths.ts";
import { exosInBulk } from "./record.server.ts";
import { type ExoFile, filesOf } from "./references.ts";

function placeOf(scope: StoreScope, { url }: Request) {
  const credits = creditsBelow(new URL(url));
  const view: ExoView = { ...exoView.read(url), ...(credits && { credits }) };
  // Over the credits owed the query has their filter.
  return { alias: aliasOf(scope), filter: exoSearch.read(credits ? "" : url), view };
}

type Files = { exoName: string; store: string; files: ExoFile[] };

/** A page of thumbnails requests one EXO many times: its files are cached for a minute. */
const storedFiles = keepPerSession<Files>({
  keepForMs: 60_000,
  keepAtMost: 200,
  read: async (user, exoId) => {
    const { item, raw } = await readExo(user, exoId);
    const { name, store } = toExo(item);
    return { exoName: name, store, files: filesOf(raw) };
  },
});

// Nothing was typed here, and the list knows no more than the EXO does.
const isMissing = ({ code }: ErrorView): boolean => code === 400 || code === 404;
const whenMissing = "The file may be gone, or was never kept. Give support the reference.";

type Found = { file: FetchedFile; fileName: string };

async function openFile(scope: StoreScope, exoId: string, fileId: string): Promise<Found> {
  const { user } = scope;
  const of = ({ files }: Files) => files.find(({ id }) => id === fileId);
  let found = await storedFiles(user, exoId);
  if (!of(found)) found = await storedFiles(user, exoId, { refresh: true });
  const wanted = of(found);
  if (!wanted || !isOfScope(scope, found.store)) {
    throw new ApiError({
      statusLine: "Not Found",
      code: 404,
      message: "The exchange order has no such file.",
      correlationId: user.correlationId,
      advice: "Reload the exchange order and look again.",
    });
  }
  const file = await attempt(fetchBlob(user, wanted.query));
  if (!file.ok)
    throw new ApiError({ ...file.error, ...(isMissing(file.error) ? { advice: whenMissing } : {}) });
  return { file: file.value, fileName: safeFileName(found.exoName, wanted.name, file.value.ending) };
}

const isPicture = (type: string): boolean => type.startsWith("image/");

/**
 * A file of an EXO as a response: nosniff, a safe name, pictures inline and anything else
 * as a download. On failure a navigating browser is redirected to the panel, which says why.
 */
export async function exoFile(scope: StoreScope, request: Request, exoId: string, fileId: string) {
  const opened = await attempt(openFile(scope, exoId, fileId));
  if (!opened.ok) {
    const { alias, filter, view } = placeOf(scope, request);
    const failedTo = exoPath(alias, filter, { id: exoId, ...view });
    return fileFailed(request, opened.error, failedTo, { panel: exoPanelName(exoId) });
  }
  const { file, fileName } = opened.value;
  const headers = {
    "Content-Type": file.type,
    "Content-Disposition": `${isPicture(file.type) ? "inline" : "attachment"}; filename="${fileName}"`,
    "Content-Security-Policy": "default-src 'none'; sandbox",
    // Compressing already compressed files only slows them down.
    "Cache-Control": "private, max-age=600, no-transform",
    // The next user of this browser gets a fresh response, or none at all (sign-in#files).
    Vary: "Cookie",
    "Content-Length": String(file.bytes.length),
  };
  return new Response(file.bytes, { headers });
}

export const exoSheet = defineSheet({
  what: "returns",
  plan: exoSheetPlan,
  choice: sheetSearch,
  guard: (args) => requireExos(args, "returns.export"),
  filterOf: ({ url }) => exoSearch.read(url),
  listPath: ({ store }, filter) => exosPath(store?.storeAlias, filter),
  rowsOf: (scope, filter) => ({
    subject: scope.store?.storeName ?? "all-stores",
    options: { step: filter.step, timeZone: env.TIME_ZONE },
    pageSize: undefined,
    pagesPerSlice,
    readPage: (page) => listExos(scope, { ...filter, page }),
  }),
});

const maxSheetRows = 1_000;

export const creditSheet = defineSheet({
  what: "credits",
  plan: creditSheetPlan,
  choice: sheetSearch,
  guard: ({ request }) => requireMay(request, "returns.credits"),
  filterOf: ({ url }) => creditSearch.read(url),
  listPath: (_, filter) => creditsPath(filter),
  rowsOf: (_, filter, { all }) => {
    const pageSize = all ? maxSheetRows : creditPageSize;
    return {
      subject: filter.side,
      options: { timeZone: env.TIME_ZONE },
      pageSize,
      pagesPerSlice: 1,
      readPage: async (page) => ({
        rows: ownRows((await creditLedger.listCredits({ ...filter, page }, pageSize)).rows),
      }),
    };
  },
});

const toRow = ({ cents, orMore, given, ...facts }: Credit) => ({
  ...facts,
  amount: creditWords({ cents, orMore }),
  given: given && givenWords(given),
});
export type CreditRow = ReturnType<typeof toRow>;

/** The list of the credits owed, or given, with their sum (returns#credits). */
export async function creditsScreen(user: User) {
  const filter = creditSearch.read(user.request.url);
  const coverage = await attempt(learnCredits(user));
  const isWhole = coverage.ok && coverage.value !== "some";
  const orMore = filter.side === "owed" && !isWhole;
  const [{ rows, pages, sum }, ofAll, stores] = await Promise.all([
    creditLedger.listCredits(filter),
    creditLedger.sumOfCredits(filter.side, orMore),
    knownStores(user),
  ]);
  const list: ListPage<CreditRow> = { rows: rows.map((credit) => ({ row: toRow(credit) })), pages };
  const screen = {
    filter,
    list,
    sum: countedSumWords({ ...ofAll, ...sum }, filter.side),
    // A credit has its store's name, not its alias.
    storeChoices: withChosen(
      readableStores(stores)
        .filter(({ storeType }) => storeTypeHas(storeType, "returns"))
        .map(({ storeName }) => ({ value: storeName, label: storeName })),
      filter.stores,
    ),
    mayAct: user.username !== "",
    download: rows.length > 0 ? pageOrAll("credits", filter, { rows, pages }, creditsPath) : undefined,
    coverage: coverage.ok ? coverage.value : ("some" as const),
  };
  if (!coverage.ok) return data({ ...screen, error: coverage.error }, { status: 502 });
  return data({ ...screen, error: undefined });
}

/** The choices of the Store filter: stores of a type that has returns; `stores` come sorted by name. */
export const exoStoreChoices = (stores: readonly Store[]): { value: string; label: string }[] =>
  stores.flatMap(({ storeName, storeAlias, storeType }) =>
    storeTypeHas(storeType, "returns")
      ? [{ value: storeAlias, label: `${storeName} (${storeTypeFacts[storeType].name})` }]
      : [],
  );

/** The name that actions on these bear; empty where none are offered. */
const actorOf = ({ user, store }: StoreScope) => actsAs(user, store ? "store/returns" : "returns.act");

async function listOf(scope: StoreScope, request: Request) {
  const requested = exoSearch.read(request.url);
  const page = await gatherExos(scope, requested);
  const marks = await marksOfRows(page.rows, (row) => ({ ref: exoRef(row.id), ...exoState(row) }));
  return { ...toExoList(page, actorOf(scope)), reach: page.reach, marks };
}

async function exoList(scope: StoreScope, request: Request) {
  const { user, store, stores } = scope;
  const [dated, list] = await Promise.all([
    datedFilter(user, exoSearch.read(request.url)),
    attempt(listOf(scope, request)),
  ]);
  const { filter } = dated;
  const listPath = (start: ExoFilter) => exosPath(aliasOf(scope), start);
  return {
    screen: {
      alias: aliasOf(scope),
      storeName: store?.storeName,
      ...dated,
      columns: exoColumns.views(),
      statusChoices: withChosen(exoStatusChoices, filter.statuses),
      storeChoices: store ? [] : withChosen(exoStoreChoices(stores), filter.stores),
      creditsHref: !store && may(user, "returns.credits") ? creditsPath({}) : undefined,
    },
    list,
    download: may(user, store ? "store/returns" : "returns.export")
      ? (page: OnePage) => pageOrAll("returns and exchanges", filter, page, listPath, filter.step !== "")
      : undefined,
  };
}

type Asking = { id: string; orderId: string; store: string; email: string };

/** What other domains tell of an EXO; each part says by itself that it could not be read. */
export type AskNeighbours = {
  related: (exo: Asking) => Promise<RelatedGroup[]>;
  /** The parcels of its order; undefined for those who may not see orders, and where it names none. */
  parcels: (exo: Asking) => Promise<OrderParcels | undefined>;
};

async function panelOf(
  scope: StoreScope,
  request: Request,
  exoId: string,
  ask: AskNeighbours,
): Promise<{ status: number; panel: ExoPanel }> {
  const { user } = scope;
  const place = placeOf(scope, request);
  const read = await attempt(readExo(user, exoId));
  const unavailable = (why: Parameters<typeof toExoUnavailable>[1], status: number) => ({
    status,
    panel: toExoUnavailable(exoId, why, place),
  });
  if (!read.ok) return unavailable({ error: read.error }, read.error.code === 404 ? 404 : 502);
  const { item, raw } = read.value;
  const exo = toExo(item);
  if (!isOfScope(scope, exo.store)) {
    return unavailable({ elsewhere: exoPath(undefined, {}, { id: exoId }) }, 404);
  }
  const [credit, related, sent] = await Promise.all([
    creditOf(item),
    ask.related(exo),
    place.view.tab === "timeline" ? ask.parcels(exo) : undefined,
  ]);
  const context = {
    ...place,
    credit: credit && shownCredit(user, credit, place.view.credits),
    given: credit?.given,
    sent,
    username: actorOf(scope),
    related,
  };
  const detail = toExoDetail(item, raw, context);
  const notes = await notesOf(user, exoRef(item.id), detail.here, exoState(item));
  return { status: 200, panel: { isShown: true as const, detail, notes } };
}

export const defineExoPages = (neighboursOf: (scope: StoreScope) => AskNeighbours) =>
  recordPages({
    guard: requireExos,
    userOf: ({ user }) => user,
    param: "exoId",
    bulk: exosInBulk,
    list: exoList,
    panel: (scope: StoreScope, request, id) => panelOf(scope, request, id, neighboursOf(scope)),
    /** The message of the last action. An EXO's name in place of its id is looked for (returns#by-name). */
    async beside({ user }, _, id, { status, panel }) {
      const { exoName } = parseSearch(id);
      const isNowhere = status === 404 && !panel.isShown && panel.elsewhere === undefined;
      if (isNowhere && exoName) throw redirect(findPath(exoName));
      return { flash: await takePanelFlash(user.sessionId, exoPanelName(id)) };
    },
  });

export function exoActionPage(
  scope: StoreScope,
  request: Request,
  exoId: string,
  action: string,
): CommandPage<ExoSlot> {
  const { alias, filter, view } = placeOf(scope, request);
  const { href, ...place } = dialogPlace(request, action, {
    recordPath: exoPath(alias, filter, { id: exoId, ...view }),
    listPath: exoListPath(alias, filter, view),
    panel: exoPanelName(exoId),
  });
  return {
    user: scope.user,
    commandWith: () => exoCommand({ scope, exoId, action, href }),
    unread: () => ({ returned: undefined }),
    ...place,
    notes: exoRef(exoId),
  };
}

/** The whole document of an EXO as a JSON file. Throws ApiError, and a 404 page for another store's EXO. */
export function exoDocumentFile(scope: StoreScope, request: Request, exoId: string): Promise<Response> {
  const { alias, filter, view } = placeOf(scope, request);
  const nameOf = (item: Parameters<typeof toExo>[0]) => {
    const { name, store } = toExo(item);
    if (!isOfScope(scope, store)) throw notFound(request, "The exchange order belongs to another store.");
    return name;
  };
  return documentFile(
    request,
    readExo(scope.user, exoId),
    nameOf,
    exoPath(alias, filter, { id: exoId, ...view }),
  );
}
