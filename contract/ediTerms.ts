import { z } from "zod";

/** What becomes of an ORDERS message by its header: one of these, the last ones first where several rows apply. */
const ediHeaderDecisions = ["order", "change", "cancel", "hold", "refuse"] as const;

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};

/** What is agreed with a partner about its orders (edi#terms), and what is usual where nothing is agreed. */
const ediTerms = z.object({
  /** ISO 4217 of its prices. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default("AUD"),
  /** What it calls us as its supplier (NAD+SU, 3039): any of these. */
  suppliers: z.array(z.string().trim().min(1).max(35)).max(20).default(["9399991000011"]),
  /** How far a price may lie from ours, in percent; null: prices are not compared. */
  price_tolerance_percent: z.number().min(0).max(100).nullable().default(0),
  /** The most pieces of one line, and the most that an order may come to, in its currency. */
  max_line_quantity: z.number().int().min(1).max(10_000_000).default(10_000),
  max_order_value: z.number().min(0).max(1_000_000_000).default(250_000),
  /** Whether a line of more pieces than the store has in stock waits. */
  checks_stock: z.boolean().default(true),
  /** Pieces of a unit that it orders in (6411), e.g. `{ CS: 6 }`, beside the pieces that everybody knows. */
  units: z.record(z.string().min(1).max(3), z.number().int().min(1).max(100_000)).default({}),
  /** Cases of the header that are decided otherwise than usual. */
  header: z.record(z.string().regex(/^[a-z0-9]+=\S{0,35}$/), z.enum(ediHeaderDecisions)).default({}),
  /** Days for which a control reference counts as used; 0: only on its own day. */
  reference_window_days: z.number().int().min(0).max(10_000).default(365),
  /** The zone of its clock, and its working days, 1 (Monday) to 7. */
  time_zone: z.string().refine(isTimeZone, "There is no such time zone").default("Australia/Melbourne"),
  working_days: z.array(z.number().int().min(1).max(7)).min(1).max(7).default([1, 2, 3, 4, 5]),
});
export type EdiTerms = z.output<typeof ediTerms>;
