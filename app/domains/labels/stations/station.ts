import { z } from "zod";
import { labelDesigns } from "../design.ts";
import { copiesLimits } from "../label.ts";

/**
 * Where a label for a station stands. `handed`: its page has it, and only that page knows more. `doubtful`: it may have
 * been printed, and nobody can tell but a person.
 */
export const stationJobStates = ["waiting", "handed", "sent", "failed", "doubtful"] as const;
export type StationJobState = (typeof stationJobStates)[number];

/** Most labels that wait for a station, or were not got through. */
export const maxOpenJobs = 500;
/** How many of those that were sent are kept to be looked at. */
export const storedSentJobs = 60;
/** Longest name of a station. */
export const maxStationNameLength = 40;
/** Most stations of a store. */
export const maxStations = 20;

/** The label of `label.ts`, as records and answers hold it. */
const jobLabel = z.object({
  design: z.enum(labelDesigns),
  name: z.string(),
  colour: z.string(),
  sizeRange: z.string(),
  barcode: z.string(),
  price: z.string(),
  was: z.string().optional(),
  copies: z.number().int().min(copiesLimits.lowest).max(copiesLimits.highest),
});

const job = z.object({
  id: z.string(),
  title: z.string(),
  label: jobLabel,
  priced: z.object({ barcode: z.string(), book: z.string(), price: z.string() }).optional(),
  /** Who asked for it, and when, in epoch milliseconds. */
  by: z.string(),
  askedAt: z.number(),
  state: z.enum(stationJobStates),
  /** Since when it is in that state. */
  since: z.number(),
  reason: z.string(),
  /** The hand-over that counts: no other one may print it, or say what became of it. */
  lease: z.string().optional(),
  /** The browser that it was handed to. */
  browser: z.string().optional(),
});
export type StationJob = z.output<typeof job>;

const worker = z.object({
  /** One page load, and the browser that it is in. */
  page: z.string(),
  browser: z.string(),
  seenAt: z.number(),
  printer: z.string(),
  /** What stands in the way of printing there; empty where nothing does. */
  problem: z.string(),
});
export type StationWorker = z.output<typeof worker>;

export const station = z.object({
  id: z.string(),
  name: z.string(),
  openedBy: z.string(),
  openedAt: z.number(),
  isPaused: z.boolean(),
  /** Counts the changes that a page shows. */
  version: z.number(),
  worker: worker.optional(),
  jobs: z.array(job),
});
export type Station = z.output<typeof station>;
