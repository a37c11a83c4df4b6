import { z } from "zod";
import { jsonField } from "../forms.ts";
import { maxStationNameLength } from "./queue.ts";
import { jobCommands, stationTurn } from "./station.ts";

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

/** A turn of a station's page: its identity, what it reports and asks for, and whether it can print another label. */
export const stationTurnForm = z.object({ turn: jsonField(stationTurn, 2_800_000) });
