import { runSheetThread } from "#app/sheets/sheetThread.ts";
import { ediOrderSheetPlan } from "./ediOrderSheet.ts";

runSheetThread(ediOrderSheetPlan);
