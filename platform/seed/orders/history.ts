import type { JsonObject, StoredHistoryEntry } from "#platform/database/schema/json.ts";
import { platformName } from "#platform/domains/history.ts";
import type { Random } from "#platform/seed/random.ts";

const minute = 60_000;

type Event = readonly [action: string, message: string, minutesLater: number, meta?: JsonObject];

const byPlatform = { user: platformName };
const byClerk = { user: "clerk@utopia.example" };

const accepted: Event = ["OrderSubmittedToAP21", "AP21 accepted the order (simulated)", 1];
const requested: Event = ["ShipmentRequested", "AP21 released the order to the warehouse (simulated)", 12];
const shipped: Event = ["OrderShipped", "The carrier collected the parcel (simulated)", 900];

const failed = (message: string): Event => ["OrderValidationFailed", message, 1];

/** What happened to an order on its way to a status, after it came in and was confirmed. */
const wayTo: Record<string, readonly Event[]> = {
  SUBMITTED_TO_AP21: [accepted],
  SHIPMENT_PENDING: [accepted, requested],
  COMPLETE: [accepted, requested, shipped, ["OrderCompleted", "All lines are shipped", 1]],
  UNPROCESSABLE_PENDING: [["OrderPending", "The payment provider has not settled the payment", 1]],
  UNPROCESSABLE_HARD: [
    ["OrderSubmissionFailed", "AP21 refused the order: a level code is not known (simulated)", 1],
  ],
  UNPROCESSABLE_FRAUD_CHECK_FAILURE: [
    ["FraudCheckFailed", "The fraud check scored the payment 87 of 100 (simulated)", 1],
  ],
  UNPROCESSABLE_ADDRESS_VALIDATION_FAILURE: [
    failed("The delivery address lacks a street, a suburb or a postcode"),
  ],
  UNPROCESSABLE_ADDRESS_POSTCODE_VALIDATION_FAILURE: [
    failed("The postcode does not lie in the state of the delivery address"),
  ],
  UNPROCESSABLE_ZERO_DOLLAR_PAYMENT: [failed("Nothing was paid for the order")],
  UNPROCESSABLE_PAYMENTS_NOT_BALANCED: [failed("The payments do not add up to the order's total")],
  UNPROCESSABLE_MANUAL_ORDER: [["OrderHeld", "A manual payment has to be approved", 1]],
  INVALID: [["OrderCancelled", "Cancel Order: the customer ordered twice", 240, byClerk]],
  REJECTED_FRAUD: [
    ["FraudCheckFailed", "The fraud check scored the payment 96 of 100 (simulated)", 1],
    ["FraudRejected", "Reject as Fraud: the card holder denies the payment", 300, byClerk],
  ],
};

const deferred = (retryCount: number): Event[] =>
  Array.from({ length: retryCount }, (_, index) => [
    "OrderSubmissionDeferred",
    `AP21 did not answer in time; next try in ${5 * 2 ** index} minutes (simulated)`,
    5 * 2 ** index,
  ]);

/**
 * The history of an order in a status, newest first, not reaching past `until`. It holds entries of every
 * kind that the screens treat differently: OrderUpdate, OrderConfirmationEmailSent, and those with a user.
 */
export function historyOf(
  {
    status,
    retryCount,
    email,
    createdAt,
  }: {
    status: string;
    retryCount: number;
    email: string | undefined;
    createdAt: Date;
  },
  until: Date,
  random: Random,
): StoredHistoryEntry[] {
  const mailStatus = random.chance(0.94) ? "delivered" : "bounced";
  const confirmation: Event[] = email
    ? [
        [
          "OrderConfirmationEmailSent",
          `Order confirmation to ${email} (simulated)`,
          1,
          { provider: "Mail (simulated)", email, status: mailStatus },
        ],
      ]
    : [];
  const events: Event[] = [
    ["OrderCreated", "The order came in from its channel", 0],
    ["OrderUpdate", "The order's record was updated", 1],
    ...confirmation,
    ...(status === "UNPROCESSABLE_SOFT" ? deferred(retryCount) : (wayTo[status] ?? [])),
  ];
  let at = createdAt.getTime();
  const entries = events.map(([action, message, minutesLater, meta = byPlatform]): StoredHistoryEntry => {
    at = Math.min(until.getTime(), at + minutesLater * minute + (minutesLater && random.between(0, 50_000)));
    return { action, message, createdAt: new Date(at).toISOString(), meta };
  });
  return entries.reverse();
}
