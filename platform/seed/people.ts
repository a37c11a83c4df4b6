import { recorded } from "./fixtures.ts";
import type { Random } from "./random.ts";

type Words = readonly [string, ...string[]];
type Place = readonly [suburb: string, postcode: string, state: string];
type People = Record<"firstNames" | "lastNames" | "streets" | "companies", Words> & {
  places: readonly [Place, ...Place[]];
};

const { firstNames, lastNames, streets, companies, places }: People = recorded("people");

export type SeedPerson = { name: string; email: string; phone: string; code: string; index: string };

const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[^A-Za-z]/g, "")
    .toLowerCase();

/** A person's names, and their form in an email address. */
export function namesFrom(random: Random): { first: string; last: string; mailbox: string } {
  const first = random.pick(firstNames);
  const last = random.pick(lastNames);
  return { first, last, mailbox: `${plain(first)}.${plain(last)}` };
}

/** A customer, with an address at a domain without mail and the codes in AP21. */
export function personFrom(random: Random): SeedPerson {
  const { first, last, mailbox } = namesFrom(random);
  const number = random.between(100_000, 999_999);
  return {
    name: `${first} ${last}`,
    email: `${mailbox}${number % 997}@customer.example`,
    phone: `0491 ${String(number).slice(0, 3)} ${String(number).slice(3)}`,
    code: `C${number}`,
    index: String(20_000 + (number % 800_000)),
  };
}

/** A street address in Australia with a valid postcode for its state, under the wire's field names (orders#fields). */
export function addressFrom(random: Random, name: string) {
  const [suburb, postcode, state] = random.pick(places);
  return {
    name,
    company: random.chance(0.08) ? random.pick(companies) : "",
    street1: `${random.between(1, 240)} ${random.pick(streets)}`,
    street2: random.chance(0.2) ? `Unit ${random.between(1, 40)}` : "",
    suburb,
    postcode,
    state,
    country: "AU",
  };
}
