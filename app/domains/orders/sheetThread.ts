import { runSheetThread } from "#app/sheets/sheetThread.ts";
import { orderSheetPlan } from "./sheet.ts";

runSheetThread(orderSheetPlan);
