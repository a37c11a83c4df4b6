import { metaProductTargets } from "#platform/domains/metaproducts/actions.ts";
import { orderTargets } from "#platform/domains/orders/actions.ts";
import type { ActionTargetKind } from "./target.ts";

/** Every kind of thing that an action event can be aimed at; an id is looked for in this order. */
export const actionTargetKinds: readonly ActionTargetKind[] = [metaProductTargets, orderTargets];
