import { z } from "zod";
import { storedBatch } from "../batchRecord.ts";
import { jsonField } from "../forms.ts";
import { label, paper } from "../labelSchemas.ts";
import { holds, printStates } from "../labelStates.ts";

/** A label as it is asked for. */
export const askedLabel = z.object({
  /** Its name: under it, it is asked for once. */
  id: z.string(),
  title: z.string(),
  label,
  /**
   * The key and source of its price (labels#wrong-labels): a barcode that finds its product, the price book, and the
   * book's price when the label was made, empty if no book had one; `wasBook` has the former price, if it shows one.
   */
  priced: z
    .object({ barcode: z.string(), book: z.string(), price: z.string(), wasBook: z.string().optional() })
    .optional(),
  /** The barcode of the scan that prints it (labels#scan-and-print). */
  scan: z.string().optional(),
});
export type AskedLabel = z.output<typeof askedLabel>;

export const stationJob = askedLabel.extend({
  /** Who requested it, and when, in epoch milliseconds. */
  by: z.string(),
  askedAt: z.number(),
  /** When its price was last read; until then, when it was requested. */
  pricedAt: z.number().optional(),
  state: z.enum(printStates),
  since: z.number(),
  reason: z.string(),
  /** The current hand-over: no other one may print or report it. */
  lease: z.string().optional(),
  /** The browser that it was handed to, and that browser's printer. */
  browser: z.string().optional(),
  printer: z.string().optional(),
  /** What of it that printer can't print as it is. */
  notices: z.array(z.string()).optional(),
  /** Why the printer doesn't print it, for a label in the printer's queue. */
  hold: z.enum(holds).optional(),
  /** The page of a workstation that asked for it. */
  page: z.string().optional(),
  /** Whether a person has dealt with it, and whether it was discarded and no longer counts. */
  isClosed: z.boolean().optional(),
  isVoid: z.boolean().optional(),
  /** The station's version when it last changed. */
  version: z.number().default(0),
});
export type StationJob = z.output<typeof stationJob>;

/** A printer, and what its labels are rendered for. */
const printerFaces = paper.extend({ printer: z.string().max(200) });
export type PrinterFaces = z.output<typeof printerFaces>;

const worker = z.object({
  page: z.string(),
  browser: z.string(),
  seenAt: z.number(),
  printer: printerFaces.optional(),
  /** Why the page can't print; empty if it can. */
  problem: z.string(),
});

/** A station without its labels. */
export const stationFields = z.object({
  id: z.string(),
  name: z.string(),
  isPaused: z.boolean(),
  version: z.number(),
  worker: worker.optional(),
  /** The computer that prints here without sign-in: the hash of its key, and who allowed it when (labels#station-key). */
  key: z
    .object({ hash: z.string(), by: z.string(), at: z.number(), subject: z.string().optional() })
    .optional(),
  /** What is gathered here. */
  batch: storedBatch.optional(),
});
/** A station with the labels that were asked for, in their order. */
export type Station = z.output<typeof stationFields> & { jobs: StationJob[] };

/** Client-generated IDs of page loads, browsers and leases. */
const ownName = z.string().regex(/^\w{8,64}$/);

/** The result of a hand-over that a page reports. `waiting`: it never reached the print service. */
const jobReport = z.object({
  lease: ownName,
  is: z.enum(["waiting", "sent", "printed", "failed", "unknown", "stopped"]),
  reason: z.string().max(400),
  hold: z.enum(holds).optional(),
});
export type JobReport = z.output<typeof jobReport>;

export const jobCommands = ["came", "again", "remove", "void"] as const;
export type JobCommand = (typeof jobCommands)[number];

/** `as` is the name of the other label that printing a sent one again makes. */
const command = z.object({ id: z.string().max(400), command: z.enum(jobCommands), as: ownName.optional() });
export type Command = z.output<typeof command>;

/** A turn of a station's page: what it reports, and what people command there. */
export const stationTurn = z.object({
  /** The page's own name, and its browser's. */
  page: ownName,
  browser: ownName,
  /** Whether its browser guarantees that no other page of it works at the station, and whether another one does. */
  isAlone: z.boolean().default(false),
  isGuest: z.boolean().default(false),
  /** The page is being closed: the next one need not wait. */
  leaves: z.boolean().default(false),
  /** Whether nothing that waits is sent by itself. */
  isStopped: z.boolean().default(false),
  /** Whether the page's print queues take raw commands only when forced. */
  forceRaw: z.boolean().default(false),
  printer: printerFaces.optional(),
  problem: z.string().max(400).default(""),
  /** The lease under which the page requests a label; undefined if it can print none now. */
  lease: ownName.optional(),
  /** The version of the labels that the page has. */
  since: z.number().int().min(-1).default(-1),
  reports: z.array(jobReport).readonly().default([]),
  commands: z.array(command).readonly().default([]),
});
/** A turn in a form, which a page that is left can still send. */
export type SentTurn = z.input<typeof stationTurn>;
export type StationTurn = z.output<typeof stationTurn>;

export const maxStationNameLength = 40;

export const openStationForm = z.object({
  name: z
    .string({ error: "Enter a name." })
    .trim()
    .min(1, "Enter a name.")
    .max(maxStationNameLength, `${maxStationNameLength} characters at most.`)
    .regex(/^\P{Cc}*$/u, "A name has no control characters."),
});

export const stationCommandForm = z.object({
  intent: z.enum(["pause", "resume", "end", "allow", "withdraw", ...jobCommands]),
  job: z.string().max(400).optional(),
});

export const chooseStationForm = z.object({ station: z.string().max(40) });

/** A turn of a station's page: its identity, what it reports, and whether it can print another label. */
export const stationTurnForm = z.object({ turn: jsonField(stationTurn, 2_800_000) });
