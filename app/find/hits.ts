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
  "stores",
  "pages",
] as const;
export type Kind = (typeof kinds)[number];

export type Hit = {
  href: string;
  title: string;
  /** What tells it from its likes: customer, place, store, state. Blank ones are left out. */
  about: string[];
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
 * What was looked for, and what came of it. `asked`: what was looked through. In words, `unasked`: what could not be
 * asked, `unfit`: what was not asked as nothing there is found by such a text, and `closed`: what the person's roles don't
 * open. `meant`: the kind that a word named.
 */
export type FindResult = {
  query: string;
  groups: Group[];
  searched: string[];
  unsearched: string[];
  unfit: string[];
  closed?: string;
  meant?: Kind;
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

/** Exact hits before others, and groups that hold one before those without; else as they came. */
export function bestFirst(groups: readonly Group[]): Group[] {
  const isExact = (group: Group): number => (group.hits.some((hit) => hit.isExact) ? 0 : 1);
  return groups
    .map((group) => ({
      ...group,
      hits: [...group.hits].sort((one, other) => Number(other.isExact) - Number(one.isExact)),
    }))
    .sort(
      (one, other) => isExact(one) - isExact(other) || kinds.indexOf(one.kind) - kinds.indexOf(other.kind),
    );
}

/** One line while somebody types: a hit, with the kind it is of. */
export type Suggestion = Pick<Hit, "href" | "title" | "about"> & { kind: string };

const maxPerKind = 3;
const maxSuggested = 9;

/** The best few hits of each kind. */
export const suggestionsOf = (groups: readonly Group[]): Suggestion[] =>
  groups
    .flatMap(({ label, hits }) =>
      hits.slice(0, maxPerKind).map(({ href, title, about }) => ({ href, title, about, kind: label })),
    )
    .slice(0, maxSuggested);
