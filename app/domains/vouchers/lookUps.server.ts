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
export const noteLookUp = ({ correlationId, subject }: User, store: string, outcome: string): void =>
  log.info({ correlationId, subject, store, outcome }, "voucher looked up");

/** Counts a look-up; resolves to how many seconds this person has to wait before it, mostly 0. */
export async function waitFor(user: User, store: string): Promise<number> {
  const seconds = await count(lookUps, `person:${user.subject}`);
  if (seconds > 0) noteLookUp(user, store, "too many");
  return seconds;
}
