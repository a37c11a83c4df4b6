import { type SQL, sql } from "drizzle-orm";
import { timestamp } from "drizzle-orm/pg-core";

/** A moment, to the microsecond. */
export const moment = () => timestamp({ withTimezone: true });

/**
 * When a row ceases to exist for its readers, who compare it with the database's clock (`now()`), the same for every
 * process; `sweep` deletes it later.
 */
export const expiresAt = () => moment().notNull();

/** The moment in so many seconds, by the database's clock. */
export const inSeconds = (seconds: number): SQL<Date> => sql`now() + make_interval(secs => ${seconds})`;
