import type { User } from "#app/auth/guard.server.ts";
import { callPortalApi } from "#app/http/api.server.ts";
import { getVoucherBalance } from "#contract/vouchers.ts";

/** What a voucher is still worth, as the server sent it (calls#voucher). Throws ApiError with the server's words. */
export async function voucherBalance(user: User, storeAlias: string, code: string): Promise<number | string> {
  const { balance } = await callPortalApi(user, getVoucherBalance, {
    query: { storealias: storeAlias, vouchercode: code },
  });
  return balance;
}
