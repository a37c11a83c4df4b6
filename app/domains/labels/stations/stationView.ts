import type { Tone } from "#app/core/ui/feedback/Status.tsx";
import { plural } from "#app/core/values/values.ts";
import { copiesIn, defaultMedia } from "../label.ts";
import type { Printer } from "../labelSchemas.ts";
import { isSent, type PrintState } from "../labelStates.ts";
import { allows, canEnd, isOwnId, type Presence, presenceOf, versionOf, waitingOf } from "./queue.ts";
import type { JobCommand, Station, StationJob } from "./station.ts";

const listCommands: readonly JobCommand[] = ["came", "again", "remove"];

/** A label of a queue with what a person can do about it. */
export function toLabelLine({ label, ...queued }: StationJob) {
  const { id, title, state, hold, reason, by, since, printer, notices, isClosed, isVoid } = queued;
  const { sizeRange, barcode, price, copies } = label;
  return {
    ...{ id, title, state, hold, reason, by, since, printer, notices, isClosed, isVoid, copies },
    /** Tells the labels of one product apart. */
    details: [sizeRange, barcode, price && `$${price}`].filter(Boolean).join(" · "),
    commands: listCommands.filter((command) => allows(queued, command)),
  };
}
export type LabelLine = ReturnType<typeof toLabelLine>;

export const presenceWords: Record<Presence, { words: string; tone: Tone }> = {
  ready: { words: "Ready", tone: "ok" },
  held: { words: "Open, but it can't print now", tone: "attention" },
  paused: { words: "Paused", tone: "background" },
  away: { words: "Its page is not open", tone: "attention" },
};

export const toStationView = (station: Station, now: number) => ({
  id: station.id,
  name: station.name,
  isPaused: station.isPaused,
  presence: presenceOf(station, now),
  printer: station.worker?.printer?.printer ?? "",
  problem: station.worker?.problem ?? "",
  /** Last contact of its page, in epoch milliseconds; undefined if there was none or the page was closed. */
  seenAt: station.worker?.seenAt,
  waiting: waitingOf(station),
  doubtful: station.jobs.filter(({ state, isClosed }) => state === "unknown" && !isClosed).length,
  canEnd: canEnd(station),
  version: versionOf(station, now),
  /** Who allowed a computer to print here without sign-in, and when. */
  key: station.key && { by: station.key.by, at: station.key.at },
});
export type StationView = ReturnType<typeof toStationView>;

/** A station that Print Label works for, with the last label that this person asked for. */
export function toPlaceView(station: Station, by: string, now: number) {
  const last = station.jobs.findLast((job) => job.by === by);
  return { ...toStationView(station, now), isOwn: isOwnId(station.id), last: last && toLabelLine(last) };
}
export type PlaceView = ReturnType<typeof toPlaceView>;

const order: readonly PrintState[] = [
  ...(["unknown", "failed", "stopped", "sending", "waiting", "sent", "printed"] as const),
];

const shownSent = 60;

/** Doubtful and failed labels first, then those in progress in queue order, then the sent ones, newest first. */
export const toStationLines = ({ jobs }: Station): LabelLine[] =>
  order.flatMap((state) => {
    const found = jobs.filter((job) => job.state === state && !job.isClosed);
    if (!isSent({ state })) return found.map(toLabelLine);
    const newest = found.sort((one, other) => other.since - one.since).slice(0, shownSent);
    // One that was sent is asked for anew where it was asked for.
    return newest.map((job) => ({ ...toLabelLine(job), commands: [] }));
  });

/** '12 labels', every copy counted. */
export const labelsOf = (jobs: Parameters<typeof copiesIn>[0]): string =>
  plural(copiesIn(jobs), "label", "labels");

/** What a station prints with: as its page said last, else the usual. */
export const paperOf = ({ worker }: Station): Printer =>
  worker?.printer ?? { language: "ZPL", media: defaultMedia };

/** What will happen to labels sent to a station in this state. */
export const fateAt = ({ presence, name }: Pick<StationView, "presence" | "name">): string =>
  presence === "ready" ? "The station is ready." : `Waiting until ${name} can print.`;
