import { type ActionEvent, addressPayload } from "#contract/actions.ts";

/** The JSON in a payload; undefined where it is none. */
const asJson = (payload: string): unknown => {
  try {
    return JSON.parse(payload);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/**
 * Why a payload does not fit the kind of input that its action asks for (actions#payload): an address is JSON of its
 * seven fields, all of them text and any of them empty; a customer is JSON; a note is whatever was typed. Undefined
 * when it fits.
 */
export function payloadProblem(inputType: string | undefined, payload: string): string | undefined {
  if (inputType === "address" && !addressPayload.safeParse(asJson(payload)).success) {
    return "payload: expected an address as a JSON string";
  }
  if (inputType === "customer" && asJson(payload) === undefined) {
    return "payload: expected the customer as a JSON string";
  }
  return undefined;
}

/** Text that the database can't store: PostgreSQL has no NUL in text or JSON. */
export function unstorableField(event: ActionEvent): string | undefined {
  return Object.entries(event).find(
    ([, value]) => value.includes("\u0000") || value.includes("\\u0000"),
  )?.[0];
}

/** Whether a repeated submission is the same one: every field equal. */
export function isSameEvent(first: ActionEvent, second: ActionEvent): boolean {
  return (
    first.action === second.action &&
    first.target === second.target &&
    first.storeGroup === second.storeGroup &&
    first.payload === second.payload &&
    first.sourceType === second.sourceType &&
    first.submittedBy === second.submittedBy
  );
}
