import { metaProductTargets } from "#platform/domains/metaproducts/routes.ts";
import { orderTargets } from "#platform/domains/orders/actions.ts";
import type { ActionTargetKind } from "./target.ts";

/** Every kind of action target; an id is looked up in this order. */
export const actionTargetKinds: readonly ActionTargetKind[] = [metaProductTargets, orderTargets];
