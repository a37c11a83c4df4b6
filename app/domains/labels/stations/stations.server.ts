import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { records } from "#app/records/portalRecords.server.ts";
import type { Records } from "#app/records/records.server.ts";
import type { LabelJob } from "../jobs.ts";
import { toLastPrices } from "../lastPrices/lastPrice.ts";
import { lastPrices } from "../lastPrices/lastPrices.server.ts";
import {
  type Caller,
  canEnd,
  isTaken,
  type JobCommand,
  type JobReport,
  leasesOf,
  maxStations,
  newlySent,
  type ReadPrices,
  tidied,
  versionOf,
  waitingOf,
  withClaim,
  withCommand,
  withJobs,
  withoutWorker,
  withPrices,
  withReports,
  withWorker,
} from "./queue.ts";
import { type Station, type StationJob, station } from "./station.ts";

const ttlSeconds = 30 * 24 * 3600;
const lockSeconds = 10;
/** How long a poll waits for a change, and how often the record is read. */
const followMs = 8_000;
const lookMs = 250;

const ids = z.array(z.string());

export type Turn = {
  caller: Caller;
  reports: readonly JobReport[];
  /** The lease under which the page requests a label; undefined if it can print none now. */
  lease: string | undefined;
  /** The prices that were read for the next label. */
  prices?: ReadPrices | undefined;
};

/** Response to a station's page. */
export type TurnAnswer =
  | { is: "taken" }
  | {
      is: "working";
      job: Pick<StationJob, "label" | "title"> | undefined;
      /** Hand-overs to this browser that need a report. */
      open: string[];
      version: string;
    };

/**
 * The print stations of the stores (labels#stations). A station is one record, changed under a lock, so that a label
 * is handed over only once. `onSent` gets the labels that were sent to a station's printer.
 */
export function createStations(
  stored: Records,
  clock: () => number,
  onSent: (alias: string, jobs: readonly StationJob[]) => Promise<void>,
) {
  const listKey = (alias: string) => `label-stations:${alias}`;
  const stationKey = (alias: string, id: string) => `label-station:${alias}:${id}`;
  const newId = () => randomBytes(8).toString("hex");

  const readStored = (alias: string, id: string): Promise<Station | undefined> =>
    stored.get(stationKey(alias, id), station);
  const read = async (alias: string, id: string): Promise<Station | undefined> => {
    const found = await readStored(alias, id);
    return found && tidied(found, clock());
  };

  /** Changes a station under its lock; undefined if it doesn't exist or `to` leaves it unchanged. */
  const change = async (
    alias: string,
    id: string,
    to: (was: Station) => Station | undefined,
  ): Promise<Station | undefined> => {
    let sent: StationJob[] = [];
    const changed = await stored.withLock(stationKey(alias, id), lockSeconds, async (locked) => {
      const was = await readStored(alias, id);
      const next = was && to(tidied(was, clock()));
      if (next && next !== was) {
        await locked.set(stationKey(alias, id), next, ttlSeconds);
        // The list of stations lives as long as any station of it is used.
        await stored.get(listKey(alias), ids, ttlSeconds);
      }
      if (next) sent = newlySent(was, next);
      return next;
    });
    if (sent.length > 0) await onSent(alias, sent);
    return changed;
  };

  const readList = async (alias: string): Promise<Station[]> => {
    const known = (await stored.get(listKey(alias), ids)) ?? [];
    const found = await stored.getEach(
      known.map((id) => stationKey(alias, id)),
      station,
    );
    return found.flatMap((one) => one ?? []);
  };

  return {
    read,

    /** The stations of a store by name. */
    list: async (alias: string): Promise<Station[]> =>
      (await readList(alias)).sort((one, other) => one.name.localeCompare(other.name)),

    /** Opens a station; undefined if the name is taken or the store has too many. */
    open: (alias: string, { name, by }: { name: string; by: string }): Promise<Station | undefined> =>
      stored.withLock(listKey(alias), lockSeconds, async (locked) => {
        const others = await readList(alias);
        const isKnown = others.some((one) => one.name.toLowerCase() === name.toLowerCase());
        if (isKnown || others.length >= maxStations) return undefined;
        const opened: Station = {
          id: newId(),
          ...{ name, openedBy: by, openedAt: clock(), isPaused: false, version: 0, jobs: [] },
        };
        await locked.set(stationKey(alias, opened.id), opened, ttlSeconds);
        await locked.set(listKey(alias), [...others.map(({ id }) => id), opened.id], ttlSeconds);
        return opened;
      }),

    /** Closes a station; false if labels are waiting or doubtful. */
    end: (alias: string, id: string): Promise<boolean> =>
      stored.withLock(stationKey(alias, id), lockSeconds, async (locked) => {
        const was = await read(alias, id);
        if (!was || !canEnd(was)) return false;
        await locked.delete(stationKey(alias, id));
        return true;
      }),

    /** Appends labels to a station's queue, all or none; undefined if there is no room or no such station. */
    print: (alias: string, id: string, jobs: readonly LabelJob[], by: string): Promise<Station | undefined> =>
      change(alias, id, (was) => withJobs(was, jobs, { by, now: clock(), newId })),

    pause: (alias: string, id: string, isPaused: boolean): Promise<Station | undefined> =>
      change(alias, id, (was) =>
        was.isPaused === isPaused ? was : { ...was, isPaused, version: was.version + 1 },
      ),

    /** A person's command for one label; undefined if it no longer applies. */
    command: (
      alias: string,
      id: string,
      job: string,
      command: JobCommand,
      by: string,
    ): Promise<Station | undefined> =>
      change(alias, id, (was) => withCommand(was, job, command, { by, now: clock() })),

    /** A station's page reports on its labels and may take the next; undefined if the station was closed. */
    async turn(
      alias: string,
      id: string,
      { caller, reports, lease, prices }: Turn,
    ): Promise<TurnAnswer | undefined> {
      let answer: TurnAnswer | undefined;
      await change(alias, id, (was) => {
        const now = clock();
        if (isTaken(was, caller, now)) {
          answer = { is: "taken" };
          // Reports count even from a page that was replaced in the meantime.
          return withReports(was, reports, now);
        }
        const reported = withReports(withWorker(was, caller, now), reports, now);
        const update = prices ? withPrices(reported, prices, now) : reported;
        const claim = { lease: lease ?? "", browser: caller.browser, now };
        const { station: next, job } = lease === undefined ? { station: update } : withClaim(update, claim);
        answer = {
          is: "working",
          job: job && { label: job.label, title: job.title },
          open: leasesOf(next, caller.browser).filter((open) => open !== lease),
          version: versionOf(next, now),
        };
        return next;
      });
      return answer;
    },

    /** The page was closed: the next one need not wait. */
    leave: (alias: string, id: string, page: string): Promise<Station | undefined> =>
      change(alias, id, (was) => withoutWorker(was, page)),

    /** Resolves once the station differs from `since`, or after some seconds; undefined if it was closed. */
    async follow(alias: string, id: string, since: string, signal: AbortSignal) {
      const until = clock() + followMs;
      for (;;) {
        const now = clock();
        const is = await read(alias, id);
        if (!is) return undefined;
        const version = versionOf(is, now);
        if (version !== since || now >= until || signal.aborted) return { version, waiting: waitingOf(is) };
        await delay(lookMs);
      }
    },
  };
}

export type Stations = ReturnType<typeof createStations>;
export const stations: Stations = createStations(records, Date.now, (alias, jobs) =>
  lastPrices.remember(
    alias,
    jobs.flatMap((job) => toLastPrices([job], { at: job.since, by: job.by })),
  ),
);
