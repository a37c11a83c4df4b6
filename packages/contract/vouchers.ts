import { z } from "zod";
import { defineCall } from "./calls.ts";
import { searchText } from "./searchText.ts";

/** The stores whose vouchers can be looked up (vouchers#stores); others fail with 'Store not supported'. */
export const voucherStoreAliases = ["SNS", "CLK", "SWH"] as const;

/** `balance` in dollars. */
export const getVoucherBalance = defineCall({
  name: "getVoucherBalance",
  path: "/api/nswvoucher/balance",
  query: z.object({ storealias: searchText, vouchercode: searchText }),
  answer: z.looseObject({ balance: z.union([z.number(), z.string().min(1)]) }),
});

/** Whether a store's vouchers can be looked up; its alias is case-insensitive. */
export const isVoucherStore = (storeAlias: string): boolean =>
  voucherStoreAliases.some((alias) => alias === storeAlias.toUpperCase());
