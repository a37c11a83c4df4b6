import type { User } from "#app/auth/guard.server.ts";
import { env } from "#app/env.server.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { type MetaProduct, metaProductExportPageSize } from "#contract/metaproducts.ts";
import type { Store } from "#contract/stores.ts";
import { listMetaProductsForExport } from "./api.server.ts";
import { type ProductExport, type ProductFilter, productSheetRowsPath } from "./paths.ts";
import { sheetFileName, sheetHeadings, toSheetRows } from "./sheet.ts";
import type { SheetHeading, SheetRow, SheetSlice } from "./sheetSlice.ts";
import { sheetPieces, streamOf } from "./sheetStream.server.ts";

type Asked = { user: User; store: Store; filter: ProductFilter; choice: ProductExport };

const fileNameOf = ({ store, filter, choice }: Asked): string =>
  sheetFileName(store.storeName, choice.all ? "all" : filter.page, new Date(), env.TIME_ZONE);

const headingsOf = ({ store, choice }: Asked): SheetHeading[] =>
  sheetHeadings(store.storeType, choice.variants);

const rowsOf = (page: readonly WireRow<MetaProduct>[], { store, choice }: Asked): SheetRow[] =>
  toSheetRows(page, store.storeType, choice.variants);

/** One page of 1,000 as cells; `nextHref` leads on while everything is asked for and the page was full. */
export async function sheetSliceOf(asked: Asked): Promise<SheetSlice> {
  const { user, store, filter, choice } = asked;
  const page = await listMetaProductsForExport(user, store, filter);
  const mayFollow = choice.all && page.length === metaProductExportPageSize;
  return {
    fileName: fileNameOf(asked),
    columns: headingsOf(asked),
    rows: rowsOf(page, asked),
    products: page.length,
    ...(mayFollow
      ? { nextHref: productSheetRowsPath(store.storeAlias, { ...filter, page: filter.page + 1 }, choice) }
      : {}),
  };
}

async function* slicesAfter(first: WireRow<MetaProduct>[], asked: Asked): AsyncGenerator<SheetRow[]> {
  const { user, store, filter, choice } = asked;
  let rows = first;
  for (let page = filter.page + 1; ; page += 1) {
    yield rowsOf(rows, asked);
    if (!choice.all || rows.length < metaProductExportPageSize) return;
    rows = await listMetaProductsForExport(user, store, { ...filter, page });
  }
}

/**
 * The xlsx file as an answer that streams. The first page is read before anything is sent, so that a failure
 * of the call is a page with words, not a broken download. Throws ApiError.
 */
export async function sheetResponse(asked: Asked): Promise<Response> {
  const start = asked.choice.all ? { ...asked, filter: { ...asked.filter, page: 1 } } : asked;
  const first = await listMetaProductsForExport(start.user, start.store, start.filter);
  const pieces = sheetPieces(headingsOf(start), slicesAfter(first, start));
  return new Response(streamOf(pieces), {
    headers: {
      "Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "Content-Disposition": `attachment; filename="${fileNameOf(start)}"`,
      "Cache-Control": "private, no-store, no-transform",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
