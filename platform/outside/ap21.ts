import { createHash } from "node:crypto";

/**
 * An order for AP21. A repeated `reference` is the same submission. A higher `version` of an order replaces a lower
 * one, in whichever order they arrive; a `withdrawal` removes the order.
 */
export type Ap21Submission = {
  reference: string;
  orderId: string;
  version: number;
  kind: "order" | "withdrawal";
  /** How often in a row AP21 was busy for it. */
  attempt: number;
  storeName: string;
  /** The store's order number for its customers. */
  orderNumber: string;
  lines: number;
};

/** AP21's reply: accepted, busy, or refused. `message` is for the order's history. */
export type Ap21Reply = { kind: "accepted" | "busy" | "refused"; message: string };

/** AP21, the ERP for orders. */
export type Ap21 = (submission: Ap21Submission) => Promise<Ap21Reply>;

const refusals = [
  "a level code is not known",
  "the customer is on stop credit",
  "the price book is closed",
] as const;

/**
 * The simulated AP21. Its reply depends only on reference and attempt, so that a repeated submission is the same order:
 * about seven in ten are accepted, most others meet a busy server. Every reply says that it is simulated.
 */
export const simulatedAp21: Ap21 = async ({ reference, kind, attempt, orderNumber }) => {
  if (kind === "withdrawal") {
    return { kind: "accepted", message: `AP21 took order ${orderNumber} out (simulated)` };
  }
  const digest = createHash("sha256").update(`${reference}/${attempt}`).digest();
  const draw = digest.readUInt16BE(0) / 0x1_0000;
  if (draw < 0.7) {
    const number = 4_000_000 + (digest.readUInt32BE(2) % 1_000_000);
    return {
      kind: "accepted",
      message: `AP21 accepted order ${orderNumber} as sales order ${number} (simulated)`,
    };
  }
  if (draw < 0.97) {
    return { kind: "busy", message: `AP21 did not answer in time for order ${orderNumber} (simulated)` };
  }
  const reason = refusals[digest.readUInt8(6) % refusals.length];
  return { kind: "refused", message: `AP21 refused order ${orderNumber}: ${reason} (simulated)` };
};
