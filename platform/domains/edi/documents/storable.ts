import { and, asc, type Column, eq, lt, notExists, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "#platform/database/connect.ts";
import { ediFiles, ediInterchanges, ediParts } from "#platform/database/schema/edi.ts";

/** Bytes per statement: it takes the database a few milliseconds. */
const partSize = 128 * 1024;

/**
 * Stores long bytes for a row that is not stored yet, part by part: outside of a transaction the platform serves other
 * calls in between. Returns the first part, which belongs into the row.
 */
export async function keepInParts(
  database: Database,
  ownerId: string,
  content: Uint8Array,
  createdAt: Date,
): Promise<Uint8Array> {
  for (let number = 1; number * partSize < content.length; number += 1) {
    const part = content.subarray(number * partSize, (number + 1) * partSize);
    await database.insert(ediParts).values({ ownerId, number, content: part, createdAt });
  }
  return content.subarray(0, partSize);
}

/** Removes the parts of a row that was not stored. */
export const dropParts = (database: Database, ownerId: string) =>
  database.delete(ediParts).where(eq(ediParts.ownerId, ownerId));

/** Removes old parts without a row: their process died in between. */
export async function dropLostParts(database: Database, before: Date): Promise<void> {
  const ofOwner = (owner: typeof ediFiles | typeof ediInterchanges) =>
    database.select({ id: owner.id }).from(owner).where(eq(owner.id, ediParts.ownerId));
  await database
    .delete(ediParts)
    .where(
      and(lt(ediParts.createdAt, before), notExists(ofOwner(ediFiles)), notExists(ofOwner(ediInterchanges))),
    );
}

/**
 * The bytes of a row, given the first part from its column: read part by part, so that other calls are served in
 * between. Stored bytes never change. Throws where there is no such row.
 */
export async function readInParts(
  database: Database,
  ownerId: string,
  { table, column, isRow }: { table: PgTable; column: Column; isRow: SQL },
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  // Old rows may have more than one part in their column.
  for (let from = 1, length = 1; from <= length; from += partSize) {
    const [found] = await database
      .select({
        part: sql<Uint8Array>`substring(${column} from ${from}::int for ${partSize}::int)`,
        length: sql<number>`octet_length(${column})`,
      })
      .from(table)
      .where(isRow);
    if (!found) throw new Error("There are no bytes to be read");
    parts.push(found.part);
    length = found.length;
  }
  const others = await database
    .select({ number: ediParts.number })
    .from(ediParts)
    .where(eq(ediParts.ownerId, ownerId))
    .orderBy(asc(ediParts.number));
  for (const { number } of others) {
    const [found] = await database
      .select({ part: ediParts.content })
      .from(ediParts)
      .where(and(eq(ediParts.ownerId, ownerId), eq(ediParts.number, number)));
    if (!found) throw new Error("A part of the bytes is gone");
    parts.push(found.part);
  }
  return Buffer.concat(parts);
}

const halfCharacters = /\p{Surrogate}/gu;
const replacement = "\ufffd";

const withoutUnstorable = (text: string): string =>
  text.replace(halfCharacters, replacement).replaceAll("\0", replacement);

/**
 * Text from a file as PostgreSQL can store and index it: without NUL and lone surrogates, and no longer than `longest`.
 */
export const storable = (text: string, longest = 200): string => withoutUnstorable(text.slice(0, longest));

/** JSON's escapes of NUL and lone surrogates; a text that spells out such an escape also matches, and loses nothing. */
const unstorableEscape = /\\u(?:0000|d[89a-f])/i;

/** JSON from a file, as a jsonb column can store it. */
export function storableJson<T>(value: T): T {
  const text = JSON.stringify(value);
  // Walking through all values of a long message takes six times as long as this search of its text.
  if (!unstorableEscape.test(text)) return JSON.parse(text);
  return JSON.parse(
    JSON.stringify(value, (_key, part: unknown) =>
      typeof part === "string" ? withoutUnstorable(part) : part,
    ),
  );
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export const toBytes = (text: string): Uint8Array => encoder.encode(text);
export const fromBytes = (bytes: Uint8Array): string => decoder.decode(bytes);
