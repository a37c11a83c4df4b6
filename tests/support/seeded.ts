const hex = (value: number, length: number) => value.toString(16).padStart(length, "0");

/** The id of the small seed's return at a position, from 1; the oldest are edge cases. */
export const exoId = (position: number) =>
  `e${hex(Math.imul(position, 2_654_435_761) >>> 0, 8).slice(1)}-0000-4000-8000-${hex(position, 12)}`;

/** Interchanges of the small seed: one sent, and one received and acknowledged. */
export const interchangeIds = [
  "f5aa9cb1-af46-464d-a79d-3b2a09f156c6",
  "8b189ff6-0f36-4d7e-a697-5e172aa8e936",
] as const;

/** MYR140100047, an order that was answered, changed, answered again and despatched. */
export const ediOrderId = "ae38f632-91e4-4441-a40b-3c7c1ab0b906";
