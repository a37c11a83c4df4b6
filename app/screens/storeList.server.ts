import type { LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { attempt, type CallInput, callPortalApi, type ReadCall } from "#app/core/api/api.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import { env } from "#app/core/env.server.ts";
import type { PlainSheetOptions, SheetPlan } from "#app/core/lists/sheetColumns.ts";
import { requireStorePage } from "#app/core/stores/guard.server.ts";
import { storePage } from "#app/core/stores/model.ts";
import type { StoreListPaths } from "#app/core/stores/paths.ts";
import { defineSheet } from "#app/features/sheets/defineSheet.server.ts";
import { numberedPages, sheetSearch } from "#app/features/sheets/sheetChoices.ts";
import { pagesPerSlice } from "#app/features/sheets/sheetExport.server.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { Store } from "#contract/stores.ts";
import { type ListWithRows, listAnswer } from "./recordPages.server.ts";

type Definition<Query extends z.ZodType, Row, Filter extends object, Screen, List> = {
  paths: StoreListPaths<Filter>;
  /** The call that answers with one page of the store's rows. */
  call: ReadCall<Query, WireRow<Row>[]>;
  query: (store: Store, filter: Filter) => CallInput<Query, undefined>["query"];
  pageSize: number;
  /** Data of the screen in addition to its rows. */
  screen: Screen;
  toList: (rows: WireRow<Row>[], scope: { user: User; store: Store; filter: Filter }) => List | Promise<List>;
  /** Names its rows. */
  noun: string;
  /** Spreadsheets of it can be downloaded. */
  hasSheet?: boolean;
};

/** A store's list with the pages of a call: its rows, its loader, and its spreadsheet from a plan. */
export function defineStoreList<
  Query extends z.ZodType,
  Row,
  Filter extends { page: number },
  Screen extends object,
  List extends ListWithRows,
>({
  paths,
  call,
  query,
  pageSize,
  screen,
  toList,
  noun,
  hasSheet,
}: Definition<Query, Row, Filter, Screen, List>) {
  const { page, search } = paths;
  /** One page of rows. Throws ApiError. */
  const read = (user: User, store: Store, filter: Filter) =>
    callPortalApi(user, call, { query: query(store, filter) });
  return {
    read,
    async list({ request, params }: LoaderFunctionArgs) {
      const { user, store } = await requireStorePage(request, params.alias, page);
      const filter = search.read(request.url);
      const { storeAlias: alias, storeName } = store;
      const list = read(user, store, filter).then((rows) => toList(rows, { user, store, filter }));
      return listAnswer(
        { ...screen, page, title: storePage(page).label, noun, alias, storeName, filter },
        await attempt(list),
        !hasSheet
          ? undefined
          : () => numberedPages(filter, pageSize, noun, (start) => paths.list(alias, start)),
      );
    },
    sheet: (plan: SheetPlan<PlainSheetOptions, Row>) =>
      defineSheet({
        what: page,
        plan,
        choice: sheetSearch,
        guard: ({ request, params }) => requireStorePage(request, params.alias, page),
        filterOf: ({ url }) => search.read(url),
        listPath: ({ store }, filter) => paths.list(store.storeAlias, filter),
        rowsOf: ({ user, store }, filter) => ({
          subject: store.storeName,
          options: { storeName: store.storeName, timeZone: env.TIME_ZONE },
          pageSize,
          pagesPerSlice,
          readPage: async (page) => ({ rows: await read(user, store, { ...filter, page }) }),
        }),
      }),
  };
}
