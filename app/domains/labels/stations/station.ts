import { z } from "zod";
import { labelDesigns } from "../design.ts";
import { copiesLimits } from "../label.ts";

/**
 * States of a label at a station. `handed`: its page has it, and only that page knows more.
 * `doubtful`: it may have been printed, and only a person can tell.
 */
export const stationJobStates = ["waiting", "handed", "sent", "failed", "doubtful"] as const;
export type StationJobState = (typeof stationJobStates)[number];

/** Maximum number of unfinished labels of a station. */
export const maxOpenJobs = 500;
/** Number of sent labels stored for review. */
export const storedSentJobs = 60;
/** Longest name of a station. */
export const maxStationNameLength = 40;
/** Most stations of a store. */
export const maxStations = 20;

/** The label of `label.ts`, as stored and sent. */
const jobLabel = z.object({
  design: z.enum(labelDesigns),
  name: z.string(),
  colour: z.string(),
  sizeRange: z.string(),
  barcode: z.string(),
  price: z.string(),
  was: z.string().optional(),
  copies: z.number().int().min(copiesLimits.lowest).max(copiesLimits.highest),
  glyphs: z.record(z.string(), z.string()).optional(),
});

const job = z.object({
  id: z.string(),
  title: z.string(),
  label: jobLabel,
  priced: z
    .object({ barcode: z.string(), book: z.string(), price: z.string(), wasBook: z.string().optional() })
    .optional(),
  /** Who requested it, and when, in epoch milliseconds. */
  by: z.string(),
  askedAt: z.number(),
  state: z.enum(stationJobStates),
  /** Start of the current state. */
  since: z.number(),
  reason: z.string(),
  /** The current hand-over: no other one may print or report it. */
  lease: z.string().optional(),
  /** The browser it was handed to. */
  browser: z.string().optional(),
});
export type StationJob = z.output<typeof job>;

const worker = z.object({
  /** A page load and its browser. */
  page: z.string(),
  browser: z.string(),
  seenAt: z.number(),
  printer: z.string(),
  /** Why the page can't print; empty if it can. */
  problem: z.string(),
});
export type StationWorker = z.output<typeof worker>;

export const station = z.object({
  id: z.string(),
  name: z.string(),
  openedBy: z.string(),
  openedAt: z.number(),
  isPaused: z.boolean(),
  /** Counts the visible changes. */
  version: z.number(),
  worker: worker.optional(),
  jobs: z.array(job),
});
export type Station = z.output<typeof station>;
