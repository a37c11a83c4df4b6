import type { ExchangeItem, Exo } from "./exos.ts";
import { centsOfQuantity, readCents, readNumber } from "./numbers.ts";

/**
 * What a line of an exchange comes to, in cents: its line price, else its unit price by its quantity; undefined where
 * neither can be read (returns#credit-sums).
 */
export const lineCents = ({
  Quantity,
  Cost,
  Total,
}: Pick<ExchangeItem, "Quantity" | "Cost" | "Total">): number | undefined =>
  readCents(Total) ?? centsOfQuantity(Cost, Quantity);

/**
 * What comes back with a return, at the price of its lines, in cents and positive; undefined where no line that comes
 * back has a price. Portal and platform read it here, so that list, panel and ledger agree (returns#credit-owed).
 */
export function returnedCents({ exchange }: Pick<Exo, "exchange">): number | undefined {
  const returned = (exchange?.Items ?? []).filter(({ Quantity }) => (readNumber(Quantity) ?? 0) < 0);
  const priced = returned.flatMap((item) => lineCents(item) ?? []);
  if (priced.length === 0) return undefined;
  return Math.abs(priced.reduce((sum, cents) => sum + cents, 0));
}
