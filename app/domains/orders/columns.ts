import type { SheetColumn } from "#app/domains/sheets/columns.ts";
import { type Amount, type Moment, type Order, orderNumber, unitsOf } from "./model.ts";

export type OrderColumnKey = "store" | "details" | "address" | "status" | "actions";

/** One column of the list, and the columns of the spreadsheet that it becomes. */
export type OrderColumn = { key: OrderColumnKey; header: string; sheet: readonly SheetColumn<Order>[] };
