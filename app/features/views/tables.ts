import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { anyText, moment } from "#app/core/database/columns.ts";
import { maxNameLength, viewRoles } from "./roles.ts";

/** Lists with their filters, saved under names (views#what). */
export const savedViews = pgTable(
  "saved_views",
  {
    id: text().primaryKey(),
    name: anyText().notNull(),
    /** The name in lower case: a person has each name once. */
    foldedName: anyText().notNull(),
    /** The list's URL when saved. It is parsed like a current one when opened. */
    href: anyText().notNull(),
    /** Its maker, by the identity provider's lasting name and the name that people know. */
    subject: text().notNull(),
    ownerName: anyText().notNull(),
    /** The role it is shared with; null if it is its maker's alone. */
    role: text({ enum: viewRoles }),
    /** When it was last changed. */
    at: moment().notNull().defaultNow(),
  },
  (view) => [
    unique().on(view.subject, view.foldedName),
    index().on(view.role),
    check("saved_views_name", sql`char_length(${view.name}) between 1 and ${sql.raw(String(maxNameLength))}`),
    check(
      "saved_views_role",
      sql`${view.role} in (${sql.raw(viewRoles.map((role) => `'${role}'`).join(", "))})`,
    ),
  ],
);

/** The views in each person's side menu. */
export const viewPins = pgTable(
  "view_pins",
  {
    subject: text().notNull(),
    view: text()
      .notNull()
      .references(() => savedViews.id, { onDelete: "cascade" }),
    /** They stand in the order in which they were pinned. */
    place: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  },
  (pin) => [primaryKey({ columns: [pin.subject, pin.view] }), index().on(pin.view)],
);
