import type { OfferedAction } from "#app/confirm/model.ts";
import { type ColumnCells, columnKeys, defineColumns } from "#app/lists/columns.ts";
import { sheetColumn as sheet } from "#app/sheets/columns.ts";
import { type Amount, shorten } from "#app/values/values.ts";
import { type Order, orderNumber, unitsOf } from "./model.ts";
import type { OutsideLink } from "./outsideLinks.ts";
import {
  customerLines,
  firstLines,
  maxTextLength,
  otherIds,
  shownAddress,
  shownAmount,
  shownQuantity,
  shownText,
  statusNotes,
} from "./viewModel.ts";

/** Parts of a row besides its order: the links and actions offered to this user. */
type Offered = { outside: OutsideLink | undefined; actions: OfferedAction[] };

/** Non-numeric values stay text. */
const figure = (amount: Amount | undefined) => amount?.number ?? amount?.text;

/** The columns (orders#columns). An order's store is shown by name if the user can see that store. */
export const orderColumns = defineColumns<Order, Offered>()({
  store: {
    width: "w-[11.6%]",
    header: "Store",
    show: ({ store }) => shorten(store, maxTextLength),
    sheet: [sheet("Store", 20, ({ store }) => store)],
  },
  details: {
    width: "w-[24.5rem] spare",
    header: "Order Details",
    narrow: "title",
    aside: true,
    roomy: true,
    show: (order, { outside }) => ({
      ids: otherIds(order).join("\n"),
      at: order.createdAt,
      amount: order.amount && shownAmount(order.amount),
      payments: shorten(order.payments.join(", "), maxTextLength),
      lines: firstLines(order.lines),
      outside,
    }),
    sheet: [
      sheet("Order", 18, orderNumber),
      sheet("External ID", 18, ({ externalId }) => externalId),
      sheet("Record ID", 26, ({ id }) => id),
      sheet("Created", 17, ({ createdAt }) => createdAt, "moment"),
      sheet("Amount Paid", 12, ({ amount }) => figure(amount), "money"),
      sheet("Payments", 20, ({ payments }) => payments.join(", ")),
      sheet("Units", 8, ({ lines }) => unitsOf(lines).total, "units"),
      sheet("Lines", 48, ({ lines }) =>
        lines.map(({ levelCode, quantity }) => `${levelCode} × ${shownQuantity(quantity)}`).join("; "),
      ),
    ],
  },
  // Without a fixed width: it takes what the others leave, more in a list of one store.
  address: {
    header: "Address Details",
    roomy: true,
    show: (order) => ({
      delivery: order.delivery && shownAddress(order.delivery),
      customer: shownText(customerLines(order)),
    }),
    sheet: [
      sheet("Delivery Address", 48, ({ delivery }) => (delivery?.lines ?? []).join(", ")),
      sheet("Delivery Suburb", 20, ({ delivery }) => delivery?.suburb),
      sheet("Delivery State", 14, ({ delivery }) => delivery?.state),
      sheet("Delivery Postcode", 17, ({ delivery }) => delivery?.postcode),
      sheet("Customer Code", 16, ({ customer }) => customer?.code),
      sheet("Customer Email", 30, ({ customer }) => customer?.email),
    ],
  },
  status: {
    width: "w-[11.5rem]",
    header: "Status",
    aside: true,
    /** The status's code; `orderStatusOf` has its label. */
    show: (order) => ({ code: shorten(order.status.code, 80), notes: statusNotes(order) }),
    sheet: [
      sheet("Status", 26, ({ status }) => status.label),
      sheet("Shipments", 10, ({ shipments }) => shipments.length, "units"),
      sheet("Retry Count", 11, ({ retries }) => figure(retries), "units"),
      sheet("Next Retry", 17, ({ nextRetry }) => nextRetry, "moment"),
      sheet("Modified", 17, ({ modifiedAt }) => modifiedAt, "moment"),
    ],
  },
  actions: {
    width: "w-[20%]",
    header: "Actions",
    onScreenOnly: true,
    show: (_, { actions }) => actions,
    sheet: [sheet("Actions", 32, ({ actions }) => actions.map(({ text }) => text).join("; "))],
  },
});

export type OrderCells = ColumnCells<typeof orderColumns>;

/** The columns of one list: Store only when viewing all stores (orders#columns). */
export const orderColumnKeys = (allStores: boolean) => columnKeys(orderColumns, allStores ? [] : ["store"]);
