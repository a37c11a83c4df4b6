import { z } from "zod";
import { defineCall } from "./calls.ts";
import { listOf, text, time } from "./envelopes.ts";
import { searchCodes } from "./searchText.ts";

/**
 * The number of records in one state. `oldest_at` and `newest_at` are the oldest and the newest last change among them;
 * `stamp` changes when one of them changes, is added or removed.
 */
const counted = { count: z.coerce.number().int().min(0), oldest_at: time, newest_at: time, stamp: text };

/** Status codes, comma separated: only those are counted. States without records are left out. */
const countsQuery = z.object({ statuses: searchCodes });

export const orderCount = z.looseObject({ status: z.string(), ...counted });
export type OrderCount = z.output<typeof orderCount>;

/** The number of orders of all stores in each status (extension `counts`). */
export const getOrderCounts = defineCall({
  name: "getOrderCounts",
  path: "/api/getordercounts",
  query: countsQuery,
  answer: listOf(orderCount),
  extension: "counts",
});

export const exoCount = z.looseObject({ status: z.string(), step: text, ...counted });
export type ExoCount = z.output<typeof exoCount>;

/** The number of returns of all stores in each status, at each step (extension `counts`). */
export const getExoCounts = defineCall({
  name: "getExoCounts",
  path: "/api/bc-order/v1/exocounts",
  query: countsQuery,
  answer: listOf(exoCount),
  extension: "counts",
});

/** Products of one store that its channel refuses with the same message; since when is not recorded. */
export const productMessageCount = z.looseObject({
  storegroup: z.string(),
  message: z.string(),
  count: counted.count,
  stamp: text,
});
export type ProductMessageCount = z.output<typeof productMessageCount>;

/** The number of refused meta products, by store and message (extension `counts`). */
export const getProductMessageCounts = defineCall({
  name: "getProductMessageCounts",
  path: "/api/getmetaproductmessagecounts",
  answer: listOf(productMessageCount),
  extension: "counts",
});
