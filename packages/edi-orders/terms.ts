/** What a message becomes by a case of its header: where several apply, the last one in this order wins. */
export type HeaderDecision = "order" | "change" | "cancel" | "hold" | "refuse";

/**
 * The header of an ORDERS message as a decision table (edi#header): case → decision, and words for a person. A case is
 * `element=value`; `*` is every other value, and `=` alone a missing one. A partner's terms may decide a case otherwise,
 * also one without a row here, e.g. `1001=224`, or `segment=FTX+AAI` for a segment that nobody reads.
 */
export const headerCases: Readonly<Record<string, { decision: HeaderDecision; words: string }>> = {
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
  "address=unknown": { decision: "hold", words: "It does not say where the goods go: {0}" },
  "address=unreadable": { decision: "hold", words: "Its delivery address cannot be right: {0}" },
  "address=several": { decision: "hold", words: "It names several delivery addresses: {0}" },
  "date=unreadable": { decision: "hold", words: "A date of it cannot be read: {0}" },
  "date=past": { decision: "hold", words: "It was to be delivered by {0}" },
  "date=far": { decision: "hold", words: "It is to be delivered on {0}, in more than a year" },
  "date=early": {
    decision: "hold",
    words: "It must not be delivered before {0}, and nothing here waits for that day",
  },
  "date=crossed": { decision: "hold", words: "Its first day of delivery comes after its last: {0}" },
  "count=wrong": { decision: "hold", words: "Its control total (CNT) does not agree: {0}" },
  "total=wrong": { decision: "hold", words: "Its total (MOA) does not agree: {0}" },
  "value=above": {
    decision: "hold",
    words: "Its lines come to more than the partner may order at once: {0}",
  },
  "segment=*": { decision: "hold", words: "It says {0}" },
};

/** What is agreed with a partner about its orders (edi#terms). */
export type Terms = {
  currency: string;
  suppliers: readonly string[];
  price_tolerance_percent: number | null;
  max_line_quantity: number;
  max_order_value: number;
  checks_stock: boolean;
  units: Readonly<Record<string, number>>;
  header: Readonly<Record<string, HeaderDecision>>;
};

/** The terms, and the date at the partner (ISO 8601). */
export type Agreement = { terms: Terms; today: string };
