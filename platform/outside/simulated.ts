import { simulatedAp21 } from "./ap21.ts";
import { simulatedMail } from "./mail.ts";
import type { Outside } from "./outside.ts";
import { simulatedStoreChannel } from "./storeChannel.ts";
import { simulatedWarehouse } from "./warehouse.ts";

/** Stand-ins for every outside company; each of them says in its replies that it is simulated. */
export const simulatedOutside: Outside = {
  storeChannel: simulatedStoreChannel,
  ap21: simulatedAp21,
  warehouse: simulatedWarehouse,
  mail: simulatedMail,
};
