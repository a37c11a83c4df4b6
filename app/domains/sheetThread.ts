import { runSheetThread } from "#app/sheets/sheetThread.ts";
import { auditSheetPlan } from "./audit/sheet.ts";
import { ediOrderSheetPlan } from "./edi/partner/lists/ediOrderSheet.ts";
import { interchangeSheetPlan } from "./edi/partner/lists/interchangeSheet.ts";
import { exoSheetPlan } from "./exos/sheet.ts";
import { productSheetPlan } from "./metaproducts/sheet.ts";
import { orderSheetPlan } from "./orders/sheet.ts";
import { shipmentSheetPlan } from "./shipments/sheet.ts";

runSheetThread({
  "audit-trail": (run) => run(auditSheetPlan),
  "edi-interchanges": (run) => run(interchangeSheetPlan),
  "edi-orders": (run) => run(ediOrderSheetPlan),
  orders: (run) => run(orderSheetPlan),
  products: (run) => run(productSheetPlan),
  returns: (run) => run(exoSheetPlan),
  shipments: (run) => run(shipmentSheetPlan),
});
