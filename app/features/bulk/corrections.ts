import {
  type AddressCorrection,
  addressAdvice,
  addressFields,
  changeWords,
} from "#app/core/commands/address.ts";
import type { AddressField } from "#app/core/commands/model.ts";
import type { AddressPayload } from "#contract/actions.ts";

/** Of one field of an address. */
export const maxFieldLength = 200;

/** The form field of a reviewed row's address; `n` is its place in the review. */
export const correctionName = (n: number, field: AddressField): string => `address.${n}.${field}`;

/** The field of a review's form by which addresses that look wrong are sent all the same. */
export const asTypedName = "asTyped";

/** What a person ticked and typed in a review's form, to show it again, with what there is to mend in each row. */
export type TypedReview = {
  words: string;
  to: string;
  /** The time at which it is to begin by itself, as typed. */
  time: string | undefined;
  ticked: string[];
  unticked: string[];
  rows: { id: string; address: AddressPayload; problem?: string | undefined }[];
  /** Some addresses only look wrong: they are sent where a person says so. */
  asksAsTyped: boolean;
};

/** The address of a row as its form says; a field that is not in it is as it was shown. */
export function typedAddress(
  { recorded, proposed = recorded, fields }: AddressCorrection,
  n: number,
  form: FormData,
): AddressPayload {
  const address = { ...proposed };
  for (const field of fields) {
    const typed = form.get(correctionName(n, field));
    if (typeof typed === "string") address[field] = typed;
  }
  return address;
}

/** Whether a row is to be corrected: one with a proposal by its tick, one without by something typed (bulk#no-proposal). */
export const isIncluded = (
  correction: AddressCorrection,
  isTicked: boolean,
  address: AddressPayload,
): boolean => (correction.proposed ? isTicked : changeWords(correction.recorded, address) !== "");

/** What has to be mended in a typed address before it is sent; `asTyped` where it only looks wrong (bulk#corrections-typed). */
export function problemOf(
  { recorded, fields }: AddressCorrection,
  address: AddressPayload,
): { words: string; asTyped: boolean } | undefined {
  if (fields.some((field) => address[field].length > maxFieldLength))
    return { words: `At most ${maxFieldLength} characters.`, asTyped: false };
  if (changeWords(recorded, address) === "")
    return { words: "Nothing is changed: correct it, or leave it out.", asTyped: false };
  const advice = Object.values(addressAdvice(address)).join(" ");
  return advice === "" ? undefined : { words: advice, asTyped: true };
}

/** Label of a field, as in the address form. */
export const labelOf = (field: AddressField): string =>
  addressFields.find(({ name }) => name === field)?.label ?? field;
