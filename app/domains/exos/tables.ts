import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable } from "drizzle-orm/pg-core";
import { anyText, expiresAt, moment } from "#app/core/database/columns.ts";

/** The credits that returns owe or were given, one for each return (returns#credits). */
export const credits = pgTable(
  "credits",
  {
    id: anyText().primaryKey(),
    /** Its place among those of its side: a new one for each change of sides. */
    place: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    name: anyText().notNull(),
    store: anyText().notNull(),
    orderId: anyText().notNull(),
    /** The customer's name, else the email address, and the same folded for the search (find#folding). */
    customer: anyText().notNull(),
    customerSearch: anyText().notNull(),
    /** AUD; absent if no returned line has a price. */
    cents: bigint({ mode: "number" }),
    orMore: boolean().notNull(),
    /** As the service says it, and as a moment where that can be read. */
    since: anyText(),
    sinceAt: moment(),
    /** Number of times it was given or taken back. */
    turns: integer().notNull(),
    givenAt: moment(),
    givenBy: anyText(),
    because: anyText(),
    expiresAt: expiresAt(),
  },
  (credit) => [
    index("credits_owed").on(credit.place).where(sql`given_at is null`),
    index("credits_given").on(credit.place).where(sql`given_at is not null`),
    check("credits_given_whole", sql`num_nulls(given_at, given_by, because) in (0, 3)`),
  ],
);

/** Where to continue asking the service what is owed: from which time, and which page of the result. */
export const creditsAsked = pgTable(
  "credits_asked",
  { id: integer().primaryKey().default(1), since: anyText(), page: integer().notNull() },
  (asked) => [check("credits_asked_one", sql`${asked.id} = 1`)],
);
