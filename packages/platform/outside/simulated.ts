import { createHash } from "node:crypto";
import type { OrderLine } from "#contract/orders.ts";
import { isStoreType, storeTypeFacts } from "#contract/storeTypes.ts";

/** A parcel in transit: its carrier, consignment note, and tracking address. */
export type Despatch = {
  carrierCode: string;
  carrierName: string;
  conNote: string;
  carrierUrl: string;
  docketNumber: string;
  message: string;
};

/** An order for AP21. A higher `version` of an order replaces a lower one, in whichever order they arrive. */
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

/** `message` is for the order's history. */
export type Ap21Reply = { kind: "accepted" | "busy" | "refused"; message: string };

/** The outside companies for actions and jobs. A repeated `reference` is the same request. */
export type Outside = {
  mail(mail: { reference: string; to: string; orderNumber: string }): Promise<{
    provider: string;
    status: string;
  }>;
  /** A store's channel: Big Commerce, Shopify, The Iconic and the rest. Returns its reply. */
  storeChannel(request: {
    reference: string;
    storeName: string;
    storeType: string;
    actionText: string;
    groupId: string;
  }): Promise<string>;
  /** The warehouse and its carriers: requests a parcel. */
  warehouse(request: {
    reference: string;
    orderNumber: string;
    lines: readonly OrderLine[];
  }): Promise<Despatch>;
  /** AP21, the ERP for orders. */
  ap21(submission: Ap21Submission): Promise<Ap21Reply>;
};

const carriers = [
  { code: "AUSPOST", name: "Australia Post", track: "https://auspost.example/track/" },
  { code: "STARTRACK", name: "StarTrack", track: "https://startrack.example/track/" },
] as const;

const refusals = [
  "a level code is not known",
  "the customer is on stop credit",
  "the price book is closed",
] as const;

/** Simulations of every outside company; each of their replies says that it is simulated. */
export const simulatedOutside: Outside = {
  // It sends nothing.
  mail: async () => ({ provider: "Mail (simulated)", status: "queued" }),
  async storeChannel({ reference, storeName, storeType, actionText, groupId }) {
    const channel = isStoreType(storeType) ? storeTypeFacts[storeType].name : storeName;
    return `${channel} accepted '${actionText}' for ${groupId}, reference ${reference.slice(0, 8)} (simulated)`;
  },
  // It sends everything at once.
  async warehouse({ reference, orderNumber }) {
    const digest = createHash("sha256").update(reference).digest();
    const carrier = digest.readUInt8(0) % 3 === 0 ? carriers[1] : carriers[0];
    const conNote = `UTP${String(digest.readUInt32BE(1)).padStart(10, "0")}`;
    return {
      carrierCode: carrier.code,
      carrierName: carrier.name,
      conNote,
      carrierUrl: `${carrier.track}${conNote}`,
      docketNumber: String(700_000 + (digest.readUInt32BE(5) % 100_000)),
      message: `${carrier.name} collected order ${orderNumber} under ${conNote} (simulated)`,
    };
  },
  // Its reply depends only on reference and attempt, so that a repeated submission is the same order: about seven in
  // ten are accepted, most others meet a busy server.
  async ap21({ reference, kind, attempt, orderNumber }) {
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
  },
};
