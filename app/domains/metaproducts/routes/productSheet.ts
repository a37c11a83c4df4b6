import { productSheet } from "#app/domains/metaproducts/api.server.ts";
import { sheetLoader } from "#app/domains/sheets.server.ts";

export const loader = sheetLoader(productSheet);
