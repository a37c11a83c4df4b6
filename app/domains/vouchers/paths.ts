import { storePath } from "#app/stores/paths.ts";

/** The voucher look-up (vouchers#form). */
export const voucherPath = (alias: string): string => storePath(alias, "nswvoucher");
