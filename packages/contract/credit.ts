import type { ExchangeItem, Exo } from "./exos.ts";
import { centsOfQuantity, readCents, readNumber } from "./numbers.ts";

/** A sum in cents; with `orMore` a part of it could not be read. */
export type Sum = { cents: number; orMore: boolean };

/**
 * The value of an exchange line, in cents and never negative: its line price, else its unit price by its quantity;
 * undefined where neither is readable. Services sign prices in different ways, so that the direction of the goods is
 * that of the quantity alone (returns#credit-sums).
 */
export function lineCents({
  Quantity,
  Cost,
  Total,
}: Pick<ExchangeItem, "Quantity" | "Cost" | "Total">): number | undefined {
  const cents = readCents(Total) ?? centsOfQuantity(Cost, Quantity);
  return cents === undefined ? undefined : Math.abs(cents);
}

/**
 * The value of a return's returned goods, at the price of its lines; undefined where no returned line has a price. A
 * line whose quantity is unreadable may be one of them. Portal and platform both use it, so that list, panel and ledger
 * agree (returns#credit-owed).
 */
export function returnedValue({ exchange }: Pick<Exo, "exchange">): Sum | undefined {
  const lines = (exchange?.Items ?? []).map((item) => ({
    quantity: readNumber(item.Quantity),
    cents: lineCents(item),
  }));
  const returned = lines.filter(({ quantity = 0 }) => quantity < 0);
  const priced = returned.flatMap(({ cents }) => cents ?? []);
  if (priced.length === 0) return undefined;
  return {
    cents: priced.reduce((sum, cents) => sum + cents, 0),
    orMore: priced.length < returned.length || lines.some(({ quantity }) => quantity === undefined),
  };
}
