import { z } from "zod";
import { defineCall } from "./calls.ts";
import { id, listOf, optionalList, optionalObject, positiveInteger, text, time } from "./envelopes.ts";
import { searchText } from "./searchText.ts";

/** An attribute map: its keys depend on the store type, its values on the channel. */
const attributes = z.record(z.string(), z.unknown()).nullish().catch(undefined);

/**
 * Shared by meta products and orders (actions#offered). `inputType` may be a kind that this portal does not know
 * (actions#unknown-input).
 */
export const availableAction = z.looseObject({
  value: z.string(),
  text: z.string(),
  config: optionalObject({ inputType: z.string().nullish().catch(undefined), data: z.unknown().optional() }),
});
export type AvailableAction = z.output<typeof availableAction>;

export const metaProductVariant = z.looseObject({
  productSku: text,
  attributes,
  status: optionalObject({ ExternalStatus: text }),
});
export type MetaProductVariant = z.output<typeof metaProductVariant>;

export const metaProductChange = z.looseObject({
  code: text,
  attribute: text,
  oldValue: z.unknown().optional(),
  newValue: z.unknown().optional(),
  updatedAt: time,
});
export type MetaProductChange = z.output<typeof metaProductChange>;

export const metaProduct = z.looseObject({
  id,
  groupId: text,
  storeGroup: text,
  storeType: text,
  attributes,
  variants: optionalList(metaProductVariant),
  status: optionalObject({ image_url: text, image_url_1: text }),
  validationStatus: z.array(z.unknown()).nullish().catch(undefined),
  availableActions: optionalList(availableAction),
  changes: optionalList(metaProductChange),
});
export type MetaProduct = z.output<typeof metaProduct>;

/** Rows on a page of the grid (products#page-size). After a full page there may be another one. */
export const metaProductPageSize = 20;
/** Rows on a page of the spreadsheet export (products#export). */
export const metaProductExportPageSize = 1000;

export const getMetaProducts = defineCall({
  name: "getMetaProducts",
  path: "/api/getmetaproducts",
  query: z.object({
    storegroup: searchText,
    page: positiveInteger,
    pagesize: positiveInteger.max(metaProductExportPageSize),
    productQuery: searchText.optional(),
    title: searchText.optional(),
    excludeValid: z.literal("1").optional(),
  }),
  answer: listOf(metaProduct),
});
export type MetaProductsQuery = z.output<typeof getMetaProducts.query>;
