import { and, eq, ilike, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { letterWithoutPlainForm } from "./searchText.ts";

const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** The same as `contains`, read row by row: for rows that are chosen by something else, and few. */
export const containsUnindexed = (column: AnyPgColumn, text: string): SQL =>
  sql`${column} || '' ilike ${patternOf(text)}`;

/** Whether an index of three letters can be asked for a text. */
export const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text);

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

/**
 * The same of a search text (`searchLines`) that has an index on the rows with a `letterWithoutPlainForm`: two letters
 * or digits are looked up as well. Only for texts that few rows hold: of many it is slower than to read them all.
 */
export function containsRarely(column: AnyPgColumn, text: string): SQL {
  const pair = hasTrigram(text) ? undefined : /[a-z0-9]{2}/i.exec(text)?.[0];
  if (pair === undefined) return contains(column, text);
  const isListed = sql`${column} ~ ${sql.raw(letterWithoutPlainForm)}`;
  return sql`(${containsUnindexed(column, text)} and (${column} ~* ${patternOfPair(pair)} or ${isListed}))`;
}

const wholeId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The same of a column of ids: a whole one is looked up, since no other holds it. */
export const containsId = (column: AnyPgColumn, text: string): SQL =>
  wholeId.test(text) ? eq(column, text.toLowerCase()) : contains(column, text);

/** The words that a text is looked for by. */
export const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** The same as `containsRarely`, of every word of a text, in any order. */
export const containsWords = (column: AnyPgColumn, text: string): SQL | undefined =>
  and(...wordsOf(text).map((word) => containsRarely(column, word)));

/** The same, read row by row. */
export const containsWordsUnindexed = (column: AnyPgColumn, text: string): SQL | undefined =>
  and(...wordsOf(text).map((word) => containsUnindexed(column, word)));

/** Whether PostgreSQL can look for a text at all; one with a NUL can't be in it either. */
export const isSearchable = (text: string | undefined): boolean => !text?.includes("\u0000");

/** The text of a filter, trimmed; undefined where it is blank and so filters nothing. */
export const wordIn = (text: string | undefined): string | undefined => text?.trim() || undefined;
