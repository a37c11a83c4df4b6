/** The message types that the screens know (edi#message-types). The wire may carry others. */
export const ediMessageTypes = ["CONTRL", "ORDERS", "ORDCHG", "ORDRSP", "INVRPT", "DESADV"] as const;
export type EdiMessageType = (typeof ediMessageTypes)[number];
