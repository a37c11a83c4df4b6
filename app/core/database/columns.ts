import { type SQL, sql } from "drizzle-orm";
import { customType, timestamp } from "drizzle-orm/pg-core";

/** A moment, to the microsecond. */
export const moment = () => timestamp({ withTimezone: true });

/**
 * When a row ceases to exist for its readers, who compare it with the database's clock (`now()`), the same for every
 * process; `sweep` deletes it later.
 */
export const expiresAt = () => moment().notNull();

/** The moment in so many seconds, by the database's clock. */
export const inSeconds = (seconds: number): SQL<Date> => sql`now() + make_interval(secs => ${seconds})`;

/** PostgreSQL has neither the character 0 nor half a surrogate pair in a text. */
export const withoutNul = (value: string): string => value.replace(/[\0\p{Surrogate}]/gu, "\ufffd");

/** A text that comes from outside: typed, of an address, or of the service. */
export const anyText = customType<{ data: string }>({ dataType: () => "text", toDriver: withoutNul });

const storable = (one: unknown): unknown => {
  if (typeof one === "string") return withoutNul(one);
  if (typeof one !== "object" || one === null || Array.isArray(one)) return one;
  return Object.fromEntries(Object.entries(one).map(([key, value]) => [withoutNul(key), value]));
};

/** A document of ours with such texts in it, as values or as keys; parsed by whoever reads it. */
export const document = customType<{ data: unknown }>({
  dataType: () => "jsonb",
  toDriver: (value) => JSON.stringify(value, (_, one: unknown) => storable(one)),
});

/** Several such texts as one parameter, for `unnest`. */
export const textArray = (values: readonly string[]): SQL =>
  sql`${sql.param(values.map(withoutNul))}::text[]`;
