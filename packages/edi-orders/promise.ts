import { createHash } from "node:crypto";
import type { Days } from "./message.ts";
import { type Difference, isWholeCents, moneyText, type Written } from "./values.ts";

/** A line as it was asked for, and what was promised of it. */
export type Promised = {
  written: Written;
  /** Its article codes. */
  codes?: readonly string[] | undefined;
  days?: Days | undefined;
  /** Asked for: pieces, and the price per piece. */
  ordered: number;
  askedPrice?: number | undefined;
  /** Promised: pieces, and the price per piece. */
  accepted: number;
  unitPrice: number;
  levelCode: string | null;
  differences?: readonly Difference[] | undefined;
};

const askedPriceOf = ({ askedPrice, unitPrice }: Promised): number => askedPrice ?? unitPrice;

/** A hash of what a person sees of a line: an answer counts for it alone. */
export function seenOf(line: Promised): string {
  const { written, days = {}, ordered, levelCode, differences = [] } = line;
  const seen = [written, days, ordered, askedPriceOf(line), levelCode, differences.map(({ words }) => words)];
  return createHash("sha256").update(JSON.stringify(seen)).digest("hex").slice(0, 32);
}

/** Whether exactly what was asked for is promised. */
export const isAsAsked = (line: Promised): boolean =>
  line.accepted === line.ordered && line.unitPrice === askedPriceOf(line);

const dayText = ({ days = {} }: Promised): string => JSON.stringify(Object.entries(days).sort());

/** Why more is not promised without anybody being asked, where less than before was. */
function limitOf(before: Promised): Difference[] {
  if (before.accepted >= before.ordered) return [];
  const words =
    before.accepted === 0
      ? `None of ${before.ordered} were accepted before`
      : `${before.accepted} of ${before.ordered} were accepted before`;
  return [{ kind: "decided", words }];
}

/**
 * What is promised of a line that a message changes: the message moves only the values that it names. What was limited,
 * priced or refused stays so, and never more is promised than a person or the terms allow. `now` is the changed line
 * beside the terms, with all its differences; those that the message brings are returned, and refuse it.
 */
export function changedPromise(
  before: Promised,
  now: Promised,
): { brought: Difference[] } | { accepted: number; unitPrice: number } {
  const isOtherQuantity = now.ordered !== before.ordered;
  const isOtherPrice = Math.abs(askedPriceOf(now) - askedPriceOf(before)) > 1e-9;
  const isMore = isOtherQuantity && now.ordered > before.accepted;
  const isBrought: Record<string, boolean> = {
    quantity: isOtherQuantity,
    unit: isOtherQuantity,
    pack: isOtherQuantity,
    price: isOtherPrice,
    stock: isMore,
    date: dayText(now) !== dayText(before),
    article: (now.codes ?? []).some((code) => !before.codes?.includes(code)),
  };
  const accepted = isOtherQuantity ? now.ordered : before.accepted;
  const unitPrice = isOtherPrice ? askedPriceOf(now) : before.unitPrice;
  const brought = [
    ...(now.differences ?? []).filter(({ kind }) => isBrought[kind] ?? true),
    ...(isMore ? limitOf(before) : []),
  ];
  const isUneven = brought.length === 0 && isOtherQuantity && !isWholeCents(accepted * unitPrice);
  if (isUneven)
    brought.push({
      kind: "price",
      words: `${accepted} at ${moneyText(unitPrice)} do not come to whole cents`,
    });
  return brought.length > 0 ? { brought } : { accepted, unitPrice };
}
