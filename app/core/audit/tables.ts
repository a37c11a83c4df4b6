import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "#app/core/database/columns.ts";
import { auditKinds, auditOutcomes } from "./kinds.ts";

/** The lines of the audit trail, one for each number (audit#chain). */
export const auditLines = pgTable(
  "audit_lines",
  {
    n: integer().primaryKey(),
    at: moment().notNull(),
    subject: text().notNull(),
    name: text().notNull(),
    kind: text({ enum: auditKinds }).notNull(),
    did: text().notNull(),
    record: text().notNull(),
    href: text().notNull(),
    outcome: text({ enum: auditOutcomes }).notNull(),
    why: text().notNull(),
    address: text().notNull(),
    correlationId: text().notNull(),
    before: text().notNull(),
    hash: text().notNull(),
    /** Tells a submission and its outcome from others; null for what is none. */
    submission: text(),
    erases: jsonb().$type<{ n: number; hash: string }[]>(),
    erasedBy: integer(),
    /** What the page searches, folded (find#folding). */
    searchText: text().notNull(),
  },
  (line) => [index("audit_lines_at").on(line.at), check("audit_lines_n", sql`${line.n} > 0`)],
);

/** The number and hash of the last line, signed; whoever writes a line holds the lock of this one row. */
export const auditHead = pgTable(
  "audit_head",
  { id: integer().primaryKey().default(1), signed: text().notNull() },
  (head) => [check("audit_head_one", sql`${head.id} = 1`)],
);
