import { data } from "@remix-run/node";
import { attempt } from "#app/http/api.server.ts";
import { toShownDocument } from "#app/ui/text/shownDocument.ts";
import { toText } from "#app/values/read.ts";
import {
  ediOrderDocumentPath,
  ediOrderPath,
  interchangeDocumentPath,
  interchangePath,
  segmentsPath,
  threadPath,
} from "../partner/paths.ts";
import { linesOf } from "../reading/readText.server.ts";
import {
  type EdiOf,
  findStoreEdiOrder,
  findStoreInterchange,
  listStoreEdiOrders,
  listStoreInterchanges,
} from "./api.server.ts";
import { controlNumberOf, toStoreEdiOrderPage, toStoreInterchangePage } from "./lists.ts";
import {
  storeEdiOrderPath,
  storeEdiOrdersPath,
  storeInterchangePath,
  storeInterchangesPath,
  storeInterchangeTextPagePath,
} from "./paths.ts";
import {
  type StoreInterchangeTab,
  storeEdiOrderSearch,
  storeInterchangeSearch,
  storeInterchangeTabs,
  storeInterchangeView,
} from "./search.ts";

/** A store's interchanges: their rows, or the error that stands in their place. */
export async function storeInterchangesScreen(of: EdiOf, request: Request) {
  const filter = storeInterchangeSearch.read(request.url);
  const screen = { alias: of.store.storeAlias, storeName: of.store.storeName, filter };
  const page = await attempt(listStoreInterchanges(of, filter));
  if (!page.ok) return data({ ...screen, list: undefined, error: page.error }, { status: 502 });
  return { ...screen, list: toStoreInterchangePage(page.value), error: undefined };
}

/** A store's EDI orders, likewise. */
export async function storeEdiOrdersScreen(of: EdiOf, request: Request) {
  const filter = storeEdiOrderSearch.read(request.url);
  const screen = { alias: of.store.storeAlias, storeName: of.store.storeName, filter };
  const page = await attempt(listStoreEdiOrders(of, filter));
  if (!page.ok) return data({ ...screen, list: undefined, error: page.error }, { status: 502 });
  return { ...screen, list: toStoreEdiOrderPage(page.value), error: undefined };
}

const tabLabels: Record<StoreInterchangeTab, string> = { text: "Interchange Text", raw: "Raw Data" };

/** The panel of one of a store's interchanges, or what there is to say in its place. */
export async function storeInterchangePanel(of: EdiOf, request: Request, id: string) {
  const filter = storeInterchangeSearch.read(request.url);
  const { tab, at } = storeInterchangeView.read(request.url);
  const alias = of.store.storeAlias;
  const frame = {
    id,
    closeTo: storeInterchangesPath(alias, filter),
    here: storeInterchangePath(alias, filter, { id, tab, at }),
  };
  const found = await attempt(findStoreInterchange(of, id, filter));
  if (!found.ok) return data({ ...frame, shown: undefined, error: found.error }, { status: 502 });
  const row = found.value;
  if (!row) return data({ ...frame, shown: undefined, error: undefined }, { status: 404 });
  const text = row.readable ? toText(row.row.interchangeText) : "";
  const openTab = async () =>
    tab === "text"
      ? {
          tab,
          text: await linesOf(of.user, `store ${id} ${text.length}`, text, at),
          isCut: row.readable && row.row.interchangeTextCut === true,
        }
      : { tab, document: toShownDocument(row.raw, false, interchangeDocumentPath(id)) };
  const open = await attempt(openTab());
  if (!open.ok) return data({ ...frame, shown: undefined, error: open.error }, { status: 503 });
  return {
    ...frame,
    error: undefined,
    shown: {
      name: row.readable ? controlNumberOf(row.row) : id,
      tabs: storeInterchangeTabs.map((key) => ({
        key,
        label: tabLabels[key],
        href: storeInterchangePath(alias, filter, { id, tab: key }),
      })),
      partnerHref: interchangePath({ id }),
      segmentsHref: segmentsPath(id),
      pageHref: storeInterchangeTextPagePath(alias, filter, id),
      ...open.value,
    },
  };
}

/** The panel of one of a store's EDI orders: its raw data (store-edi#orders), or what there is to say in its place. */
export async function storeEdiOrderPanel(of: EdiOf, request: Request, id: string) {
  const filter = storeEdiOrderSearch.read(request.url);
  const alias = of.store.storeAlias;
  const frame = {
    id,
    closeTo: storeEdiOrdersPath(alias, filter),
    here: storeEdiOrderPath(alias, filter, id),
  };
  const found = await attempt(findStoreEdiOrder(of, id, filter));
  if (!found.ok) return data({ ...frame, shown: undefined, error: found.error }, { status: 502 });
  const row = found.value;
  if (!row) return data({ ...frame, shown: undefined, error: undefined }, { status: 404 });
  return {
    ...frame,
    error: undefined,
    shown: {
      name: (row.readable && toText(row.row.orderId)) || id,
      partnerHref: ediOrderPath({ id }),
      threadHref: threadPath(id),
      document: toShownDocument(row.raw, false, ediOrderDocumentPath(id)),
    },
  };
}
