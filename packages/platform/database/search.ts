import { and, asc, desc, eq, ilike, inArray, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { lookalikes, plainText, readTyped, unmarked } from "#contract/typedText.ts";
import type { Database } from "#database/connect.ts";

/**
 * A text that is another one once any of the grouped rows changes, comes or goes: a sum of a hash of each row's moment of
 * change and its place. Both are plain numbers in an index: no row is read for it, and no text is made.
 */
export const stampOf = (changedAt: AnyPgColumn, position: AnyPgColumn): SQL<string> =>
  sql<string>`sum(timestamp_hash_extended(${changedAt} at time zone 'UTC', ${position}))::text`;

const inAscii = (text: string): string => text.replace(/\P{ASCII}+/gu, " ");

/**
 * Search text of a record: one text per line, each once. A text with typographic or invisible characters has a second
 * line as a plain keyboard writes it (find#folding), one with diacritics a line without them, and one with other non-ASCII
 * letters a line without those: a trigram index finds no two letters between them. Blank ones are left out.
 */
export function searchLines(texts: readonly (string | null | undefined)[]): string {
  const lines = texts.flatMap((text) => {
    const given = text ?? "";
    const plain = plainText(given);
    const bare = unmarked(plain);
    return [given, plain, bare, inAscii(bare)].map((line) => line.trim());
  });
  return [...new Set(lines)].filter(Boolean).join("\n");
}

/** The digits of a phone number, so that it is found in any notation. */
export const phoneDigits = (phone: string | null | undefined): string => (phone ?? "").replace(/\D/g, "");

type Searched = AnyPgColumn | SQL;

export const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** The same as `contains`, hidden from the index. */
const containsUnindexed = (column: Searched, text: string): SQL =>
  sql`${column} || '' ilike ${patternOf(text)}`;

/** Whether the trigram index can find a text. */
const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text);

const plainCharacters = Object.keys(lookalikes).join("");
const hasPlain = new RegExp(`[${plainCharacters}]`);
const [typographic, plainFor] = Object.entries(lookalikes).reduce(
  ([from, to], [plain, others]) => [from + others, to + plain.repeat(others.length)],
  ["", ""],
);

/** A column that is no search text, with plain apostrophes, quotes and hyphens (find#folding). */
const plainColumn = (column: Searched): SQL => sql`translate(${column}, ${typographic}, ${plainFor})`;

/** The part of an email address up to its '@'. */
const mailboxIn = (text: string): string | undefined => /^[^\s@]+@(?=\S)/.exec(text)?.[0];

/**
 * That a column contains a text, case-insensitively. A text without three letters or digits in a row has no trigram: an
 * index search would visit every row. Of an email address only the part before the domain is looked up in the index:
 * nearly every row has the trigrams of the few common domains.
 */
function containsVerbatim(column: Searched, text: string): SQL {
  const mailbox = mailboxIn(text);
  if (mailbox && hasTrigram(mailbox)) {
    return sql`(${ilike(column, patternOf(mailbox))} and ${containsUnindexed(column, text)})`;
  }
  return hasTrigram(text) ? ilike(column, patternOf(text)) : containsUnindexed(column, text);
}

/** The same of a column that is no search text: its apostrophes, quotes and hyphens count as plain ones. */
export function contains(column: Searched, text: string): SQL {
  if (!hasPlain.test(text)) return containsVerbatim(column, text);
  // The index finds any character in their place, and the column decides.
  const pattern = patternOf(text).replace(new RegExp(hasPlain, "g"), "_");
  const isFound = containsUnindexed(plainColumn(column), text);
  return hasTrigram(text) ? sql`(${ilike(column, pattern)} and ${isFound})` : isFound;
}

const between = "[\\x01-\\x2f:-@[-`{-\\x7f]";

/** Two letters as a trigram index can find them: with a character after them, before them, or alone. */
const patternOfPair = (pair: string): string =>
  `${pair}[a-z0-9]|[a-z0-9]${pair}|(^|${between})${pair}(${between}|$)`;

/** The same of a search text, which is in ASCII as well: two letters are looked up, too. */
export function searchTextContains(column: Searched, text: string): SQL {
  const pair = hasTrigram(text) ? undefined : /[a-z0-9]{2}/i.exec(text)?.[0];
  if (pair === undefined) return containsVerbatim(column, text);
  return sql`(${containsUnindexed(column, text)} and ${column} ~* ${patternOfPair(pair)})`;
}

/** That a column holds a text: the index of the search text that it is a part of finds it, and the column decides. */
export const fieldContains = (searchText: Searched, column: AnyPgColumn, text: string): SQL =>
  sql`(${searchTextContains(searchText, text)} and ${contains(column, text)})`;

/** The same for every word of a text, in any order. */
export const containsWords = (column: AnyPgColumn, text: string): SQL | undefined =>
  and(
    ...text
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => searchTextContains(column, word)),
  );

const wholeId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** That a column of ids contains a text: a whole id is looked up by equality, since no other contains it. */
export const containsId = (column: AnyPgColumn, text: string): SQL =>
  wholeId.test(text) ? eq(column, text.toLowerCase()) : contains(column, text);

/** The items of a comma-separated filter, each once. */
export const listIn = (text: string | undefined): string[] => [
  ...new Set((text ?? "").split(",").flatMap((part) => part.trim() || [])),
];

/** The text of a filter as it was typed; undefined when blank, which filters nothing. */
export const wordIn = (text: string | undefined): string | undefined =>
  (text && readTyped(text)) || undefined;

/** The condition of a filter; a filter without a value has none. */
export const given = <T>(value: T | undefined, where: (value: T) => SQL | undefined): SQL | undefined =>
  value === undefined ? undefined : where(value);

type Page = { where: SQL | undefined; order: SQL[]; limit: number; offset: number };

/** That a row is on a page, by its key: the page is found in an index, and only its rows are read whole. */
export const isOnPage = (database: Database, key: AnyPgColumn, { where, order, limit, offset }: Page): SQL =>
  inArray(
    key,
    database
      .select({ key })
      .from(key.table)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
  );

/** A list in the order of these columns, all of them ascending or descending. */
export type ListOrder = { by: readonly AnyPgColumn[]; isDescending: boolean };

type CountedPage = { where: SQL | undefined; order: ListOrder; page: number; size: number };

/**
 * The condition and order of the rows on a page, and the number of pages, 1 or more. A page of the second half is read
 * from the end of the list: an index counts its way to a page row by row.
 */
export async function countedPage(
  database: Database,
  key: AnyPgColumn,
  { where, order: { by, isDescending }, page, size }: CountedPage,
): Promise<{ isListed: SQL; order: SQL[]; pages: number }> {
  const total = await database.$count(key.table, where);
  const before = (page - 1) * size;
  const after = total - before - size;
  const inOrder = (downwards: boolean) => by.map(downwards ? desc : asc);
  const range =
    before <= after
      ? { order: inOrder(isDescending), limit: size, offset: before }
      : {
          order: inOrder(!isDescending),
          limit: Math.max(0, Math.min(size, total - before)),
          offset: Math.max(0, after),
        };
  return {
    isListed: isOnPage(database, key, { where, ...range }),
    order: inOrder(isDescending),
    pages: Math.max(1, Math.ceil(total / size)),
  };
}
