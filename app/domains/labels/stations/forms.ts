import { z } from "zod";
import { jsonField } from "../forms.ts";
import { jobCommands, maxStationNameLength, reportKinds } from "./queue.ts";
import { paper } from "./station.ts";

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
  intent: z.enum(["pause", "resume", "end", ...jobCommands]),
  job: z.string().max(40).optional(),
});

/** The station to send labels to. */
export const chooseStationForm = z.object({ station: z.string().max(40) });

const reports = z.array(z.object({ lease: ownName, is: z.enum(reportKinds), reason: z.string().max(400) }));

/** A turn of a station's page: its identity, the reports on its labels, and whether it can print another one. */
export const stationTurnForm = z.object({
  page: ownName,
  browser: ownName,
  printer: z.string().max(200).default(""),
  problem: z.string().max(400).default(""),
  alone: z.literal("1").optional(),
  leaves: z.literal("1").optional(),
  lease: ownName.optional(),
  reports: jsonField(reports, 40_000).default([]),
  paper: jsonField(paper, 2_000).optional(),
});
