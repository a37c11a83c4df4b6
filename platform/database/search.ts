import { and, eq, ilike, inArray, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Database } from "./connect.ts";

type Searched = AnyPgColumn | SQL;

const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** The same as `contains`, hidden from the index. */
const containsUnindexed = (column: Searched, text: string): SQL =>
  sql`${column} || '' ilike ${patternOf(text)}`;

/** Whether an index of three letters can be asked for a text. */
const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text);

/** What an email address begins with, its '@' included. */
const mailboxIn = (text: string): string | undefined => /^[^\s@]+@(?=\S)/.exec(text)?.[0];

/**
 * That a column holds a text somewhere, without regard to case. A text without three letters or digits in a row has no
 * trigram to look up: an index search would visit every row. Of an email address the index is asked for what stands
 * before its domain: nearly every row holds the trigrams of the few domains that all people share.
 */
export function contains(column: Searched, text: string): SQL {
  const mailbox = mailboxIn(text);
  if (mailbox && hasTrigram(mailbox)) {
    return sql`(${ilike(column, patternOf(mailbox))} and ${containsUnindexed(column, text)})`;
  }
  return hasTrigram(text) ? ilike(column, patternOf(text)) : containsUnindexed(column, text);
}

const between = "[\\x01-\\x2f:-@[-`{-\\x7f]";

/** Two letters as an index of three can be asked for them: with one behind them, or before them, or alone. */
const patternOfPair = (pair: string): string =>
  `${pair}[a-z0-9]|[a-z0-9]${pair}|(^|${between})${pair}(${between}|$)`;

/** The same of a search text, which is in ASCII as well: two letters are looked up, too. */
export function searchTextContains(column: Searched, text: string): SQL {
  const pair = hasTrigram(text) ? undefined : /[a-z0-9]{2}/i.exec(text)?.[0];
  if (pair === undefined) return contains(column, text);
  return sql`(${containsUnindexed(column, text)} and ${column} ~* ${patternOfPair(pair)})`;
}

/** That a column holds a text: the index of the search text that it is a part of finds it, and the column decides. */
export const fieldContains = (searchText: Searched, column: AnyPgColumn, text: string): SQL =>
  sql`(${searchTextContains(searchText, text)} and ${contains(column, text)})`;

/** The same of every word of a text, in any order. */
export const containsWords = (column: AnyPgColumn, text: string): SQL | undefined =>
  and(
    ...text
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => searchTextContains(column, word)),
  );

const wholeId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** That a column of ids holds a text: a whole one is looked up, since no other holds it. */
export const containsId = (column: AnyPgColumn, text: string): SQL =>
  wholeId.test(text) ? eq(column, text.toLowerCase()) : contains(column, text);

/** Whether PostgreSQL can look for a text at all; one with a NUL can't be in it either. */
export const isSearchable = (text: string | undefined): boolean => !text?.includes("\u0000");

/** The text of a filter, trimmed; undefined where it is blank and so filters nothing. */
export const wordIn = (text: string | undefined): string | undefined => text?.trim() || undefined;

type Page = { where: SQL | undefined; order: SQL[]; limit: number; offset: number };

/** That a row is on a page, by what tells rows apart: it is found along an index, and whole rows are read for the page alone. */
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
