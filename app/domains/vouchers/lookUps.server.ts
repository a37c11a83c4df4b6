import { audit } from "#app/audit/audit.server.ts";
import type { User } from "#app/auth/guard.server.ts";
import { count, type Rate } from "#app/http/rates.server.ts";
import { log } from "#app/log.server.ts";

const lookUps: Rate = {
  name: "voucher look-ups",
  windows: [
    { most: 5, seconds: 60 },
    { most: 30, seconds: 3600 },
  ],
  grows: true,
};

/** Notes who looked up a voucher where, and what came of it; never the code (vouchers#rate). */
export async function noteLookUp(
  { correlationId, subject }: User,
  store: string,
  outcome: string,
): Promise<void> {
  log.info({ correlationId, subject, store, outcome }, "voucher looked up");
  const result = outcome === "too many" ? "refused" : "done";
  await audit({ kind: "voucher", did: "Looked up a voucher", record: store, outcome: result, why: outcome });
}

/** Counts a look-up; resolves to how many seconds this person has to wait before it, mostly 0. */
export async function waitFor(user: User, store: string): Promise<number> {
  const seconds = await count(lookUps, `person:${user.subject}`);
  if (seconds > 0) await noteLookUp(user, store, "too many");
  return seconds;
}
