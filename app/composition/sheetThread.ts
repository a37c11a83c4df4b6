import { ediOrderSheetPlan, interchangeSheetPlan } from "#app/domains/edi/partner/lists/columns.ts";
import { creditSheetPlan, exoSheetPlan } from "#app/domains/exos/list.ts";
import { productSheetPlan } from "#app/domains/metaproducts/list.ts";
import { orderSheetPlan } from "#app/domains/orders/list.ts";
import { shipmentSheetPlan } from "#app/domains/shipments/list.ts";
import { auditSheetPlan } from "#app/features/audit/columns.ts";
import { runSheetThread } from "#app/features/sheets/sheetThread.ts";

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
