import type { PartySummary } from "#edifact/index.ts";
import { partyIn } from "./message.ts";
import { agreedFor } from "./values.ts";

/** An address as an order has it. */
export type Address = {
  name: string;
  company: string;
  street1: string;
  suburb: string;
  state: string;
  postcode: string;
  country: string;
};

/** A partner's locations by their numbers (3039), as agreed with it. */
export type Locations = Readonly<Record<string, Omit<Address, "company">>>;

/** Functions (3035) of the party to which goods go, in order of preference. */
const delivery = ["ST", "DP", "UC"];
const billing = ["IV", "BY"];

export const isWritten = ({ street, city, state, postcode }: PartySummary): boolean =>
  [...street, city, state, postcode].some((text) => text.trim() !== "");

const writtenAddress = (party: PartySummary): Omit<Address, "company"> => ({
  name: party.names.join(" "),
  street1: party.street.join(" "),
  suburb: party.city,
  state: party.state,
  postcode: party.postcode,
  country: party.country || "AU",
});

const locationOf = ({ identifier }: PartySummary): string => (identifier ? `Location ${identifier}` : "");

/** An address as written; a location number without any is looked up among the partner's locations. */
export type FoundAddress = { address?: Address; lookedUp?: string };

function addressOf(party: PartySummary | undefined, locations: Locations): FoundAddress {
  if (!party) return {};
  const company = locationOf(party);
  if (isWritten(party)) return { address: { ...writtenAddress(party), company } };
  const location = agreedFor(locations, party.identifier);
  return location ? { address: { ...location, company }, lookedUp: party.identifier } : {};
}

/** The parties that say where the goods go; without one of them it is the buyer. */
export const deliveryParties = (parties: readonly PartySummary[]): PartySummary[] => {
  const named = parties.filter(({ qualifier }) => delivery.includes(qualifier));
  return named.length > 0 ? named : parties.filter(({ qualifier }) => qualifier === "BY");
};

export const deliveryOf = (parties: readonly PartySummary[], locations: Locations): FoundAddress =>
  addressOf(partyIn(parties, ...delivery, "BY"), locations);

export const billingOf = (parties: readonly PartySummary[], locations: Locations): FoundAddress =>
  addressOf(partyIn(parties, ...billing), locations);

const placeOf = ({ qualifier: _, references: __, ...party }: PartySummary): string => JSON.stringify(party);

/** A party for people: its names, or its number. */
export const partyName = ({ identifier, names, street, city, state, postcode }: PartySummary): string =>
  [names.join(" ") || identifier, ...street, [city, state, postcode].filter(Boolean).join(" ")]
    .filter(Boolean)
    .join(", ");

/** Parties that name different delivery addresses; none where all of them name one. */
export function rivalsIn(parties: readonly PartySummary[]): PartySummary[] {
  const named = deliveryParties(parties);
  return new Set(named.map(placeOf)).size > 1 ? named : [];
}
