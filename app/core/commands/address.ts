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

/** What is wrong with an address that an order waits because of, and what is proposed to correct it (bulk#corrections). */
export type AddressCorrection = {
  /** The address as it is on the record. */
  recorded: AddressPayload;
  /** What is wrong, in words. */
  wrong: string;
  /** The fields to type anew, in the form's order. */
  fields: AddressField[];
  /** The address as it is proposed; absent where nothing is certain. */
  proposed?: AddressPayload | undefined;
  /** The billing address in a line, for those who decide by it; absent where there is none. */
  billing?: string | undefined;
};

const isSame = (one: string, other: string): boolean =>
  one.trim().toUpperCase() === other.trim().toUpperCase();

/** The fields in which addresses are different places; a company's name makes none. */
const differingFields = (one: AddressPayload, other: AddressPayload): AddressField[] =>
  addressFields.flatMap(({ name }) => (name !== "company" && !isSame(one[name], other[name]) ? [name] : []));

/** An address with some fields of another. */
function withFields(
  address: AddressPayload,
  other: AddressPayload,
  fields: readonly AddressField[],
): AddressPayload {
  const changed = { ...address };
  for (const name of fields) changed[name] = other[name];
  return changed;
}

/** Where the service says only that an address is wrong, and nothing in it looks so: any of these may be. */
const whereFields: readonly AddressField[] = ["street1", "suburb", "postcode", "state"];

/**
 * The billing address is proposed where it looks right and is the same place but for what is wrong: then its postcode
 * is the one that is missing here. One that differs in anything else is another place, and no correction.
 */
export function correctionOf(
  recorded: AddressPayload,
  trouble: { words: string; field?: AddressField | undefined },
  billing: AddressPayload | undefined,
): AddressCorrection {
  const advice = addressAdvice(recorded);
  const wrong = new Set<AddressField>(addressFields.flatMap(({ name }) => (advice[name] ? [name] : [])));
  if (trouble.field !== undefined) wrong.add(trouble.field);
  const differing = billing && !hasAdvice(billing) ? differingFields(recorded, billing) : [];
  // Either of the two may be wrong where a postcode is not of its state.
  const mayDiffer = (name: AddressField) => wrong.has(name) || (name === "state" && wrong.has("postcode"));
  const isSamePlace = differing.length > 0 && differing.every(mayDiffer);
  const fields = wrong.size === 0 ? whereFields : isSamePlace ? [...wrong, ...differing] : [...wrong];
  return {
    recorded,
    wrong: Object.values(advice).join(" ") || trouble.words,
    fields: addressFields.flatMap(({ name }) => (fields.includes(name) ? [name] : [])),
    proposed: billing && isSamePlace ? withFields(recorded, billing, differing) : undefined,
    billing: billing && addressLine(billing),
  };
}

/** '1 High Street, Parramatta NSW 2150' */
export const addressLine = ({ street1, street2, suburb, state, postcode }: AddressPayload): string =>
  [street1, street2, [suburb, state, postcode].filter(Boolean).join(" ")].filter(Boolean).join(", ");

/** What differs between two addresses, in words: 'Postcode 3000 → 2150'. */
export const changeWords = (from: AddressPayload, to: AddressPayload): string =>
  addressFields
    .filter(({ name }) => from[name] !== to[name])
    .map(({ name, label }) => `${label} ${from[name] || "(empty)"} → ${to[name] || "(empty)"}`)
    .join(", ");
