import { recorded } from "./fixtures.ts";

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

// FNV-1a: spreads neighbouring keys over the whole range of the generator's state.
const hash = (key: string): number => {
  let state = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    state = Math.imul(state ^ key.charCodeAt(index), 0x01000193);
  }
  return state >>> 0;
};

/** Pseudo-random values that are the same for the same key on every machine, by the mulberry32 generator. */
export function randomFor(key: string) {
  let state = hash(key);
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    /** A fraction, 0 ≤ x < 1. */
    fraction,
    /** A whole number, both ends included. */
    between: (lowest: number, highest: number) => lowest + Math.floor(fraction() * (highest - lowest + 1)),
    /** True in `share` of the draws, 0 to 1. */
    chance: (share: number) => fraction() < share,
    /** One of a list that is not empty. */
    pick: <T>(list: readonly [T, ...T[]]): T => list[Math.floor(fraction() * list.length)] ?? list[0],
  };
}

export type Random = ReturnType<typeof randomFor>;

export const hex = (value: number, length: number) => value.toString(16).padStart(length, "0");

/** A number's hash of eight digits. An odd factor permutes the 32-bit numbers: no two of them share one. */
export const scattered = (value: number) => hex(Math.imul(value, 2_654_435_761) >>> 0, 8);
