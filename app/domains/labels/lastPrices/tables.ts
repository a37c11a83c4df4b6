import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { anyText, expiresAt, moment } from "#app/core/database/columns.ts";
import { labelDesigns } from "../label.ts";

/** What was reported of a store's labels: printed, taken down, or what hangs (labels#last-labels). */
export const labelReports = pgTable(
  "label_reports",
  {
    store: text().notNull(),
    is: text({ enum: ["printed", "down", "hang"] }).notNull(),
    barcode: text().notNull(),
    design: text({ enum: labelDesigns }).notNull(),
    title: anyText().notNull(),
    copies: integer().notNull(),
    price: text().notNull(),
    was: text().notNull(),
    wasBook: anyText().notNull(),
    book: anyText().notNull(),
    bookPrice: text().notNull(),
    at: moment().notNull(),
    by: anyText().notNull(),
    expiresAt: expiresAt(),
  },
  (report) => [
    // Reported again, of one look at one moment, it is the same report.
    primaryKey({
      columns: [
        ...([report.store, report.barcode, report.design, report.at] as const),
        ...([report.is, report.price, report.was] as const),
      ],
    }),
    index("label_reports_expires_at").on(report.expiresAt),
    check("label_reports_copies", sql`${report.copies} > 0`),
  ],
);
