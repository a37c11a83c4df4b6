import { productSheet } from "#app/domains/metaproducts/sheet.server.ts";
import { sheetLoader } from "#app/domains/sheets.server.ts";

export const loader = sheetLoader(productSheet);
