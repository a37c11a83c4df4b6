import { sheetLoader } from "#app/composition/sheets.server.ts";
import { productSheet } from "#app/domains/metaproducts/api.server.ts";

export const loader = sheetLoader(productSheet);
