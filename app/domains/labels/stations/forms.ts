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

/** A turn of a station's page: its identity, what it reports and asks for, and whether it can print another label. */
export const stationTurnForm = z.object({
  page: ownName,
  browser: ownName,
  printer: z.string().max(200).default(""),
  problem: z.string().max(400).default(""),
  alone: z.literal("1").optional(),
  guest: z.literal("1").optional(),
  leaves: z.literal("1").optional(),
  stopped: z.literal("1").optional(),
  /** Whether the page's print queues take raw commands only when forced. */
  raw: z.literal("1").optional(),
  lease: ownName.optional(),
  since: z.coerce.number().int().min(-1).default(-1),
  reports: jsonField(reports, 400_000).default([]),
  commands: jsonField(commands, 400_000).default([]),
  asked: jsonField(z.array(askedLabel.extend({ id: ownName })), 2_000_000).default([]),
  paper: jsonField(paper, 2_000).optional(),
});
