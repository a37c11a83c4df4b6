import type { z } from "zod";
import type { postControlNumberGap } from "#contract/ediExtensions.ts";
import type { Database } from "#platform/database/connect.ts";
import { ediSettledGaps } from "#platform/database/schema/ediPartners.ts";
import { Problem } from "#platform/http/problems.ts";

const numberIn = (name: string, text: string): number => {
  if (!/^\d{1,14}$/.test(text)) throw new Problem(400, `${name}: expected a number of at most 14 digits`);
  return Number(text);
};

/**
 * Settles a gap in a series of control numbers with a person's reason (edi#gaps); once: of two reasons for the same gap
 * the first stands. Throws a 400 Problem for what is no run of numbers.
 */
export async function settleGap(
  database: Database,
  { direction, sender, recipient, from, to, reason }: z.output<typeof postControlNumberGap.body>,
  user: string,
  at: Date,
): Promise<void> {
  const [first, last] = [numberIn("from", from), numberIn("to", to)];
  if (last < first) throw new Problem(400, "to: comes before from");
  const gap = {
    direction,
    sender: sender.identification ?? "",
    senderQualifier: sender.qualifier ?? "",
    recipient: recipient.identification ?? "",
    recipientQualifier: recipient.qualifier ?? "",
  };
  await database
    .insert(ediSettledGaps)
    .values({ ...gap, first, last, reason, settledBy: user, settledAt: at })
    .onConflictDoNothing();
}
