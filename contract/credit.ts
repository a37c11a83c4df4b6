import type { ExchangeItem, Exo } from "./exos.ts";
import { centsOfQuantity, readCents, readNumber } from "./numbers.ts";

/**
 * The amount of an exchange line, in cents: its line price, else its unit price by its quantity; undefined where
 * neither is readable (returns#credit-sums).
 */
export const lineCents = ({
  Quantity,
  Cost,
  Total,
}: Pick<ExchangeItem, "Quantity" | "Cost" | "Total">): number | undefined =>
  readCents(Total) ?? centsOfQuantity(Cost, Quantity);

/**
 * The value of a return's returned goods, at the price of its lines, in cents and positive; undefined where no returned
 * line has a price. Portal and platform both use it, so that list, panel and ledger agree (returns#credit-owed).
 */
export function returnedCents({ exchange }: Pick<Exo, "exchange">): number | undefined {
  const returned = (exchange?.Items ?? []).filter(({ Quantity }) => (readNumber(Quantity) ?? 0) < 0);
  const priced = returned.flatMap((item) => lineCents(item) ?? []);
  if (priced.length === 0) return undefined;
  return Math.abs(priced.reduce((sum, cents) => sum + cents, 0));
}
