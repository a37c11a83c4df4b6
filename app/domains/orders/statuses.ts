import type { Tone } from "#app/core/ui/feedback/Status.tsx";
import type { OrderStatusCode } from "#contract/orders.ts";

/** One order status. `waits`: the order stays in it until a person acts. */
export type OrderStatus = { code: string; label: string; tone: Tone; waits: boolean };

type Row = Omit<OrderStatus, "code">;

const onItsWay = (label: string): Row => ({ label, tone: "background", waits: false });
const waiting = (label: string): Row => ({ label, tone: "attention", waits: true });
const ended = (label: string): Row => ({ label, tone: "dismissed", waits: false });

/** The fifteen statuses (orders#statuses). A soft failure is retried automatically, so it needs nobody. */
const statuses: Record<OrderStatusCode, Row> = {
  PROCESSING: onItsWay("Processing"),
  COMPLETE: { label: "Complete", tone: "ok", waits: false },
  SUBMITTED_TO_AP21: onItsWay("Submitted to AP21"),
  SHIPMENT_PENDING: onItsWay("Shipment Pending"),
  UNPROCESSABLE_PENDING: { label: "Pending", tone: "background", waits: true },
  UNPROCESSABLE_HARD: waiting("Hard Failure"),
  UNPROCESSABLE_SOFT: { label: "Soft Failure", tone: "attention", waits: false },
  UNPROCESSABLE_FRAUD_CHECK_FAILURE: waiting("Fraud Check Failure"),
  UNPROCESSABLE_ADDRESS_VALIDATION_FAILURE: waiting("Address Validation Failure"),
  UNPROCESSABLE_ADDRESS_POSTCODE_VALIDATION_FAILURE: waiting("Invalid Postcode"),
  UNPROCESSABLE_ZERO_DOLLAR_PAYMENT: waiting("Zero Dollar Payment"),
  UNPROCESSABLE_PAYMENTS_NOT_BALANCED: waiting("Payments Not Balanced"),
  INVALID: ended("Invalid"),
  REJECTED_FRAUD: ended("Rejected Fraud"),
  UNPROCESSABLE_MANUAL_ORDER: waiting("Approve Manual Order Payment"),
};

const statusRows = new Map<string, Row>(Object.entries(statuses));

/** 'Gift Card Hold' of `UNPROCESSABLE_GIFT_CARD_HOLD`; what is no such code stays as it is. */
const inWords = (code: string): string =>
  /^[A-Z][A-Z\d_]*$/.test(code)
    ? code
        .replace(/^UNPROCESSABLE_/, "")
        .split("_")
        .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
        .join(" ")
    : code;

/** Label and tone of a status; an unknown one is its code in words (orders#unknown-status). */
export const orderStatusOf = (code: string | null | undefined): OrderStatus => {
  const text = code?.trim() ?? "";
  const row = statusRows.get(text);
  if (row) return { code: text, ...row };
  return { code: text, label: text === "" ? "No status" : inWords(text), tone: "background", waits: false };
};

export const orderStatusChoices: readonly { value: string; label: string }[] = [...statusRows].map(
  ([value, { label }]) => ({ value, label }),
);

export const waitingOrderStatuses: readonly string[] = [...statusRows].flatMap(([code, { waits }]) =>
  waits ? [code] : [],
);

/** The statuses of a wrong delivery address, and the field that is wrong; empty where any may be. */
export const wrongAddresses: ReadonlyMap<string, "postcode" | ""> = new Map<OrderStatusCode, "postcode" | "">(
  [
    ["UNPROCESSABLE_ADDRESS_VALIDATION_FAILURE", ""],
    ["UNPROCESSABLE_ADDRESS_POSTCODE_VALIDATION_FAILURE", "postcode"],
  ],
);

/** The statuses in which the service is working: an order leaves them within minutes. */
const moving: ReadonlySet<string> = new Set<OrderStatusCode>(["PROCESSING", "SUBMITTED_TO_AP21"]);

/** Whether an order of this status may change at any moment (orders#live). */
export const movesByItself = ({ code }: OrderStatus): boolean => moving.has(code);
