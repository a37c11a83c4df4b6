import { addressLabels } from "#app/core/specification/actions.ts";
import type { AddressPayload } from "#contract/actions.ts";
import { isPostcodeOf } from "#contract/postcodes.ts";
import type { AddressField } from "./model.ts";

/** The address form's fields in order, with their labels (actions#address). */
export const addressFields: readonly { name: AddressField; label: string }[] = [
  { name: "company", label: addressLabels.company },
  { name: "street1", label: addressLabels.street1 },
  { name: "street2", label: addressLabels.street2 },
  { name: "suburb", label: addressLabels.suburb },
  { name: "postcode", label: addressLabels.postcode },
  { name: "state", label: addressLabels.state },
  { name: "country", label: addressLabels.country },
];

const australianStates: ReadonlyMap<string, string> = new Map([
  ["AUSTRALIAN CAPITAL TERRITORY", "ACT"],
  ["NEW SOUTH WALES", "NSW"],
  ["NORTHERN TERRITORY", "NT"],
  ["QUEENSLAND", "QLD"],
  ["SOUTH AUSTRALIA", "SA"],
  ["TASMANIA", "TAS"],
  ["VICTORIA", "VIC"],
  ["WESTERN AUSTRALIA", "WA"],
]);
const stateCodes = new Set(australianStates.values());
const australia = new Set(["", "AU", "AUS", "AUSTRALIA"]);
const newZealand = new Set(["NZ", "NZL", "NEW ZEALAND"]);

/**
 * Warnings about possible mistakes in an address. They never block: it is sent as entered (actions#nothing-required).
 */
export function addressAdvice(address: AddressPayload): Partial<Record<AddressField, string>> {
  const [postcode = "", state = "", country = ""] = [address.postcode, address.state, address.country].map(
    (text) => text.trim().toUpperCase(),
  );
  const advice: Partial<Record<AddressField, string>> = {};
  if (address.street1.trim() === "") advice.street1 = "No street is given.";
  if (address.suburb.trim() === "") advice.suburb = "No suburb is given.";
  if (postcode === "") advice.postcode = "No postcode is given.";
  if (country === "") advice.country = "No country is given.";
  const isFourDigits = /^\d{4}$/.test(postcode);
  if (newZealand.has(country) && postcode !== "" && !isFourDigits) {
    advice.postcode = "A New Zealand postcode has four digits.";
  }
  if (!australia.has(country)) return advice;
  const code = australianStates.get(state) ?? state;
  if (state === "") advice.state = "No state is given.";
  else if (!stateCodes.has(code)) advice.state = "This is not an Australian state.";
  if (postcode === "") return advice;
  if (!isFourDigits) advice.postcode = "An Australian postcode has four digits.";
  else if (!advice.state && !isPostcodeOf(code, postcode)) {
    advice.postcode = `${postcode} is not a postcode of ${code}.`;
  }
  return advice;
}

const hasAdvice = (address: AddressPayload): boolean => Object.keys(addressAdvice(address)).length > 0;

/**
 * The billing address as a way to mend an address, and what differs in it: its postcode, or all of it. Undefined unless
 * it differs and looks right.
 */
export function billingOffer(
  address: AddressPayload,
  billing: AddressPayload | undefined,
): { address: AddressPayload; words: string } | undefined {
  if (!billing || hasAdvice(billing)) return undefined;
  const differing = addressFields.filter(({ name }) => billing[name].trim() !== address[name].trim());
  if (differing.length === 0) return undefined;
  const isPostcodeOnly = differing.every(({ name }) => name === "postcode");
  const { street1, suburb, state, postcode } = billing;
  const words = isPostcodeOnly ? postcode : `${street1}, ${[suburb, state, postcode].join(" ")}`;
  return { address: billing, words };
}
