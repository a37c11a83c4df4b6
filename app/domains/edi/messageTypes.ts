import { type EdiMessageType, ediMessageTypes } from "#contract/ediMessageTypes.ts";

const names: Record<EdiMessageType, string> = {
  CONTRL: "Control Message",
  ORDERS: "Order Message",
  ORDCHG: "Order Change Message",
  ORDRSP: "Order Response Message",
  INVRPT: "Inventory Report Message",
  DESADV: "Despatch Advice Message",
};
const known = new Map<string, string>(Object.entries(names));

/** The choices of 'Interchange Contains', in the specification's words (2 §2.7). */
export const messageTypeChoices: readonly { value: string; label: string }[] = ediMessageTypes.map(
  (value) => ({
    value,
    label: `${value} ${names[value]}`,
  }),
);

/** 'CONTRL Control Message'; a type that the specification does not know goes by its code. */
export const messageTypeLabel = (type: string): string => {
  const name = known.get(type);
  return name === undefined ? type : `${type} ${name}`;
};

/** Whether the type is one of the six that can be shown (2 §2.7). */
export const isShownType = (type: string): type is EdiMessageType =>
  ediMessageTypes.some((known) => known === type);
