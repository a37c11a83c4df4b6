import { z } from "zod";

/**
 * Treatments of an ORDERS message by its header: one of these; where several rows apply the last one in this order
 * wins.
 */
export const ediHeaderDecisions = ["order", "change", "cancel", "hold", "refuse"] as const;
export type EdiHeaderDecision = (typeof ediHeaderDecisions)[number];

/**
 * The header of an ORDERS message as a decision table (edi#header): case → treatment, and text for a person. A case is
 * `element=value`; `*` is every other value, and `=` alone a missing one. A partner's terms may override a case, also
 * one without a row here, e.g. `1001=224`.
 */
export const ediHeaderCases: Readonly<Record<string, { decision: EdiHeaderDecision; words: string }>> = {
  "1001=220": { decision: "order", words: "" },
  "1001=": { decision: "hold", words: "It does not say what document it is (1001)" },
  "1001=*": { decision: "hold", words: "It is no order (1001 is {0})" },
  "1225=9": { decision: "order", words: "" },
  "1225=1": { decision: "cancel", words: "It cancels an order (1225 is 1)" },
  "1225=4": { decision: "hold", words: "It changes an order (1225 is 4)" },
  "1225=5": { decision: "hold", words: "It replaces an order (1225 is 5)" },
  "1225=": { decision: "hold", words: "It does not say whether it is an original order (1225)" },
  "1225=*": { decision: "hold", words: "It is no original order (1225 is {0})" },
  "number=": { decision: "hold", words: "It has no order number (1004)" },
  "number=long": { decision: "hold", words: "Its order number (1004) is longer than 35 characters" },
  "number=repeated": { decision: "hold", words: "The partner has sent an order {0} already" },
  "currency=": { decision: "order", words: "" },
  "currency=*": { decision: "hold", words: "Its prices are in {0}" },
  "supplier=": { decision: "hold", words: "It names no supplier (NAD+SU)" },
  "supplier=*": { decision: "hold", words: "It is an order to another supplier: {0}" },
  "date=unreadable": { decision: "hold", words: "A date of it cannot be read: {0}" },
  "date=past": { decision: "hold", words: "It was to be delivered by {0}" },
  "date=far": { decision: "hold", words: "It is to be delivered on {0}, in more than a year" },
  "date=crossed": { decision: "hold", words: "Its first day of delivery comes after its last: {0}" },
  "count=wrong": { decision: "hold", words: "Its control total (CNT) does not agree: {0}" },
  "total=wrong": { decision: "hold", words: "Its total (MOA) does not agree: {0}" },
  "value=above": {
    decision: "hold",
    words: "Its lines come to more than the partner may order at once: {0}",
  },
};

export const isTimeZone = (name: string): boolean => {
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
  /** Cases of the header with another treatment than the default. */
  header: z.record(z.string().regex(/^[a-z0-9]+=\S{0,35}$/), z.enum(ediHeaderDecisions)).default({}),
  /** Days for which a control reference counts as used; 0: only on its own day. */
  reference_window_days: z.number().int().min(0).max(10_000).default(365),
  /** The zone of its clock, its working days, 1 (Monday) to 7, and its closing dates (ISO 8601). */
  time_zone: z.string().refine(isTimeZone, "There is no such time zone.").default("Australia/Melbourne"),
  working_days: z.array(z.number().int().min(1).max(7)).min(1).max(7).default([1, 2, 3, 4, 5]),
  closed_days: z.array(z.iso.date()).max(400).default([]),
});
export type EdiTerms = z.output<typeof ediTerms>;
