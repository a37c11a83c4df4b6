import { data } from "@remix-run/node";
import type { User } from "#app/auth/guard.server.ts";
import { attempt, callPortalApi, readWithin } from "#app/http/api.server.ts";
import type { ErrorView } from "#app/http/errorView.ts";
import { marksOfRows, notesOf } from "#app/notes/notes.server.ts";
import type { NoteRef, NotesView, RecordState } from "#app/notes/notes.ts";
import { listAnswer } from "#app/recordPages/recordPages.server.ts";
import { type DocumentView, toDocumentView } from "#app/ui/text/DocumentPane.tsx";
import { toText } from "#app/values/values.ts";
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
import {
  ediOrderPath,
  ediOrderPaths,
  interchangePath,
  interchangePaths,
  segmentsPath,
  threadPath,
} from "../partner/paths.ts";
import { linesOf } from "../reading/readText.server.ts";
import { controlNumberOf, type TextPage, toStoreEdiOrderPage, toStoreInterchangePage } from "./lists.ts";
import {
  type StoreEdiOrderFilter,
  type StoreInterchangeFilter,
  type StoreInterchangeTab,
  storeEdiOrderPath,
  storeEdiOrderSearch,
  storeEdiOrdersPath,
  storeInterchangePath,
  storeInterchangeSearch,
  storeInterchangesPath,
  storeInterchangeTabs,
  storeInterchangeTextPagePath,
  storeInterchangeView,
} from "./paths.ts";

/** The user and store of the documents: the store is identified by its name. */
export type EdiOf = { user: User; store: Store };

const paged = ({ store }: EdiOf, page: number) => ({
  storegroup: store.storeName,
  page,
  pagesize: storeEdiPageSize,
});

/** One page of 10 interchanges of a store (calls#store-interchanges). Throws ApiError. */
const listStoreInterchanges = (
  of: EdiOf,
  { controlNumber, orderNumber, direction, page }: StoreInterchangeFilter,
): Promise<WireRow<StoreInterchange>[]> =>
  callPortalApi(of.user, getEdiInterchanges, {
    query: {
      ...paged(of, page),
      search: controlNumber || undefined,
      ordernumber: orderNumber || undefined,
      directions: direction || undefined,
    },
  });

/** One page of 10 EDI orders of a store (calls#store-edi-orders). Throws ApiError. */
const listStoreEdiOrders = (
  of: EdiOf,
  { orderNumber, page }: StoreEdiOrderFilter,
): Promise<WireRow<StoreEdiOrder>[]> =>
  callPortalApi(of.user, getEdiOrders, {
    query: { ...paged(of, page), search: orderNumber || undefined },
  });

type Identified = { id?: string | null | undefined };

const named = <Row extends Identified>(rows: readonly WireRow<Row>[], id: string) =>
  rows.find((row) => (row.readable ? row.row.id : row.id) === id);

/**
 * The interchange of an id. No call returns a single one: the id is searched for, then the list
 * page that it was opened from. Undefined if neither has it. Throws ApiError.
 */
async function findStoreInterchange(of: EdiOf, id: string, filter: StoreInterchangeFilter) {
  const wanted = { controlNumber: id, orderNumber: "", direction: "" as const, page: 1 };
  return (
    named(await listStoreInterchanges(of, wanted), id) ?? named(await listStoreInterchanges(of, filter), id)
  );
}

/** The EDI order of an id, likewise. Throws ApiError. */
async function findStoreEdiOrder(of: EdiOf, id: string, filter: StoreEdiOrderFilter) {
  return (
    named(await listStoreEdiOrders(of, { orderNumber: id, page: 1 }), id) ??
    named(await listStoreEdiOrders(of, filter), id)
  );
}

/** A page of a store's list with what people said of its rows, which do not tell how they stand (notes#store-edi). */
async function withMarks<Wire extends { id?: string | null | undefined }, Page>(
  rows: readonly WireRow<Wire>[],
  refOf: (id: string) => NoteRef,
  toPage: (rows: readonly WireRow<Wire>[]) => Page,
) {
  const named = rows.filter((row) => row.readable && toText(row.row.id) !== "");
  return { ...toPage(rows), marks: await marksOfRows(named, ({ id }) => ({ ref: refOf(toText(id)) })) };
}

/** What people said of a document is waited for so long; the panel comes without it after that. */
const notesLimitMs = 3_000;

/**
 * The notes of a document, by its name among all stores: only there is its state known. Undefined if it cannot be read
 * there.
 */
async function notesAmongAll(
  of: EdiOf,
  ref: NoteRef,
  here: string,
  read: (user: User) => Promise<RecordState>,
): Promise<NotesView | undefined> {
  const state = await readWithin(of.user, notesLimitMs, "page", read);
  return state.ok ? notesOf(of.user, ref, here, state.value) : undefined;
}

const listed = ({ store }: EdiOf) => ({ alias: store.storeAlias, storeName: store.storeName });

export async function storeInterchangesScreen(of: EdiOf, request: Request) {
  const filter = storeInterchangeSearch.read(request.url);
  const read = listStoreInterchanges(of, filter).then((rows) =>
    withMarks(rows, interchangeKind.ref, toStoreInterchangePage),
  );
  return listAnswer({ ...listed(of), filter }, await attempt(read));
}

export async function storeEdiOrdersScreen(of: EdiOf, request: Request) {
  const filter = storeEdiOrderSearch.read(request.url);
  const read = listStoreEdiOrders(of, filter).then((rows) =>
    withMarks(rows, ediOrderKind.ref, toStoreEdiOrderPage),
  );
  return listAnswer({ ...listed(of), filter }, await attempt(read));
}

/** A document's panel, or what there is to say in its place. */
async function panelOf<Found, Shown>(
  frame: { title: string; what: string; id: string; closeTo: string; here: string },
  find: Promise<Found | undefined>,
  show: (found: Found) => Promise<Shown>,
) {
  const instead = (status: number, error?: ErrorView) =>
    data({ ...frame, shown: undefined, error }, { status });
  const found = await attempt(find);
  if (!found.ok) return instead(502, found.error);
  if (!found.value) return instead(404);
  const shown = await attempt(show(found.value));
  return shown.ok ? { ...frame, shown: shown.value, error: undefined } : instead(503, shown.error);
}

/** The open tab of a panel: a page of the interchange's text, or the raw data. */
type OpenTab =
  | { tab: "text"; text: TextPage; isCut: boolean; pageHref: string; segmentsHref: string }
  | { tab: "raw"; label: string; document: DocumentView };

/** What a panel shows of a document: the ways to it elsewhere, and its tabs if there are several. */
type PanelView = {
  name: string;
  ways: { label: string; href: string }[];
  /** Absent if the document cannot be looked up among all. */
  notes: NotesView | undefined;
  tabs?: { key: string; label: string; href: string }[];
  open: OpenTab;
};

const tabLabels: Record<StoreInterchangeTab, string> = { text: "Interchange Text", raw: "Raw Data" };

/** The panel of one of a store's interchanges: Interchange Text and Raw Data (store-edi#interchange-detail). */
export async function storeInterchangePanel(of: EdiOf, request: Request, id: string) {
  const filter = storeInterchangeSearch.read(request.url);
  const { tab, at } = storeInterchangeView.read(request.url);
  const alias = of.store.storeAlias;
  const here = storeInterchangePath(alias, filter, { id, tab, at });
  const closeTo = storeInterchangesPath(alias, filter);
  const frame = { title: "Interchange Detail", what: "interchange", id, closeTo, here };
  return panelOf(frame, findStoreInterchange(of, id, filter), async (row): Promise<PanelView> => {
    const text = row.readable ? toText(row.row.interchangeText) : "";
    const openTab = async (): Promise<OpenTab> =>
      tab === "text"
        ? {
            tab,
            text: await linesOf(of.user, text, at),
            isCut: row.readable && row.row.interchangeTextCut === true,
            pageHref: storeInterchangeTextPagePath(alias, filter, id),
            segmentsHref: segmentsPath(id),
          }
        : {
            tab,
            label: "Interchange",
            document: toDocumentView(row.raw, false, interchangePaths.document(id)),
          };
    const state = async (user: User) => interchangeKind.state((await interchangeKind.read(user, id)).item);
    const [open, notes] = await Promise.all([
      openTab(),
      notesAmongAll(of, interchangeKind.ref(id), here, state),
    ]);
    return {
      name: row.readable ? controlNumberOf(row.row) : id,
      ways: [
        { label: "Among all interchanges", href: interchangePath({ id }) },
        { label: "Segments", href: segmentsPath(id) },
      ],
      notes,
      tabs: storeInterchangeTabs.map((key) => ({
        key,
        label: tabLabels[key],
        href: storeInterchangePath(alias, filter, { id, tab: key }),
      })),
      open,
    };
  });
}

/** The panel of one of a store's EDI orders: its raw data (store-edi#orders). */
export async function storeEdiOrderPanel(of: EdiOf, request: Request, id: string) {
  const filter = storeEdiOrderSearch.read(request.url);
  const alias = of.store.storeAlias;
  const here = storeEdiOrderPath(alias, filter, id);
  const closeTo = storeEdiOrdersPath(alias, filter);
  const frame = { title: "Order Detail", what: "order", id, closeTo, here };
  return panelOf(frame, findStoreEdiOrder(of, id, filter), async (row): Promise<PanelView> => {
    const state = async (user: User) => ediOrderKind.state((await ediOrderKind.read(user, id)).item);
    return {
      name: (row.readable && toText(row.row.orderId)) || id,
      ways: [
        { label: "Among all EDI orders", href: ediOrderPath({ id }) },
        { label: "Order thread", href: threadPath(id) },
      ],
      notes: await notesAmongAll(of, ediOrderKind.ref(id), here, state),
      open: {
        tab: "raw",
        label: "Order",
        document: toDocumentView(row.raw, false, ediOrderPaths.document(id)),
      },
    };
  });
}
