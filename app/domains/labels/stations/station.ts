import { z } from "zod";
import { labelDesigns } from "../design.ts";
import { copiesLimits, labelLanguages, mediaFrom } from "../label.ts";

/**
 * States of a label at a station. `handed`: its page has it, and only that page knows more.
 * `doubtful`: it may have been printed, and only a person can tell.
 */
export const stationJobStates = ["waiting", "handed", "sent", "failed", "doubtful"] as const;
export type StationJobState = (typeof stationJobStates)[number];

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
  /** When its price was last read; until then, when it was requested. */
  pricedAt: z.number().optional(),
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

/** What a page prints with. */
export const paper = z.object({
  language: z.enum(labelLanguages),
  media: z.record(z.string(), z.unknown()).transform(mediaFrom),
});

const worker = z.object({
  /** A page load and its browser. */
  page: z.string(),
  browser: z.string(),
  seenAt: z.number(),
  printer: z.string(),
  paper: paper.optional(),
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
