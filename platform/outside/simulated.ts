import { simulatedAp21 } from "./ap21.ts";
import { simulatedMail } from "./mail.ts";
import type { Outside } from "./outside.ts";
import { simulatedStoreChannel } from "./storeChannel.ts";
import { simulatedWarehouse } from "./warehouse.ts";

/** Simulations of every outside company; each of their replies says that it is simulated. */
export const simulatedOutside: Outside = {
  storeChannel: simulatedStoreChannel,
  ap21: simulatedAp21,
  warehouse: simulatedWarehouse,
  mail: simulatedMail,
};
