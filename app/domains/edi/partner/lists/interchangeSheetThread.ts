import { runSheetThread } from "#app/sheets/sheetThread.ts";
import { interchangeSheetPlan } from "./interchangeSheet.ts";

runSheetThread(interchangeSheetPlan);
