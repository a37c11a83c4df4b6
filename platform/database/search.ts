import { and, eq, gt, ilike, max, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Database } from "./connect.ts";

const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** The same as `contains`, read row by row: for rows that are chosen by something else, and few. */
export const containsUnindexed = (column: AnyPgColumn, text: string): SQL =>
  sql`${column} || '' ilike ${patternOf(text)}`;

/** Whether an index of three letters can be asked for a text. */
const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text);

/** What an email address begins with, its '@' included. */
const mailboxIn = (text: string): string | undefined => /^[^\s@]+@(?=\S)/.exec(text)?.[0];

/**
 * That a column holds a text somewhere, without regard to case. A text without three letters or digits
 * in a row has no trigram to look up: an index search would visit every row, whereas walking them in order
 * ends at the first full page. Such a column is hidden from the index. Of an email address the index is asked
 * for what stands before its domain: nearly every row holds the trigrams of the few domains that all people share.
 */
export function contains(column: AnyPgColumn, text: string): SQL {
  const mailbox = mailboxIn(text);
  if (mailbox && hasTrigram(mailbox)) {
    return sql`(${ilike(column, patternOf(mailbox))} and ${containsUnindexed(column, text)})`;
  }
  return hasTrigram(text) ? ilike(column, patternOf(text)) : containsUnindexed(column, text);
}

const between = "[\\x01-\\x2f:-@[-`{-\\x7f]";

/**
 * What the index of three letters can be asked for where two are looked for: with a letter or digit behind them, or
 * before them, or alone.
 */
const patternOfPair = (pair: string): string =>
  `${pair}[a-z0-9]|[a-z0-9]${pair}|(^|${between})${pair}(${between}|$)`;

/** A list that is looked through: where its rows stand in the order of arrival, 1, 2, 3 … without gaps. */
export type SearchedList = {
  position: AnyPgColumn<{ data: number; notNull: true }>;
  /**
   * That a row holds a letter beside which the index of three letters can't find two: a `letterWithoutPlainForm` in a
   * search text (`searchLines`), a `letterBeyondAscii` in what is kept as it came. Such rows have an index of their own.
   */
  hasNonAsciiLetter: SQL;
};

/**
 * The same of a column of a list: two letters or digits are looked up as well. Only for texts that few rows hold: of
 * many it is slower than to read them all.
 */
export function containsRarely({ hasNonAsciiLetter }: SearchedList, column: AnyPgColumn, text: string): SQL {
  const pair = hasTrigram(text) ? undefined : /[a-z0-9]{2}/i.exec(text)?.[0];
  if (pair === undefined) return contains(column, text);
  return sql`(${containsUnindexed(column, text)} and (${column} ~* ${patternOfPair(pair)} or ${hasNonAsciiLetter}))`;
}

/** How many rows a list has: positions have no gaps. */
export async function newestOf(database: Database, { position }: SearchedList): Promise<number> {
  const [row] = await database.select({ newest: max(position) }).from(position.table);
  return row?.newest ?? 0;
}

// Of a text that this many of so many of the newest hold, many of all do: it is not worth the index.
const nearby = 4000;
const maxRare = 20;

/** That a column of a list holds a text, in the way that is fast for it where all that hold it are counted. */
export async function holds(
  database: Database,
  list: SearchedList,
  column: AnyPgColumn,
  text: string,
): Promise<SQL> {
  if (hasTrigram(text)) return contains(column, text);
  const { position } = list;
  const near = await database
    .select({ place: position })
    .from(position.table)
    .where(and(gt(position, (await newestOf(database, list)) - nearby), containsUnindexed(column, text)))
    .limit(maxRare);
  return near.length === maxRare ? contains(column, text) : containsRarely(list, column, text);
}

const wholeId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The same of a column of ids: a whole one is looked up, since no other holds it. */
export const holdsId = async (
  database: Database,
  list: SearchedList,
  column: AnyPgColumn,
  text: string,
): Promise<SQL> =>
  wholeId.test(text) ? eq(column, text.toLowerCase()) : holds(database, list, column, text);

/** The words that a text is looked for by. */
export const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** The same as `containsRarely`, of every word of a text, in any order. */
export const containsWords = (list: SearchedList, column: AnyPgColumn, text: string): SQL | undefined =>
  and(...wordsOf(text).map((word) => containsRarely(list, column, word)));

/** The same, read row by row. */
export const containsWordsUnindexed = (column: AnyPgColumn, text: string): SQL | undefined =>
  and(...wordsOf(text).map((word) => containsUnindexed(column, word)));

/** Whether PostgreSQL can look for a text at all; one with a NUL can't be in it either. */
export const isSearchable = (text: string | undefined): boolean => !text?.includes("\u0000");

/** The text of a filter, trimmed; undefined where it is blank and so filters nothing. */
export const wordIn = (text: string | undefined): string | undefined => text?.trim() || undefined;
