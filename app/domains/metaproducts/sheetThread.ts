import { runSheetThread } from "#app/sheets/sheetThread.ts";
import { productSheetPlan } from "./sheet.ts";

runSheetThread(productSheetPlan);
