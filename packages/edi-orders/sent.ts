/** What is known of when a partner sent a message. */
export type Sent = {
  /** Of its interchange: 0017 and 0019 as the partner wrote them, ISO 8601; empty where they cannot be read. */
  preparedAt: string;
  /** 0020; null where it cannot be read. */
  controlReference: string | null;
  /** Its interchange's order of arrival. */
  position: number;
  /** Its place in the interchange, from 1. */
  place: number;
};

const isNumber = (text: string | null): text is string => text !== null && /^\d+$/.test(text);

/**
 * The sender's order: negative where `one` was sent before `other`. The time of preparation decides; in the same minute
 * the control references, where both are numbers; then the order of arrival, and in one interchange the place there.
 */
export function compareSent(one: Sent, other: Sent): number {
  if (one.position === other.position) return one.place - other.place;
  const isTimed = one.preparedAt !== "" && other.preparedAt !== "";
  if (isTimed && one.preparedAt !== other.preparedAt) return one.preparedAt < other.preparedAt ? -1 : 1;
  const [first, second] = [one.controlReference, other.controlReference];
  const numbered = isNumber(first) && isNumber(second) ? Number(first) - Number(second) : 0;
  return numbered || one.position - other.position;
}
