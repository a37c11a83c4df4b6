import { readEdifact } from "../index.ts";
import { hostile, timed } from "./hostile.ts";

/** Processor time and the longest piece in milliseconds, peak memory of the whole process in megabytes. */
export type HostileFigures = { cpu: number; memory: number; piece: number; segments: number };

const make = hostile[process.argv[2] ?? ""];
if (!make) throw new Error("Name one of the hostile files");
const input = make();
const before = process.cpuUsage();
const { result, piece } = timed(readEdifact(input));
const { user, system } = process.cpuUsage(before);
const figures: HostileFigures = {
  cpu: (user + system) / 1000,
  memory: Math.round(process.resourceUsage().maxRSS / 1024),
  piece,
  segments: result.segments.length,
};
process.stdout.write(JSON.stringify(figures));
