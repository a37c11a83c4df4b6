/** The message types that the screens know (2 §2.7). The wire may carry others. */
export const ediMessageTypes = ["CONTRL", "ORDERS", "ORDCHG", "ORDRSP", "INVRPT", "DESADV"] as const;
export type EdiMessageType = (typeof ediMessageTypes)[number];
