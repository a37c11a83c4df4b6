import { data, redirect } from "@remix-run/node";
import { actsAs, may } from "#app/auth/guard.server.ts";
import { actionPath } from "#app/confirm/model.ts";
import { readAsked } from "#app/find/asked.ts";
import { findPath } from "#app/find/paths.ts";
import { attempt } from "#app/http/api.server.ts";
import { ApiError, notFound } from "#app/http/apiError.server.ts";
import { isNavigation, safeFileName, takeFileFailure } from "#app/http/fileFailure.server.ts";
import { takePanelFlash } from "#app/http/flash.server.ts";
import { setSecurityHeaders } from "#app/http/securityHeaders.server.ts";
import { toShownColumns } from "#app/lists/columns.ts";
import type { LivePage } from "#app/lists/listed.ts";
import type { LiveNews } from "#app/lists/news.ts";
import { canOrder, versionOf } from "#app/lists/order.server.ts";
import { marksOfRows, notesOf } from "#app/notes/shown.server.ts";
import { isDated, undated } from "#app/search/days.ts";
import { failedFileSearch } from "#app/search/failedFile.ts";
import { newsSearch } from "#app/search/news.ts";
import { openerSearch } from "#app/search/opener.ts";
import { withChosen } from "#app/ui/fields/MultiSelectList.tsx";
import type { RelatedGroup } from "#app/ui/RelatedRecords.tsx";
import type { Store } from "#contract/stores.ts";
import { storeTypeFacts, storeTypeHas } from "#contract/storeTypes.ts";
import { type ExosOf, listExos, readExo } from "./api.server.ts";
import { filePlace, fileResponse } from "./blobs.server.ts";
import { exoStatusChoices } from "./catalogue.ts";
import { exoColumnKeys, exoColumns } from "./columns.ts";
import { exoCommandPage } from "./command.server.ts";
import { shownCredit } from "./creditCommand.server.ts";
import { creditOf } from "./creditFeed.server.ts";
import { type ExoPanel, type OrderParcels, toExoDetail, toExoNotShown } from "./detail.ts";
import { type ExoRow, toExoList } from "./list.ts";
import { toExo } from "./model.ts";
import { exoRef, exoStand } from "./notes.ts";
import {
  creditsPath,
  exoFileFailurePath,
  exoPanelName,
  exoPath,
  exoSearch,
  exosPath,
  exoView,
} from "./paths.ts";
import { exoSheetChoices } from "./sheetSource.server.ts";

/** The choices of the Store filter: stores of a type that has returns; `stores` come sorted by name. */
export const exoStoreChoices = (stores: readonly Store[]): { value: string; label: string }[] =>
  stores.flatMap(({ storeName, storeAlias, storeType }) =>
    storeTypeHas(storeType, "returns")
      ? [{ value: storeAlias, label: `${storeName} (${storeTypeFacts[storeType].name})` }]
      : [],
  );

export const scopeOf = ({ store }: ExosOf) => store?.storeAlias;

/** The name that actions on these bear; empty where none are offered. */
const actorOf = ({ user, store }: ExosOf): string => actsAs(user, store ? "store/returns" : "returns.act");

const listOf = async (of: ExosOf, request: Request): Promise<LivePage<ExoRow>> => {
  const filter = exoSearch.read(request.url);
  const page = await listExos(of, filter);
  const marks = await marksOfRows(page.rows, (row) => ({ ref: exoRef(row.id), ...exoStand(row) }));
  const list = { ...toExoList(page, actorOf(of), filter.step), marks };
  return { ...list, version: versionOf(list) };
};

/** The list of one scope: its rows, or the error that stands in their place. */
export async function exosScreen(of: ExosOf, request: Request) {
  const asked = exoSearch.read(request.url);
  const [hasOrders, list] = await Promise.all([canOrder(of.user), attempt(listOf(of, request))]);
  const filter = hasOrders ? asked : undated(asked);
  const screen = {
    scope: scopeOf(of),
    storeName: of.store?.storeName,
    filter,
    hasOrders,
    sortIgnored: !hasOrders && isDated(asked),
    columns: toShownColumns(exoColumns, exoColumnKeys),
    statusChoices: withChosen(exoStatusChoices, filter.statuses),
    storeChoices: of.store ? [] : withChosen(exoStoreChoices(of.stores), filter.stores),
    creditsHref: !of.store && may(of.user, "returns.credits") ? creditsPath({}) : undefined,
  };
  if (!list.ok) {
    return data({ ...screen, list: undefined, error: list.error, download: undefined }, { status: 502 });
  }
  const mayExport = may(of.user, of.store ? "store/returns" : "returns.export");
  const download = mayExport && list.value.rows.length > 0 ? exoSheetChoices(scopeOf(of), filter) : undefined;
  return { ...screen, list: list.value, error: undefined, download };
}

export const isOfScope = ({ store }: ExosOf, sourceStore: string): boolean => {
  if (!store) return true;
  const named = sourceStore.trim().toLowerCase();
  return named === store.storeName.toLowerCase() || named === store.storeAlias.toLowerCase();
};

type Asking = { id: string; orderId: string; store: string; email: string };

/** What other domains tell of an EXO; each part says by itself that it could not be read. */
export type AskNeighbours = {
  related: (exo: Asking) => Promise<RelatedGroup[]>;
  /** The parcels of its order; undefined for those who may not see orders, and where it names none. */
  parcels: (exo: Asking) => Promise<OrderParcels | undefined>;
};

async function panelOf(of: ExosOf, request: Request, exoId: string, ask: AskNeighbours) {
  const { user } = of;
  const place = {
    scope: scopeOf(of),
    filter: exoSearch.read(request.url),
    view: exoView.read(request.url),
  };
  const read = await attempt(readExo(user, exoId));
  const notShown = (why: Parameters<typeof toExoNotShown>[1], status: number) => ({
    status,
    panel: { shown: false as const, ...toExoNotShown(exoId, why, place) },
  });
  if (!read.ok) return notShown({ error: read.error }, read.error.code === 404 ? 404 : 502);
  const { item, raw } = read.value;
  const exo = toExo(item);
  if (!isOfScope(of, exo.store)) {
    return notShown({ elsewhere: exoPath(undefined, {}, { id: exoId }) }, 404);
  }
  const { failed: fileId } = failedFileSearch.read(request.url);
  const error = fileId === "" ? undefined : await takeFileFailure(user, filePlace(exoId, fileId));
  const [credit, related, sent] = await Promise.all([
    creditOf(item),
    ask.related(exo),
    place.view.tab === "timeline" ? ask.parcels(exo) : undefined,
  ]);
  const context = {
    ...place,
    ...(credit ? { credit: shownCredit(user, credit) } : {}),
    ...(credit?.given ? { given: credit.given } : {}),
    ...(sent ? { sent } : {}),
    username: actorOf(of),
    related,
    ...(error ? { failed: { fileId, error } } : {}),
  };
  const detail = toExoDetail(item, raw, context);
  const notes = await notesOf(user, exoRef(item.id), detail.here, exoStand(item));
  return { status: 200, panel: { shown: true as const, detail, notes } };
}

/**
 * The panel of one EXO, or what there is to say in its place, with the message of the last action on it. An EXO's name
 * in place of its id is looked for (returns#by-name).
 */
export async function exoPanel(of: ExosOf, request: Request, exoId: string, ask: AskNeighbours) {
  const { panel, status } = await panelOf(of, request, exoId, ask);
  const { exoName } = readAsked(exoId);
  const isNowhere = status === 404 && !panel.shown && panel.elsewhere === undefined;
  if (isNowhere && exoName) throw redirect(findPath(exoName));
  const versioned: ExoPanel = { ...panel, version: versionOf(panel) };
  const flash = await takePanelFlash(of.user.sessionId, exoPanelName(exoId));
  return data({ panel: versioned, flash }, { status });
}

/** What is new on the list since the version that the browser shows. */
export async function exosNews(of: ExosOf, request: Request): Promise<LiveNews<LivePage<ExoRow>>> {
  const list = await attempt(listOf(of, request));
  if (!list.ok) return { kind: "failed" };
  if (list.value.version === newsSearch.read(request.url).since) return { kind: "same" };
  return { kind: "new", shown: list.value };
}

/** What is new on the panel since the version that the browser shows. */
export async function exoNews(
  of: ExosOf,
  request: Request,
  exoId: string,
  ask: AskNeighbours,
): Promise<LiveNews<ExoPanel>> {
  const { panel, status } = await panelOf(of, request, exoId, ask);
  if (status !== 200) return { kind: "failed" };
  const version = versionOf(panel);
  if (version === newsSearch.read(request.url).since) return { kind: "same" };
  return { kind: "new", shown: { ...panel, version } };
}

/** One action of an EXO: where it is shown, where its dialog stands, and where that leads back to. */
export function exoActionPage(of: ExosOf, request: Request, exoId: string, action: string) {
  const filter = exoSearch.read(request.url);
  const view = exoView.read(request.url);
  const { opener } = openerSearch.read(request.url);
  const scope = scopeOf(of);
  const href = exoPath(scope, filter, { id: exoId, ...view });
  const back =
    opener === "detail"
      ? { closeTo: href, panel: exoPanelName(exoId) }
      : { closeTo: exosPath(scope, filter) };
  const here = actionPath(
    exoPath(scope, filter, { id: exoId, ...view, ...(opener ? { opener } : {}) }),
    action,
  );
  const isOwn = (store: string) => isOfScope(of, store);
  return exoCommandPage({ user: of.user, exoId, action, href, here, ...back, isOfScope: isOwn });
}

/** One file of an EXO; a failed download leads back to the tab it was asked for on. */
export function exoFile(of: ExosOf, request: Request, exoId: string, fileId: string): Promise<Response> {
  const filter = exoSearch.read(request.url);
  const view = exoView.read(request.url);
  return fileResponse(of.user, request, {
    exoId,
    fileId,
    isOfScope: (store) => isOfScope(of, store),
    failedTo: exoFileFailurePath(scopeOf(of), filter, { id: exoId, ...view }, fileId),
  });
}

/**
 * The whole document of an EXO as a JSON file. One that cannot be read leads a navigating browser back to the
 * panel, which says why. Throws ApiError, and a 404 page for another store's EXO.
 */
export async function exoDocumentFile(of: ExosOf, request: Request, exoId: string): Promise<Response> {
  const read = await attempt(readExo(of.user, exoId));
  if (!read.ok) {
    if (!isNavigation(request)) throw new ApiError(read.error);
    const filter = exoSearch.read(request.url);
    return redirect(exoPath(scopeOf(of), filter, { id: exoId, ...exoView.read(request.url) }), 303);
  }
  const { item, raw } = read.value;
  if (!isOfScope(of, toExo(item).store))
    throw notFound(request, "The exchange order belongs to another store.");
  const headers = new Headers({
    "Content-Type": "application/json; charset=utf-8",
    "Content-Disposition": `attachment; filename="${safeFileName(toExo(item).name, "document", "json")}"`,
    "Cache-Control": "private, no-store",
  });
  setSecurityHeaders(headers);
  return new Response(JSON.stringify(raw, null, 2), { headers });
}
