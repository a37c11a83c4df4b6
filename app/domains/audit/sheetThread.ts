import { runSheetThread } from "#app/sheets/sheetThread.ts";
import { auditSheetPlan } from "./sheet.ts";

runSheetThread(auditSheetPlan);
