import { readNumber } from "#contract/numbers.ts";
import type { JsonObject } from "#platform/database/schema/json.ts";
import { readDocument } from "./rules.ts";

const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/**
 * By what a list of orders is ordered (calls#dates): when the document says that it was made, `otherwise` where it says
 * no moment in UTC, and what it says was paid, 0 where that is no number.
 */
export function rankOf(document: JsonObject, otherwise: Date): { createdAt: Date; amount: number } {
  const { createdAt, amountPaid } = readDocument(document);
  const made = isMoment.test(String(createdAt)) ? new Date(String(createdAt)) : otherwise;
  return {
    createdAt: Number.isNaN(made.getTime()) ? otherwise : made,
    amount: readNumber(amountPaid) ?? 0,
  };
}
