import { runSheetThread } from "#app/sheets/sheetThread.ts";
import { exoSheetPlan } from "./sheet.ts";

runSheetThread(exoSheetPlan);
