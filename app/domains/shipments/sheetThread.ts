import { runSheetThread } from "#app/sheets/sheetThread.ts";
import { shipmentSheetPlan } from "./sheet.ts";

runSheetThread(shipmentSheetPlan);
