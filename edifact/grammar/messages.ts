import { contrl } from "./contrl.ts";
import { desadv } from "./desadv.ts";
import { invrpt } from "./invrpt.ts";
import type { GroupRule } from "./notation.ts";
import { ordchg } from "./ordchg.ts";
import { orders } from "./orders.ts";
import { ordrsp } from "./ordrsp.ts";

const structures: ReadonlyMap<string, GroupRule> = new Map([
  ["CONTRL", contrl],
  ["ORDERS", orders],
  ["ORDRSP", ordrsp],
  ["ORDCHG", ordchg],
  ["INVRPT", invrpt],
  ["DESADV", desadv],
]);

/** The structure of a message type (0065), or undefined for other types. D.01B's is used for every directory. */
export const structureOf = (messageType: string): GroupRule | undefined => structures.get(messageType);
