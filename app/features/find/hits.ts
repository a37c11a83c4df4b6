import type { Tone } from "#app/core/ui/feedback/Status.tsx";
import type { Moment } from "#app/core/values/values.ts";

/** What a hit is. Groups stand in this order where none is better than another. */
export const kinds = [
  "orders",
  "returns",
  "ediOrders",
  "interchanges",
  "products",
  "styles",
  "labels",
  "shipments",
  "rules",
  "lists",
  "stores",
  "pages",
] as const;
export type Kind = (typeof kinds)[number];

/** What tells a hit from its likes. Each has a column; `rest` is the last one. Blank texts are left out. */
export type About = {
  who?: string;
  where?: string;
  amount?: string;
  state?: { label: string; tone: Tone };
  store?: string;
  rest?: string[];
};

/** The same in words, in that order. */
export const aboutWords = ({ who, where, amount, state, store, rest = [] }: About): string[] =>
  [who, where, amount, state?.label, store, ...rest].flatMap((text) => (text ? [text] : []));

export type Hit = {
  href: string;
  title: string;
  /** The title beneath the heading of its kind: without the name of the kind. */
  shortTitle?: string | undefined;
  about: About;
  /** Its customer: hits of one are next to each other. */
  customer?: string;
  /** When it was made. */
  at?: Moment | undefined;
  /** Said where the hit opens at once, in a panel of this name or on its page. */
  note?: { words: string; panel?: string };
  /** What was typed is this record's own number, name or code, whole. */
  isExact: boolean;
};

/** The hits of one kind, best first. `isCut`: there are more; `more` leads to the list that holds them all. */
export type Group = {
  kind: Kind;
  label: string;
  hits: Hit[];
  isCut: boolean;
  more?: { label: string; href: string };
};

/**
 * A search with its results. `asked`: the searched kinds. In words, `unasked`: what could not be
 * asked, `unfit`: what was not asked as nothing there is found by such a text, and `closed`: what the person's roles don't
 * open. `meant`: the kind that a word named.
 */
export type FindResult = {
  query: string;
  groups: Group[];
  searched: string[];
  unsearched: string[];
  unfit: string[];
  /** Something did not answer in time. */
  isLate: boolean;
  closed?: string;
  meant?: Kind;
  /** Words that nothing was found with. */
  without?: string;
};

const exactIn = (groups: readonly Group[]): Hit[] =>
  groups.flatMap(({ hits }) => hits.filter((hit) => hit.isExact));

/**
 * The one hit that what was typed names: the only exact one, of the kind that is meant before all others; or the only
 * one at all where everything that the person's roles open was asked.
 */
export function onlyHit({
  groups,
  unsearched,
  meant,
}: Pick<FindResult, "groups" | "unsearched" | "meant">): Hit | undefined {
  const own = exactIn(groups.filter(({ kind }) => kind === meant));
  if (own.length === 1) return own[0];
  const hits = groups.flatMap((group) => group.hits);
  const exact = exactIn(groups);
  const isAll = unsearched.length === 0 && !groups.some((group) => group.isCut);
  const [only, another] = exact.length > 0 ? exact : isAll ? hits : [];
  return another ? undefined : only;
}

/** Hits of one customer next to each other, where the first of them is. */
function byCustomer(hits: readonly Hit[]): Hit[] {
  const first = new Map<string, number>();
  for (const [index, { customer = "" }] of hits.entries())
    if (customer !== "" && !first.has(customer)) first.set(customer, index);
  return hits
    .map((hit, index) => ({ hit, place: first.get(hit.customer ?? "") ?? index }))
    .sort((one, other) => one.place - other.place)
    .map(({ hit }) => hit);
}

/** Exact hits before others, and groups with one before those without; otherwise in their order. */
export function bestFirst(groups: readonly Group[]): Group[] {
  const isExact = (group: Group): number => (group.hits.some((hit) => hit.isExact) ? 0 : 1);
  return groups
    .map((group) => ({
      ...group,
      hits: byCustomer(group.hits).sort((one, other) => Number(other.isExact) - Number(one.isExact)),
    }))
    .sort(
      (one, other) => isExact(one) - isExact(other) || kinds.indexOf(one.kind) - kinds.indexOf(other.kind),
    );
}

/** One line while somebody types: a hit, with the kind it is of. */
export type Suggestion = Pick<Hit, "href" | "title" | "at"> & { about: string[]; kind: string };

const maxPerKind = 3;
const maxSuggested = 9;

/** The best few hits of each kind; an address that several kinds lead to, such as a store's Overview, only once. */
export function suggestionsOf(groups: readonly Group[]): Suggestion[] {
  const suggested = new Map<string, Suggestion>();
  for (const { label: kind, hits } of groups)
    for (const { href, title, about, at } of hits.slice(0, maxPerKind))
      if (!suggested.has(href)) suggested.set(href, { href, title, about: aboutWords(about), at, kind });
  return [...suggested.values()].slice(0, maxSuggested);
}
