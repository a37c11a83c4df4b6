import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { anyText, expiresAt, moment } from "#app/core/database/columns.ts";

/** A rule before a person's last change of it, as JSON, and its revision since (rules#undo). */
export const ruleUndo = pgTable(
  "rule_undo",
  {
    subject: text().notNull(),
    store: text().notNull(),
    rule: anyText().notNull(),
    before: anyText().notNull(),
    stand: text().notNull(),
    expiresAt: expiresAt(),
  },
  (undo) => [primaryKey({ columns: [undo.subject, undo.store, undo.rule] })],
);

/** What the last change of a rule did to its store's prices (today#rules). */
export const priceMoves = pgTable("price_moves", {
  rule: text().primaryKey(),
  name: anyText().notNull(),
  store: anyText().notNull(),
  href: anyText().notNull(),
  raised: integer().notNull(),
  freed: integer().notNull(),
  of: integer().notNull(),
  by: anyText().notNull(),
  at: moment().notNull(),
  expiresAt: expiresAt(),
});

/**
 * Whose turn it is to change the rules of a store (rules#several-rules): not a lock of the database's own, as it is held
 * while the service is asked. A turn that has expired is anybody's.
 */
export const ruleTurns = pgTable("rule_turns", {
  store: text().primaryKey(),
  holder: text().notNull(),
  expiresAt: expiresAt(),
});
