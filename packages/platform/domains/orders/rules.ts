import { addressPayload } from "#contract/actions.ts";
import type { AvailableAction } from "#contract/metaproducts.ts";
import { readNumber } from "#contract/numbers.ts";
import {
  type OrderAddress,
  type OrderDocument,
  type OrderLine,
  type OrderShipment,
  type OrderStatusCode,
  orderDocument,
  orderStatusCodes,
} from "#contract/orders.ts";
import { isPostcodeOf } from "#contract/postcodes.ts";
import { type StoreFeature, storeTypeHas } from "#contract/storeTypes.ts";
import type { JsonObject, StoredParcel } from "#platform/database/schema/columns.ts";
import type { orders } from "#platform/database/schema/orders.ts";
import type { Note } from "#platform/domains/history.ts";

export type MovingOrder = Pick<
  typeof orders.$inferSelect,
  "id" | "status" | "retryCount" | "submissions" | "submitted" | "parcel" | "stepAt" | "document"
>;

export type Effect = { order: MovingOrder; notes: Note[] };

type ActionRule = {
  value: string;
  text: string;
  input?: "note" | "address" | "customer";
  from: readonly OrderStatusCode[];
  /** Undefined: the order's status stays. */
  to: OrderStatusCode | undefined;
  trace: string;
  /** Only orders of a store type with this feature offer it. */
  feature?: StoreFeature;
  /** Requests the rest of the order, or a part of it, from the simulated warehouse; the next step makes the request. */
  ships?: StoredParcel["how"];
};

const waitingForPeople = orderStatusCodes.filter((code) => code.startsWith("UNPROCESSABLE_"));

/**
 * Every action of a person, and its transition; docs/order-states.md draws them. Cancelling ends in INVALID, since
 * there is no status for a cancelled order (orders#moves).
 */
export const actionRules: readonly ActionRule[] = [
  {
    value: "process",
    text: "Process Pending Order",
    from: ["UNPROCESSABLE_PENDING"],
    to: "PROCESSING",
    trace: "OrderReleased",
  },
  {
    value: "retry",
    text: "Retry Order",
    from: ["UNPROCESSABLE_SOFT"],
    to: "PROCESSING",
    trace: "OrderRetried",
  },
  {
    value: "resubmit-to-ap21",
    text: "Resubmit to AP21",
    from: ["UNPROCESSABLE_HARD", "SUBMITTED_TO_AP21"],
    to: "PROCESSING",
    trace: "OrderResubmitted",
  },
  {
    value: "approve-manual-payment",
    text: "Approve Manual Order Payment",
    from: ["UNPROCESSABLE_MANUAL_ORDER"],
    to: "PROCESSING",
    trace: "PaymentApproved",
  },
  {
    value: "approve-zero-dollar-payment",
    text: "Approve Zero Dollar Payment",
    from: ["UNPROCESSABLE_ZERO_DOLLAR_PAYMENT"],
    to: "PROCESSING",
    trace: "PaymentApproved",
  },
  {
    value: "accept-payments",
    text: "Accept Unbalanced Payments",
    input: "note",
    from: ["UNPROCESSABLE_PAYMENTS_NOT_BALANCED"],
    to: "PROCESSING",
    trace: "PaymentApproved",
  },
  {
    value: "update-address",
    text: "Update Delivery Address",
    input: "address",
    from: ["UNPROCESSABLE_ADDRESS_VALIDATION_FAILURE", "UNPROCESSABLE_ADDRESS_POSTCODE_VALIDATION_FAILURE"],
    to: "PROCESSING",
    trace: "AddressUpdated",
  },
  {
    value: "release-fraud-check",
    text: "Release From Fraud Check",
    input: "note",
    from: ["UNPROCESSABLE_FRAUD_CHECK_FAILURE"],
    to: "PROCESSING",
    trace: "FraudCheckReleased",
  },
  {
    value: "reject-fraud",
    text: "Reject as Fraud",
    input: "note",
    from: ["UNPROCESSABLE_FRAUD_CHECK_FAILURE"],
    to: "REJECTED_FRAUD",
    trace: "FraudRejected",
  },
  {
    value: "resend-confirmation",
    text: "Resend Confirmation Email",
    input: "customer",
    from: ["SUBMITTED_TO_AP21", "SHIPMENT_PENDING", "COMPLETE"],
    to: undefined,
    trace: "OrderConfirmationEmailSent",
  },
  {
    value: "ship",
    text: "Ship Now",
    from: ["SUBMITTED_TO_AP21", "SHIPMENT_PENDING"],
    to: "COMPLETE",
    trace: "ShipmentAskedFor",
    feature: "edi",
    ships: "rest",
  },
  {
    value: "ship-part",
    text: "Ship a Part Now",
    from: ["SHIPMENT_PENDING"],
    to: undefined,
    trace: "ShipmentAskedFor",
    feature: "edi",
    ships: "part",
  },
  {
    value: "cancel",
    text: "Cancel Order",
    input: "note",
    from: waitingForPeople,
    to: "INVALID",
    trace: "OrderCancelled",
  },
];

/** The automatic transitions, each from one status to one other. */
export const platformMoves = {
  retryIsDue: { from: "UNPROCESSABLE_SOFT", to: "PROCESSING" },
  addressIsIncomplete: { from: "PROCESSING", to: "UNPROCESSABLE_ADDRESS_VALIDATION_FAILURE" },
  postcodeIsWrong: { from: "PROCESSING", to: "UNPROCESSABLE_ADDRESS_POSTCODE_VALIDATION_FAILURE" },
  ap21Accepted: { from: "PROCESSING", to: "SUBMITTED_TO_AP21" },
  ap21IsBusy: { from: "PROCESSING", to: "UNPROCESSABLE_SOFT" },
  ap21Refused: { from: "PROCESSING", to: "UNPROCESSABLE_HARD" },
  ap21Released: { from: "SUBMITTED_TO_AP21", to: "SHIPMENT_PENDING" },
  despatched: { from: "SHIPMENT_PENDING", to: "COMPLETE" },
  changedAtAp21: { from: "SUBMITTED_TO_AP21", to: "PROCESSING" },
  changedAtWarehouse: { from: "SHIPMENT_PENDING", to: "PROCESSING" },
} as const satisfies Record<string, { from: OrderStatusCode; to: OrderStatusCode }>;

/** The parts of a stored order that the screens show; invalid ones are parsed as empty. */
export function readDocument(document: JsonObject): OrderDocument {
  const parsed = orderDocument.safeParse(document);
  return parsed.success ? parsed.data : {};
}

type ShippedArticle = NonNullable<OrderShipment["contents"]>[number];

/** The level code of a shipped article: as stored, if it is, since its parts may be empty or contain its separator. */
export const levelCodeOf = ({ levelCode, productCode, colourCode, sizeCode }: ShippedArticle): string =>
  levelCode ?? [productCode, colourCode, sizeCode].filter(Boolean).join("_");

/** The parts of a level code: style, colour and size. */
export function articleIn(levelCode: string | null | undefined) {
  const [productCode = "", colourCode = "", ...size] = (levelCode ?? "").split("_");
  return { productCode, colourCode, sizeCode: size.join("_") };
}

/** The lines of an order without what its shipments contain; a line is identified by its level code. */
export function outstandingLines(order: MovingOrder): OrderLine[] {
  const { lineItems, shipments } = readDocument(order.document);
  const sent = new Map<string, number>();
  for (const content of (shipments ?? []).flatMap(({ contents }) => contents ?? [])) {
    const code = levelCodeOf(content);
    sent.set(code, (sent.get(code) ?? 0) + unitsOf(content.quantity));
  }
  return (lineItems ?? []).flatMap((line) => {
    const code = line.levelCode ?? "";
    const gone = Math.min(sent.get(code) ?? 0, unitsOf(line.quantity));
    if (gone === 0) return [line];
    sent.set(code, (sent.get(code) ?? 0) - gone);
    const quantity = unitsOf(line.quantity) - gone;
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}

function unitsOf(quantity: number | string | null | undefined): number {
  return Math.max(0, readNumber(quantity) ?? 0);
}

const unitsLeft = (order: MovingOrder): number =>
  outstandingLines(order).reduce((sum, { quantity }) => sum + unitsOf(quantity), 0);

// While a parcel is requested from the warehouse, no action may change its contents.
const isOffered = (rule: ActionRule, order: MovingOrder): boolean =>
  rule.from.some((status) => status === order.status) &&
  (!order.parcel || (rule.to === undefined && !rule.ships)) &&
  (!rule.feature || storeTypeHas(readDocument(order.document).sourceType ?? "", rule.feature)) &&
  (rule.ships !== "part" || unitsLeft(order) > 1) &&
  (rule.input !== "customer" || Boolean(readDocument(order.document).customer?.email));

function inputData(input: ActionRule["input"], document: JsonObject): unknown {
  const { addresses, customer } = readDocument(document);
  if (input === "customer") return customer;
  if (input !== "address") return undefined;
  const { company, street1, street2, suburb, postcode, state, country } = deliveryAddress(addresses) ?? {};
  return { company, street1, street2, suburb, postcode, state, country };
}

/** The actions that an order offers in its state, in their wire form (orders#actions). */
export function availableActions(order: MovingOrder): AvailableAction[] {
  return actionRules
    .filter((rule) => isOffered(rule, order))
    .map(({ value, text, input }) =>
      input
        ? { value, text, config: { inputType: input, data: inputData(input, order.document) } }
        : { value, text },
    );
}

/** The rule of an action, whether or not an order offers it. Throws for an unknown one. */
export function ruleFor(action: string): ActionRule {
  const rule = actionRules.find(({ value }) => value === action);
  if (!rule) throw new Error(`There is no action '${action}'`);
  return rule;
}

/** When a cancelled order is due again: AP21 gets the cancellation if it got the order before. */
export const stepAfterCancelling = ({ submissions }: MovingOrder, at: Date): Date | null =>
  submissions > 0 ? at : null;

/** When the platform takes an order's next step after an action. */
function nextStepAt({ to, ships }: ActionRule, order: MovingOrder, at: Date): Date | null {
  if (ships || to === undefined) return order.stepAt;
  if (to === "PROCESSING") return at;
  if (to === "INVALID") return stepAfterCancelling(order, at);
  return null;
}

function withDeliveryAddress(document: JsonObject, payload: string): JsonObject {
  const given = addressPayload.parse(JSON.parse(payload));
  const addresses = readDocument(document).addresses ?? [];
  const current = deliveryAddress(addresses);
  const updated = { ...current, locationType: "delivery", ...given };
  return { ...document, addresses: [...addresses.filter((address) => address !== current), updated] };
}

/**
 * Performs an action for a person. `payload` is a note, an address or a customer (actions#payload), and is valid for
 * the rule's input; `meta` goes into the history with the user. A parcel is requested separately (`withParcel`).
 */
export function performAction(
  rule: ActionRule,
  order: MovingOrder,
  { payload, user, at, meta }: { payload: string; user: string; at: Date; meta?: JsonObject },
): Effect {
  const note = rule.input === "note" ? payload.trim() : "";
  const isResubmitted = rule.value === "resubmit-to-ap21";
  return {
    order: {
      ...order,
      // Only the warehouse's reply completes an order.
      status: rule.ships ? order.status : (rule.to ?? order.status),
      retryCount: isResubmitted ? 0 : order.retryCount,
      stepAt: nextStepAt(rule, order, at),
      document: rule.input === "address" ? withDeliveryAddress(order.document, payload) : order.document,
    },
    notes: [
      {
        action: rule.trace,
        message: note ? `${rule.text}: ${note}` : rule.text,
        meta: { user, ...(note ? { note } : {}), ...meta },
      },
    ],
  };
}

const australianNames = ["", "AU", "AUS", "AUSTRALIA"];

const written = (value: string | null | undefined) => (value ?? "").trim();

/** An order's delivery address: the one of type 'delivery' (orders#delivery). */
export function deliveryAddress(addresses: readonly OrderAddress[] | null | undefined) {
  return addresses?.find(({ locationType }) => locationType?.toLowerCase() === "delivery");
}

/**
 * Whether an order can be sent to an address: `incomplete` without street, suburb or postcode, `postcode` when an
 * Australian postcode is not in its state. Addresses abroad are not checked.
 */
export function addressProblem(address: OrderAddress | undefined): "incomplete" | "postcode" | undefined {
  if (!address || !written(address.street1) || !written(address.suburb) || !written(address.postcode)) {
    return "incomplete";
  }
  if (!australianNames.includes(written(address.country).toUpperCase())) return undefined;
  return isPostcodeOf(written(address.state).toUpperCase(), written(address.postcode))
    ? undefined
    : "postcode";
}
