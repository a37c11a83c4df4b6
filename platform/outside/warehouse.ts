import { createHash } from "node:crypto";
import type { OrderLine } from "#contract/orders.ts";

/** A request for a parcel. A repeated `reference` is the same parcel. */
export type DespatchRequest = { reference: string; orderNumber: string; lines: readonly OrderLine[] };

/** A parcel in transit: its carrier, consignment note, and tracking address. */
export type Despatch = {
  carrierCode: string;
  carrierName: string;
  conNote: string;
  carrierUrl: string;
  docketNumber: string;
  message: string;
};

/** The warehouse and its carriers. */
export type Warehouse = (request: DespatchRequest) => Promise<Despatch>;

const carriers = [
  { code: "AUSPOST", name: "Australia Post", track: "https://auspost.example/track/" },
  { code: "STARTRACK", name: "StarTrack", track: "https://startrack.example/track/" },
] as const;

/** The simulated warehouse: it sends everything at once, and its message says that it is simulated. */
export const simulatedWarehouse: Warehouse = async ({ reference, orderNumber }) => {
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
};
