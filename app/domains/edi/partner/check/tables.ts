import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { anyText, expiresAt, moment } from "#app/core/database/columns.ts";

/** Files that people chose to be checked and taken in, sealed (edi#check-page). */
export const ediUploads = pgTable(
  "edi_uploads",
  {
    id: anyText().primaryKey(),
    subject: text().notNull(),
    /** Name, bytes, and what was taken in of it. */
    sealed: text().notNull(),
    /** Of what is sealed. */
    bytes: integer().notNull(),
    createdAt: moment().notNull().defaultNow(),
    expiresAt: expiresAt(),
  },
  (upload) => [index("edi_uploads_subject").on(upload.subject)],
);
