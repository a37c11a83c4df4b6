import { runSheetThread } from "#app/sheets/sheetThread.ts";
import { auditSheetPlan } from "./audit/columns.ts";
import { ediOrderSheetPlan, interchangeSheetPlan } from "./edi/partner/lists/columns.ts";
import { creditSheetPlan, exoSheetPlan } from "./exos/list.ts";
import { productSheetPlan } from "./metaproducts/list.ts";
import { orderSheetPlan } from "./orders/list.ts";
import { shipmentSheetPlan } from "./shipments/list.ts";

runSheetThread({
  "audit-trail": (run) => run(auditSheetPlan),
  credits: (run) => run(creditSheetPlan),
  "edi-interchanges": (run) => run(interchangeSheetPlan),
  "edi-orders": (run) => run(ediOrderSheetPlan),
  orders: (run) => run(orderSheetPlan),
  products: (run) => run(productSheetPlan),
  returns: (run) => run(exoSheetPlan),
  shipments: (run) => run(shipmentSheetPlan),
});
