import { storePath } from "#app/stores/paths.ts";

/** The page that looks a voucher up (vouchers#form). */
export const voucherPath = (alias: string): string => storePath(alias, "nswvoucher");
