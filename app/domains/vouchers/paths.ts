import { storePath } from "#app/domains/stores/paths.ts";

/** The page that looks a voucher up (2 §2.11). */
export const voucherPath = (alias: string): string => storePath(alias, "nswvoucher");
