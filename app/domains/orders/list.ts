import { z } from "zod";
import { type OfferedAction, offeredActions } from "#app/confirm/model.ts";
import { shareEqual } from "#app/http/shareEqual.ts";
import { showCells, toSheetColumns } from "#app/lists/columns.ts";
import { type LivePage, toOpenPage } from "#app/lists/listed.ts";
import { recordOf, toCells, toHeadings } from "#app/sheets/columns.ts";
import type { SheetPlan } from "#app/sheets/sheetPlan.ts";
import type { StoreAlias } from "#app/stores/paths.ts";
import { shorten } from "#app/values/values.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { type OrderRecord, orderPageSize, orderRecord } from "#contract/orders.ts";
import { type Store, store } from "#contract/stores.ts";
import { type OrderCells, orderColumnKeys, orderColumns } from "./columns.ts";
import { type Order, orderNumber, toOrder } from "./model.ts";
import { outsideOrderLink, type SellerPortals } from "./outsideLinks.ts";
import type { OrderFilter } from "./paths.ts";
import { movesByItself } from "./statuses.ts";
import { maxIdLength } from "./viewModel.ts";

/** `stores` name the orders' stores in the sheet of all stores; the sheet of one store has no such column. */
const sheetOptions = z.object({ stores: z.array(store).optional(), timeZone: z.string() });

const columnsOf = ({ stores }: z.output<typeof sheetOptions>) =>
  toSheetColumns(orderColumns, orderColumnKeys(stores !== undefined));

/** The sheet of orders, in pages of 1,000: one row each. */
export const orderSheetPlan: SheetPlan<z.output<typeof sheetOptions>, OrderRecord> = {
  record: orderRecord,
  options: sheetOptions,
  headings: (choice) => toHeadings(columnsOf(choice), choice.timeZone),
  toRows(rows, choice) {
    const storeOf = storeFinder(choice.stores ?? []);
    const entries = rows.map((row) => {
      const order = toOrder(recordOf(row, orderRecord, (id, status) => ({ id, status })));
      return withStoreName(order, storeOf(order));
    });
    return toCells(columnsOf(choice), entries, choice.timeZone);
  },
};

/** One row of the list. Its links are built in the view, since each would repeat the id. */
export type OrderRow = { id: string; number: string; cells: Partial<OrderCells> };

export type ListContext = {
  alias: StoreAlias;
  filter: OrderFilter;
  username: string;
  /** The store of an order, if the user can see it. */
  storeOf: (order: Order) => Store | undefined;
  portals: SellerPortals;
};

export const withStoreName = (order: Order, store: Store | undefined): Order => ({
  ...order,
  store: store?.storeName ?? order.store,
});

export function toOrderPage(
  rows: readonly WireRow<OrderRecord>[],
  { alias, username, storeOf, portals }: ListContext,
): Omit<LivePage<OrderRow>, "version"> {
  const keys = orderColumnKeys(alias === undefined);
  const shared = shareEqual<OfferedAction[]>();
  let moves = false;
  const page = toOpenPage(rows, orderPageSize, (record) => {
    const order = toOrder(record);
    moves ||= movesByItself(order.status);
    const store = storeOf(order);
    const offered = {
      outside: outsideOrderLink(order, store, portals),
      actions: shared(offeredActions(order.actions, username)),
    };
    return {
      id: order.id,
      number: shorten(orderNumber(order), maxIdLength),
      cells: showCells(orderColumns, keys, withStoreName(order, store), offered),
    };
  });
  return { ...page, moves };
}

/** Finds an order's store by the order's store name or alias, case-insensitively. */
export function storeFinder(stores: readonly Store[]): (order: Pick<Order, "store">) => Store | undefined {
  const byName = new Map<string, Store>();
  for (const store of stores) byName.set(store.storeAlias.toLowerCase(), store);
  for (const store of stores) byName.set(store.storeName.toLowerCase(), store);
  return (order) => byName.get(order.store.toLowerCase());
}
