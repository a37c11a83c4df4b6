import { callPortalApi } from "#app/core/api/api.server.ts";
import { auditFirst } from "#app/core/audit/audit.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import { count, type Rate } from "#app/core/http/rates.server.ts";
import { log } from "#app/core/log.server.ts";
import { getVoucherBalance } from "#contract/vouchers.ts";

const lookUps: Rate = {
  name: "voucher look-ups",
  windows: [
    { most: 5, seconds: 60 },
    { most: 30, seconds: 3600 },
  ],
  grows: true,
};

/**
 * Records who looked up a voucher where, and the result, before they are told; never the code (vouchers#rate). Throws a
 * 503 page where that is not possible (audit#first).
 */
export async function noteLookUp({ correlationId, subject }: User, store: string, outcome: string) {
  const result = outcome === "too many" ? "refused" : outcome === "found" ? "done" : "failed";
  const why = outcome === "404" ? "No such voucher" : outcome;
  const did = "Looked up a voucher";
  const line = await auditFirst({ kind: "voucher", did, record: store, outcome: result, why });
  log.info({ correlationId, subject, store, outcome, line }, "voucher looked up");
}

/** Counts a look-up; resolves to the seconds that this user has to wait before it, usually 0. */
export async function waitFor(user: User, store: string): Promise<number> {
  const seconds = await count(lookUps, `person:${user.subject}`);
  if (seconds > 0) await noteLookUp(user, store, "too many");
  return seconds;
}

/** The balance of a voucher as the server sent it (calls#voucher). Throws ApiError with the server's message. */
export async function voucherBalance(user: User, storeAlias: string, code: string): Promise<number | string> {
  const { balance } = await callPortalApi(user, getVoucherBalance, {
    query: { storealias: storeAlias, vouchercode: code },
  });
  return balance;
}
