import { ediOrderStreams } from "#contract/edi.ts";

/**
 * The streams of an order document (edi#streams): the first creates the order, the others follow it with one step each.
 */
export const createStream = "order/create";
export const finalStream = "order/wait-for-final-order-change-message";
export const shipmentStream = "order/supply-shipment-notifications";
export const updateStream = "order/supply-update-notifications";

export const [createStep, acceptStep] = ediOrderStreams[createStream];
export const [finalStep] = ediOrderStreams[finalStream];
export const [shipmentStep] = ediOrderStreams[shipmentStream];
export const [updateStep] = ediOrderStreams[updateStream];
