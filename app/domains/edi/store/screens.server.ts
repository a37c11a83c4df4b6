import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { attempt, readWithin } from "#app/core/api/api.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import type { ErrorView } from "#app/core/http/errorView.ts";
import { toOpenPage } from "#app/core/lists/listed.ts";
import { openEnded } from "#app/core/search/search.ts";
import { storeInterchangeTabs as storeInterchangeWords } from "#app/core/specification/stores.ts";
import { requireStorePage } from "#app/core/stores/guard.server.ts";
import { toDocumentView } from "#app/core/ui/text/DocumentPane.tsx";
import { toText } from "#app/core/values/values.ts";
import { marksOfRows, notesOf } from "#app/features/notes/notes.server.ts";
import { defineStoreList } from "#app/screens/storeList.server.ts";
import {
  getEdiInterchanges,
  getEdiOrders,
  type StoreEdiOrder,
  type StoreInterchange,
  storeEdiPageSize,
} from "#contract/ediStore.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { Store } from "#contract/stores.ts";
import { ediOrderKind, interchangeKind } from "../partner/documents.server.ts";
import { segmentsPath, threadPath } from "../partner/paths.ts";
import { linesOf } from "../reading/readText.server.ts";
import { controlNumberOf, type StoreEdiRow, toInterchangeRow, toOrderRow } from "./lists.ts";
import {
  type StoreEdiFilter,
  storeEdiOrderPaths,
  storeInterchangePaths,
  storeInterchangeTabs,
  storeInterchangeView,
} from "./paths.ts";

/** The user and store of the documents: the store is identified by its name. */
type EdiOf = { user: User; store: Store };

type Wire = StoreInterchange | StoreEdiOrder;

type StoreKind<Row extends Wire> = {
  label: "Interchange" | "Order";
  paths: typeof storeInterchangePaths;
  /** The same documents among those of all stores, where alone their state is known. */
  among: typeof interchangeKind | typeof ediOrderKind;
  pages: { read(user: User, store: Store, filter: StoreEdiFilter): Promise<WireRow<Row>[]> };
  nameOf(wire: Row): string;
  waysOf(id: string): { label: string; href: string }[];
  textOf?(wire: Row): { text: string; isCut: boolean };
};

const paged = ({ storeName }: Store, page: number) => ({
  storegroup: storeName,
  page,
  pagesize: storeEdiPageSize,
});

/** A page of a store's list with what people said of its rows, which do not tell how they stand (notes#store-edi). */
const toListOf =
  <Row extends Wire>(among: StoreKind<Row>["among"], toRow: (wire: Row, index: number) => StoreEdiRow) =>
  async (rows: WireRow<Row>[]) => {
    const named = rows.filter((row) => row.readable && toText(row.row.id) !== "");
    const marks = await marksOfRows(named, ({ id }) => ({ ref: among.ref(toText(id)) }));
    return { ...toOpenPage(rows, storeEdiPageSize, toRow), marks };
  };

/** A store's interchanges (calls#store-interchanges). */
const interchangePages = defineStoreList({
  paths: storeInterchangePaths,
  call: getEdiInterchanges,
  query: (store, { number, orderNumber, direction, page }) => ({
    ...paged(store, page),
    search: number || undefined,
    ordernumber: orderNumber || undefined,
    directions: direction || undefined,
  }),
  pageSize: storeEdiPageSize,
  noun: "interchanges",
  screen: {},
  toList: toListOf(interchangeKind, toInterchangeRow),
});

const interchanges: StoreKind<StoreInterchange> = {
  label: "Interchange",
  paths: storeInterchangePaths,
  among: interchangeKind,
  pages: interchangePages,
  nameOf: controlNumberOf,
  waysOf: (id) => [
    { label: "Among all interchanges", href: interchangeKind.paths.panel(id) },
    { label: "Segments", href: segmentsPath(id) },
  ],
  textOf: ({ interchangeText, interchangeTextCut }) => ({
    text: toText(interchangeText),
    isCut: interchangeTextCut === true,
  }),
};

/** A store's EDI orders (calls#store-edi-orders). */
const ediOrderPages = defineStoreList({
  paths: storeEdiOrderPaths,
  call: getEdiOrders,
  query: (store, { number, page }) => ({ ...paged(store, page), search: number || undefined }),
  pageSize: storeEdiPageSize,
  noun: "EDI orders",
  screen: {},
  toList: toListOf(ediOrderKind, toOrderRow),
});

const ediOrders: StoreKind<StoreEdiOrder> = {
  label: "Order",
  paths: storeEdiOrderPaths,
  among: ediOrderKind,
  pages: ediOrderPages,
  nameOf: ({ orderId }) => toText(orderId),
  waysOf: (id) => [
    { label: "Among all EDI orders", href: ediOrderKind.paths.panel(id) },
    { label: "Order thread", href: threadPath(id) },
  ],
};

export const storeEdiList = (args: LoaderFunctionArgs) =>
  new URL(args.request.url).pathname.toLowerCase().includes("/ediorders")
    ? ediOrderPages.list(args)
    : interchangePages.list(args);

/** No call returns a single document: its id is searched for, then the list page that it was opened from. */
async function find<Row extends Wire>(
  { pages, paths }: StoreKind<Row>,
  { user, store }: EdiOf,
  id: string,
  filter: StoreEdiFilter,
): Promise<WireRow<Row> | undefined> {
  for (const wanted of [{ ...paths.search.every, number: id }, filter]) {
    const rows = await pages.read(user, store, wanted);
    const found = rows.find((row) => (row.readable ? row.row.id : row.id) === id);
    if (found) return found;
  }
  return undefined;
}

/** What people said of a document is waited for so long; the panel comes without it after that. */
const notesLimitMs = 3_000;

/** The panel of a document, or what there is to say in its place (store-edi#interchange-detail, store-edi#orders). */
async function panelOf<Row extends Wire>(
  kind: StoreKind<Row>,
  { request, params }: LoaderFunctionArgs,
  id: string,
) {
  const { label, paths, among, textOf } = kind;
  const of = await requireStorePage(request, params.alias, paths.page);
  const filter = paths.search.read(request.url);
  const alias = of.store.storeAlias;
  const view = textOf ? storeInterchangeView.read(request.url) : { tab: "raw" as const, at: 1 };
  const pathOf = (textView: Partial<typeof view>) => paths.one(alias, filter, id, textOf && textView);
  const here = pathOf(view);
  const frame = { label, id, closeTo: paths.list(alias, filter), here };
  /** Absent if the document cannot be looked up among all. */
  const notes = async () => {
    const state = await readWithin(of.user, notesLimitMs, "page", (user) => among.stateOf(user, id));
    return state.ok ? notesOf(of.user, among.ref(id), here, state.value) : undefined;
  };
  /** A page of the interchange's text, or the raw data. */
  const openTab = async (row: WireRow<Row>) => {
    if (view.tab === "raw" || !textOf)
      return { tab: "raw" as const, document: toDocumentView(row.raw, false, among.paths.document(id)) };
    const { text, isCut } = row.readable ? textOf(row.row) : { text: "", isCut: false };
    return {
      tab: "text" as const,
      text: await linesOf(of.user, text, view.at),
      isCut,
      pageHref: openEnded(pathOf({}), storeInterchangeView.names.at),
      segmentsHref: segmentsPath(id),
    };
  };
  const show = async (row: WireRow<Row>) => {
    const [open, recordNotes] = await Promise.all([openTab(row), notes()]);
    return {
      name: (row.readable && kind.nameOf(row.row)) || id,
      /** The document elsewhere. */
      ways: kind.waysOf(id),
      notes: recordNotes,
      /** Only where there are several. */
      tabs:
        textOf &&
        storeInterchangeTabs.map((key) => ({
          key,
          label: storeInterchangeWords[key],
          href: pathOf({ tab: key }),
        })),
      open,
    };
  };
  const instead = (status: number, error?: ErrorView) =>
    data({ ...frame, view: undefined, error }, { status });
  const found = await attempt(find(kind, of, id, filter));
  if (!found.ok) return instead(502, found.error);
  if (!found.value) return instead(404);
  const detail = await attempt(show(found.value));
  return detail.ok ? { ...frame, view: detail.value, error: undefined } : instead(503, detail.error);
}

export const storeEdiPanel = (args: LoaderFunctionArgs) =>
  args.params.interchangeId === undefined
    ? panelOf(ediOrders, args, args.params.orderId ?? "")
    : panelOf(interchanges, args, args.params.interchangeId);
