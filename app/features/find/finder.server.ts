import { readWithin } from "#app/core/api/api.server.ts";
import { may, type User } from "#app/core/auth/guard.server.ts";
import { count, type Rate } from "#app/core/http/rates.server.ts";
import type { Permission } from "#contract/capabilities.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { Store } from "#contract/stores.ts";
import { readTyped } from "#contract/typedText.ts";
import { bestFirst, type FindResult, type Group, type Hit, type Kind } from "./hits.ts";
import { type ParsedSearch, parseSearch, withoutWords } from "./parsedSearch.ts";

const finds: Rate = { name: "finds", windows: [{ most: 120, seconds: 60 }] };

/** Counts a find; resolves to how many seconds this person has to wait before it, mostly 0 (errors#rates). */
export const waitToFind = (user: User): Promise<number> => count(finds, `person:${user.subject}`);

export const tooManyFinds = (seconds: number): string =>
  `That was a lot at once. Wait ${seconds} ${seconds === 1 ? "second" : "seconds"}, then look again.`;

/**
 * What a finder brings; `isCut`: there are more, and `more` leads to the list that holds them; `unasked`: what this
 * service cannot be asked; `unread`: records that it sent and that cannot be read.
 */
export type Found = { hits: Hit[]; isCut: boolean; more?: string; unsearched?: string; unread?: number };

/** How the records of one kind are found. Each domain has its own. */
export type Finder = {
  kind: Kind;
  label: string;
  /** What they are found by, in words: what was typed has to be one of these. */
  by: string;
  /** What one must be allowed to do to be shown them. */
  permission: Permission;
  /** It asks many calls: not while somebody is typing. */
  isSlow?: boolean;
  /** Undefined where what was typed is not for it. Throws ApiError. */
  find(user: User, parsed: ParsedSearch, stores: readonly Store[]): Promise<Found> | undefined;
};

/** What one finder brought, and what is to be said of what it could not ask; `unfit`: what was typed is not for it. */
type Answer = {
  requested?: string;
  group?: Group;
  unsearched?: string[];
  unfit?: string;
  isLate?: boolean;
};

function groupOf({ kind, label }: Finder, { hits, isCut, more }: Found): Pick<Answer, "group"> {
  if (hits.length === 0) return {};
  return {
    group: { kind, label, hits, isCut, more: more ? { label: `All in ${label}`, href: more } : undefined },
  };
}

const listed = (labels: readonly string[]): string =>
  labels.length < 2 ? labels.join() : `${labels.slice(0, -1).join(", ")} and ${labels.at(-1)}`;

/**
 * Asks all finders that this person may ask, side by side, for `timeoutMs` each (find#asking). Throws a redirect to
 * sign-in where the service asks for one; every other failure is said in the result.
 */
export async function findAll(
  finders: readonly Finder[],
  user: User,
  query: string,
  { stores, timeoutMs }: { stores: readonly Store[]; timeoutMs: number },
): Promise<FindResult> {
  /** Asks one finder; what fails is said, and the others are not held up. */
  async function ask(finder: Finder, parsed: ParsedSearch): Promise<Answer> {
    const { label, by } = finder;
    const answer = await readWithin(user, timeoutMs, "page", async (asking) =>
      finder.find(asking, parsed, stores),
    );
    if (!answer.ok)
      return {
        isLate: answer.isLate,
        unsearched: [
          answer.isLate
            ? `${label} did not answer within ${timeoutMs / 1000} seconds.`
            : `${label} could not be asked: ${answer.error.message}`,
        ],
      };
    const found = answer.value;
    if (!found) return { unfit: `${label} were not searched: they are found by ${by}.` };
    return {
      requested: label,
      ...groupOf(finder, found),
      unsearched: [
        ...(found.unsearched === undefined ? [] : [found.unsearched]),
        ...(found.unread ? [`${label}: ${found.unread} could not be read.`] : []),
      ],
    };
  }

  async function findAs(parsed: ParsedSearch): Promise<FindResult> {
    if (parsed.text === "")
      return { query, groups: [], searched: [], unsearched: [], unfit: [], isLate: false };
    const meant = finders.filter(({ kind }) => parsed.only?.includes(kind) ?? true);
    const open = meant.filter(({ permission }) => may(user, permission));
    const others = finders.filter((finder) => !meant.includes(finder)).map(({ label }) => label);
    const closed = [...new Set(meant.filter((finder) => !open.includes(finder)).map(({ label }) => label))];
    const answers = await Promise.all(open.map((finder) => ask(finder, parsed)));
    return {
      query,
      meant: parsed.only?.[0],
      groups: bestFirst(answers.flatMap(({ group }) => group ?? [])),
      isLate: answers.some(({ isLate = false }) => isLate),
      searched: answers.flatMap(({ requested: label }) => label ?? []),
      unsearched: [...new Set(answers.flatMap(({ unsearched }) => unsearched ?? []))],
      unfit: [
        ...answers.flatMap(({ unfit }) => unfit ?? []),
        ...(others.length > 0
          ? [`${listed(others)} were not searched: the word before it names other records.`]
          : []),
      ],
      closed: closed.length > 0 ? `Your roles do not open ${listed(closed)}.` : undefined,
    };
  }

  const found = await findAs(parseSearch(query));
  const shorter = found.groups.length === 0 ? withoutWords(readTyped(query)) : undefined;
  if (!shorter) return found;
  const again = await findAs(parseSearch(shorter.text));
  return again.groups.length === 0 ? found : { ...again, without: shorter.without };
}

/** The actions that a word means: those whose name, or own word for it, begins so or holds it. */
const means = (verb: string, { label, href }: { label: string; href: string }): boolean =>
  label.toLowerCase().split(/\s+/).includes(verb) ||
  label.toLowerCase().startsWith(verb) ||
  decodeURIComponent(/\/actions\/([^/?]+)/.exec(href)?.[1] ?? "")
    .toLowerCase()
    .startsWith(verb);

/** What a finder of things with offered actions is asked: the action first, where it is offered, else why it is not. */
export function withAction(
  hit: Hit,
  action: ParsedSearch["action"],
  offered: readonly { label: string; href: string }[],
  { name, state, panel }: { name: string; state: string; panel?: string },
): Hit[] {
  if (action === undefined) return [hit];
  const wanted = offered.filter((one) => means(action.verb, one));
  if (wanted.length === 0) {
    // 'Task Failed' is lower case in a sentence, 'AP21' is not.
    const inSentence = state.replace(/\b[A-Z][a-z]+/g, (word) => word.toLowerCase());
    const words = `${name} is ${inSentence}; it cannot be ${action.participle}`;
    return [
      {
        ...hit,
        about: { ...hit.about, rest: [...(hit.about.rest ?? []), words] },
        note: { words: `${words}.`, panel },
      },
    ];
  }
  return [
    ...wanted.map(({ label, href }) => ({
      ...hit,
      title: `${label}: ${hit.title}`,
      shortTitle: undefined,
      href,
    })),
    { ...hit, isExact: false },
  ];
}

/** The texts that say something. */
export const nonEmpty = (...texts: readonly string[]): string[] => texts.filter((text) => text.trim() !== "");

/** What was asked more than once, each record once. */
export function once<Row extends { id: string }>(pages: readonly (readonly Row[])[]): Row[] {
  const rows = new Map<string, Row>();
  for (const row of pages.flat()) if (!rows.has(row.id)) rows.set(row.id, row);
  return [...rows.values()];
}

export const unreadIn = (rows: readonly WireRow<unknown>[]): number =>
  rows.filter((row) => !row.readable).length;

/** Why who and where cannot be looked for. */
export const noPeople = "Names, phones and places can't be searched here.";
