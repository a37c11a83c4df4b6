import { z } from "zod";
import { defineCall } from "./calls.ts";
import { listOf, looseText, optionalList, optionalObject } from "./envelopes.ts";

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
  productSku: looseText.catch(undefined),
  attributes,
  status: optionalObject({ ExternalStatus: looseText.catch(undefined) }),
});
export type MetaProductVariant = z.output<typeof metaProductVariant>;

export const metaProductChange = z.looseObject({
  code: looseText.catch(undefined),
  attribute: looseText.catch(undefined),
  oldValue: z.unknown().optional(),
  newValue: z.unknown().optional(),
  updatedAt: z.union([z.string(), z.number()]).nullish().catch(undefined),
});
export type MetaProductChange = z.output<typeof metaProductChange>;

export const metaProduct = z.looseObject({
  id: z.union([z.string(), z.number()]).transform(String),
  groupId: looseText.catch(undefined),
  storeGroup: looseText.catch(undefined),
  storeType: looseText.catch(undefined),
  attributes,
  variants: optionalList(metaProductVariant),
  status: optionalObject({ image_url: looseText.catch(undefined), image_url_1: looseText.catch(undefined) }),
  validationStatus: z.array(z.unknown()).nullish().catch(undefined),
  availableActions: optionalList(availableAction),
  changes: optionalList(metaProductChange),
});
export type MetaProduct = z.output<typeof metaProduct>;

/** Rows on a page of the grid (products#page-size). After a full page there may be another one. */
export const metaProductPageSize = 20;
/** Rows on a page of the spreadsheet export (products#export). */
export const metaProductExportPageSize = 1000;

export const metaProductsQuery = z.object({
  storegroup: z.string(),
  page: z.coerce.number().int().min(1),
  pagesize: z.coerce.number().int().min(1).max(metaProductExportPageSize),
  productQuery: z.string().optional(),
  title: z.string().optional(),
  excludeValid: z.literal("1").optional(),
});
export type MetaProductsQuery = z.output<typeof metaProductsQuery>;

export const getMetaProducts = defineCall({
  name: "getMetaProducts",
  method: "GET",
  path: "/api/getmetaproducts",
  query: metaProductsQuery,
  answer: listOf(metaProduct),
});
