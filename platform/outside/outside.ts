import type { Ap21 } from "./ap21.ts";
import type { Mail } from "./mail.ts";
import type { StoreChannel } from "./storeChannel.ts";
import type { Warehouse } from "./warehouse.ts";

/** The outside companies for actions and jobs. */
export type Outside = { storeChannel: StoreChannel; ap21: Ap21; warehouse: Warehouse; mail: Mail };
