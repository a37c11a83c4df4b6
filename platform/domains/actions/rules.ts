import { type ActionEvent, addressPayload } from "#contract/actions.ts";
import { unstorable } from "#platform/http/storable.ts";

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
  if (inputType !== "address" && inputType !== "customer") return undefined;
  const given = asJson(payload);
  if (inputType === "address" && !addressPayload.safeParse(given).success) {
    return "payload: expected an address as a JSON string";
  }
  if (given === undefined) return "payload: expected the customer as a JSON string";
  return unstorable(given) ? "payload: holds a character that cannot be stored" : undefined;
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
