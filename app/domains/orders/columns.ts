import { momentCell, type SheetCell, type SheetColumn, sheetFormats } from "#app/sheets/columns.ts";
import type { Amount } from "#app/values/amount.ts";
import { shownQuantity } from "./list.ts";
import { type Order, orderNumber, unitsOf } from "./model.ts";

export type OrderColumnKey = "store" | "details" | "address" | "status" | "actions";

/** An order in a sheet: its times are on the clock of `timeZone`. */
export type SheetOrder = { order: Order; timeZone: string };

/** One column of the list, and the columns of the spreadsheet that it becomes. */
export type OrderColumn = { key: OrderColumnKey; header: string; sheet: readonly SheetColumn<SheetOrder>[] };

/** What is no number keeps its text. */
const amountCell = (amount: Amount | undefined): SheetCell => amount?.number ?? amount?.text ?? null;

const column = (
  header: string,
  width: number,
  value: (order: Order, timeZone: string) => SheetCell,
  format?: string,
): SheetColumn<SheetOrder> => ({
  header,
  width,
  ...(format === undefined ? {} : { format }),
  value: ({ order, timeZone }) => value(order, timeZone),
});

const { money, units, moment } = sheetFormats;

const columns: readonly OrderColumn[] = [
  { key: "store", header: "Store", sheet: [column("Store", 20, (order) => order.store)] },
  {
    key: "details",
    header: "Order Details",
    sheet: [
      column("Order", 18, orderNumber),
      column("External ID", 18, (order) => order.externalId),
      column("Record ID", 26, (order) => order.id),
      column("Created", 17, (order, timeZone) => momentCell(order.createdAt, timeZone), moment),
      column("Amount Paid", 12, (order) => amountCell(order.amount), money),
      column("Payments", 20, (order) => order.payments.join(", ")),
      column("Units", 8, (order) => unitsOf(order.lines).total, units),
      column("Lines", 48, (order) =>
        order.lines.map(({ levelCode, quantity }) => `${levelCode} × ${shownQuantity(quantity)}`).join("; "),
      ),
    ],
  },
  {
    key: "address",
    header: "Address Details",
    sheet: [
      column("Delivery Address", 48, (order) => (order.delivery?.lines ?? []).join(", ")),
      column("Customer Code", 16, (order) => order.customer?.code ?? ""),
      column("Customer Email", 30, (order) => order.customer?.email ?? ""),
    ],
  },
  {
    key: "status",
    header: "Status",
    sheet: [
      column("Status", 26, (order) => order.status.label),
      column("Shipments", 10, (order) => order.shipments.length, units),
      column("Retry Count", 11, (order) => amountCell(order.retries), units),
      column("Next Retry", 17, (order, timeZone) => momentCell(order.nextRetry, timeZone), moment),
      column("Modified", 17, (order, timeZone) => momentCell(order.modifiedAt, timeZone), moment),
    ],
  },
  {
    key: "actions",
    header: "Actions",
    sheet: [column("Actions", 32, (order) => order.actions.map(({ text }) => text).join("; "))],
  },
];

/** The columns of the list, for screen and sheet alike: Store only when viewing all stores (2 §2.3). */
export const orderColumns = (allStores: boolean): OrderColumn[] =>
  columns.filter(({ key }) => allStores || key !== "store");
