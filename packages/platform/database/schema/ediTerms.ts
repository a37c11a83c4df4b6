import { z } from "zod";
import type { HeaderDecision } from "#edi-orders/index.ts";

const headerDecisions = ["order", "change", "cancel", "hold", "refuse"] satisfies HeaderDecision[];

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};

/** A partner's agreed order terms (edi#terms), and the defaults. */
export const ediTerms = z.object({
  /** ISO 4217 of its prices. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default("AUD"),
  /** Its names for us as its supplier (NAD+SU, 3039): any of these. */
  suppliers: z.array(z.string().trim().min(1).max(35)).max(20).default(["9399991000011"]),
  /** The maximum price difference from ours, in percent; null: prices are not compared. */
  price_tolerance_percent: z.number().min(0).max(100).nullable().default(0),
  /** The most pieces of one line, and the highest order total, in its currency. */
  max_line_quantity: z.number().int().min(1).max(10_000_000).default(10_000),
  max_order_value: z.number().min(0).max(1_000_000_000).default(250_000),
  /** Whether a line of more pieces than the store has in stock waits. */
  checks_stock: z.boolean().default(true),
  /** Pieces per unit of its orders (6411), e.g. `{ CS: 6 }`, beside the generally known ones. */
  units: z.record(z.string().min(1).max(3), z.number().int().min(1).max(100_000)).default({}),
  /** Its locations by their numbers: the address of a party of which it says the number alone. */
  locations: z
    .record(
      z.string().trim().min(1).max(35),
      z.strictObject({
        name: z.string().trim().max(200).default(""),
        street1: z.string().trim().min(1).max(200),
        suburb: z.string().trim().min(1).max(200),
        state: z.string().trim().max(10).default(""),
        postcode: z.string().trim().min(1).max(10),
        country: z.string().trim().max(3).default("AU"),
      }),
    )
    .default({}),
  /** Cases of the header (docs/edi.md) with another treatment than the default. */
  header: z.record(z.string().regex(/^[a-z0-9]+=\S{0,35}$/), z.enum(headerDecisions)).default({}),
  /** Days for which a control reference counts as used; 0: only on its own day. */
  reference_window_days: z.number().int().min(0).max(10_000).default(365),
  /** The zone of its clock. */
  time_zone: z.string().refine(isTimeZone, "There is no such time zone.").default("Australia/Melbourne"),
});
export type EdiTerms = z.output<typeof ediTerms>;
