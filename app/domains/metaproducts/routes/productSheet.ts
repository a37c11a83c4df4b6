import { productSheet } from "#app/domains/metaproducts/api.server.ts";

export const loader = productSheet.loader;
