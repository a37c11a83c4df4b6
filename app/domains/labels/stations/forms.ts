import { z } from "zod";
import { jsonField } from "../forms.ts";
import { holds } from "../labelStates.ts";
import { jobCommands, maxStationNameLength, reportedStates } from "./queue.ts";
import { askedLabel, paper } from "./station.ts";

/** Client-generated IDs of page loads, browsers and leases. */
const ownName = z.string().regex(/^\w{8,64}$/);

export const openStationForm = z.object({
  name: z
    .string({ error: "Enter a name." })
    .trim()
    .min(1, "Enter a name.")
    .max(maxStationNameLength, `${maxStationNameLength} characters at most.`)
    .regex(/^\P{Cc}*$/u, "A name has no control characters."),
});

/** A person's command on a station's page. */
export const stationCommandForm = z.object({
  intent: z.enum(["pause", "resume", "end", "withdraw", ...jobCommands]),
  job: z.string().max(400).optional(),
});

/** The station to send labels to. */
export const chooseStationForm = z.object({ station: z.string().max(40) });

const reports = z.array(
  z.object({
    lease: ownName,
    is: z.enum(reportedStates),
    reason: z.string().max(400),
    hold: z.enum(holds).optional(),
  }),
);
const commands = z.array(
  z.object({ id: z.string().max(400), command: z.enum(jobCommands), as: ownName.optional() }),
);

const turn = z.object({
  page: ownName,
  browser: ownName,
  isAlone: z.boolean().default(false),
  isGuest: z.boolean().default(false),
  leaves: z.boolean().default(false),
  isStopped: z.boolean().default(false),
  /** Whether the page's print queues take raw commands only when forced. */
  forceRaw: z.boolean().default(false),
  printer: paper.extend({ printer: z.string().max(200) }).optional(),
  problem: z.string().max(400).default(""),
  lease: ownName.optional(),
  since: z.number().int().min(-1).default(-1),
  reports: reports.readonly().default([]),
  commands: commands.readonly().default([]),
  asked: z
    .array(askedLabel.extend({ id: ownName }))
    .readonly()
    .default([]),
});
/** The turn of a station's page in a form, which a page that is left can still send. */
export type SentTurn = z.input<typeof turn>;

/** A turn of a station's page: its identity, what it reports and asks for, and whether it can print another label. */
export const stationTurnForm = z.object({ turn: jsonField(turn, 2_800_000) });
