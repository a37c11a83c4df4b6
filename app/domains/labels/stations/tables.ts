import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  foreignKey,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { anyText, document, expiresAt } from "#app/core/database/columns.ts";
import { holds, printStates } from "../labelStates.ts";

/** A moment of the portal's clock, in epoch milliseconds. */
const clockMs = () => bigint({ mode: "number" });

/**
 * The print stations of the stores, and the workstations that somebody prints at (labels#stations). Whoever changes
 * anything about one, or about its labels, locks its row.
 */
export const labelStations = pgTable(
  "label_stations",
  {
    alias: text().notNull(),
    id: text().notNull(),
    /** Null for a workstation's own. */
    name: anyText(),
    isPaused: boolean().notNull(),
    version: integer().notNull(),
    /** The page that works here, and its printer. */
    worker: document(),
    keyHash: text(),
    keyBy: anyText(),
    keyAt: clockMs(),
    keySubject: text(),
    /** What is gathered here (labels#batch). */
    batch: document(),
    expiresAt: expiresAt(),
  },
  (station) => [
    primaryKey({ columns: [station.alias, station.id] }),
    uniqueIndex("label_stations_name").on(station.alias, sql`lower(${station.name})`),
  ],
);

/** The labels that were asked for at a station, in their order, with what became of each. */
export const labelJobs = pgTable(
  "label_jobs",
  {
    alias: text().notNull(),
    station: text().notNull(),
    id: text().notNull(),
    place: integer().notNull(),
    title: anyText().notNull(),
    label: document().notNull(),
    priced: document(),
    scan: anyText(),
    by: anyText().notNull(),
    askedAt: clockMs().notNull(),
    pricedAt: clockMs(),
    state: text({ enum: printStates }).notNull(),
    since: clockMs().notNull(),
    reason: anyText().notNull(),
    lease: text(),
    browser: text(),
    printer: anyText(),
    notices: document(),
    hold: text({ enum: holds }),
    page: anyText(),
    isClosed: boolean(),
    isVoid: boolean(),
    version: integer().notNull(),
  },
  (job) => [
    primaryKey({ columns: [job.alias, job.station, job.id] }),
    // A hand-over is of one label.
    unique().on(job.alias, job.station, job.lease),
    foreignKey({
      columns: [job.alias, job.station],
      foreignColumns: [labelStations.alias, labelStations.id],
    }).onDelete("cascade"),
  ],
);
