import type { Random } from "./random.ts";

const firstNames = [
  "Amelia",
  "Noah",
  "Priya",
  "Jack",
  "Mei",
  "Oliver",
  "Isla",
  "Tomasz",
  "Grace",
  "Ahmed",
  "Charlotte",
  "Hugo",
  "Zoë",
  "Liam",
  "Siobhan",
  "Kiri",
  "Mateo",
  "Ngaire",
  "Ethan",
  "Leilani",
] as const;
const lastNames = [
  "Nguyen",
  "Smith",
  "Kowalski",
  "Patel",
  "Brown",
  "Okafor",
  "Rossi",
  "Taylor",
  "Haddad",
  "O'Brien",
  "Wilson",
  "Papadopoulos",
  "Chen",
  "van der Berg",
  "Singh",
  "Murphy",
  "Te Rangi",
  "Müller",
] as const;

const streets = [
  "Station Street",
  "High Street",
  "Railway Parade",
  "Church Street",
  "Beach Road",
  "Wattle Grove",
  "Banksia Avenue",
  "Victoria Road",
  "Kookaburra Court",
  "Old Mill Lane",
] as const;

type Place = readonly [suburb: string, postcode: string, state: string];

const places: readonly [Place, ...Place[]] = [
  ["Carlton North", "3054", "VIC"],
  ["Footscray", "3011", "VIC"],
  ["Geelong West", "3218", "VIC"],
  ["Brunswick", "3056", "VIC"],
  ["Newtown", "2042", "NSW"],
  ["Parramatta", "2150", "NSW"],
  ["Wagga Wagga", "2650", "NSW"],
  ["Byron Bay", "2481", "NSW"],
  ["Braddon", "2612", "ACT"],
  ["Fortitude Valley", "4006", "QLD"],
  ["Toowoomba City", "4350", "QLD"],
  ["Cairns North", "4870", "QLD"],
  ["Glenelg", "5045", "SA"],
  ["Mount Gambier", "5290", "SA"],
  ["Fremantle", "6160", "WA"],
  ["Kalgoorlie", "6430", "WA"],
  ["Sandy Bay", "7005", "TAS"],
  ["Launceston", "7250", "TAS"],
  ["Parap", "0820", "NT"],
];

const companies = ["Wattle & Sons", "Harbour Physio", "Northside Primary School", "Tern Logistics"] as const;

export type SeedPerson = { name: string; email: string; phone: string; code: string; index: string };

const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[^A-Za-z]/g, "")
    .toLowerCase();

/** Somebody's names, and how they stand in an email address. */
export function namesFrom(random: Random): { first: string; last: string; mailbox: string } {
  const first = random.pick(firstNames);
  const last = random.pick(lastNames);
  return { first, last, mailbox: `${plain(first)}.${plain(last)}` };
}

/** A customer, with an address at a domain that no mail reaches and the codes that AP21 knows them by. */
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

/** A street address in Australia whose postcode lies in its state, under the wire's field names (orders#fields). */
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
