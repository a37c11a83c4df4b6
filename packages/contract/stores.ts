import { z } from "zod";
import { defineCall } from "./calls.ts";
import { listOf } from "./envelopes.ts";
import { foldStoreType } from "./storeTypes.ts";

export const store = z.looseObject({
  storeName: z.string(),
  storeAlias: z.string(),
  storeType: z.string().catch("").transform(foldStoreType),
  managementBaseUrl: z.string().nullish(),
});
export type Store = z.output<typeof store>;

export const getStores = defineCall({
  name: "getStores",
  path: "/api/getstores/",
  answer: listOf(store),
});
