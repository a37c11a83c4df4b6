import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { records } from "#app/records/portalRecords.server.ts";
import type { Records } from "#app/records/records.server.ts";
import { emptyBatch, jobsOf, withHanded, withPutBack, withTaken } from "../batchChanges.ts";
import type { Batch } from "../batchRecord.ts";
import type { LabelJob, LabelLook } from "../jobs.ts";
import { labelId } from "../labelStates.ts";
import { keyOf, lastPrices, toLastPrice } from "../lastPrices/lastPrices.server.ts";
import { saidOf } from "../picture.server.ts";
import {
  canEnd,
  fullText,
  isOwnId,
  maxStations,
  newlyPrinted,
  newStation,
  type ReadPrices,
  type Turn,
  type TurnAnswer,
  tidied,
  versionOf,
  withCommand,
  withJobs,
  withoutDoubtful,
  withPrices,
  withTurn,
  withUnsent,
} from "./queue.ts";
import { type Command, type Station, type StationJob, station } from "./station.ts";

const ttlSeconds = 30 * 24 * 3600;
const lockSeconds = 10;
/** How long a poll waits for a change, and how often the record is read. */
const followMs = 8_000;
const lookMs = 250;

/** Submissions known by their tokens: many times those that may be on their way. */
const storedTokens = 100;

export const changedMeanwhile = "The batch has changed meanwhile. Look at it, then press again.";

const ids = z.array(z.string());

/** What is gathered at a station, with the tokens of what was submitted. */
const storedBatchOf = ({ batch }: Station) => batch ?? { ...emptyBatch, done: [] };

export function batchOf(station: Station): Batch {
  const { done: _, ...batch } = storedBatchOf(station);
  return batch;
}

/**
 * The print stations of the stores (labels#stations). A station is one record, changed under a lock, so that a label
 * is handed over only once. `onSent` gets the labels that were sent to a station's printer,
 * and those that were discarded after they were.
 */
export function createStations(
  stored: Records,
  clock: () => number,
  onSent: (alias: string, sent: readonly StationJob[], discarded: readonly StationJob[]) => Promise<void>,
) {
  const listKey = (alias: string) => `label-stations:${alias}`;
  const stationKey = (alias: string, id: string) => `label-station:${alias}:${id}`;
  const newId = () => randomBytes(8).toString("hex");

  const readStored = async (alias: string, id: string): Promise<Station | undefined> =>
    (await stored.get(stationKey(alias, id), station)) ?? (isOwnId(id) ? newStation(id) : undefined);
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
    let printed: ReturnType<typeof newlyPrinted> = { sent: [], discarded: [] };
    const changed = await stored.withLock(stationKey(alias, id), lockSeconds, async (locked) => {
      const was = await readStored(alias, id);
      const next = was && to(tidied(was, clock()));
      if (next && next !== was) {
        await locked.set(stationKey(alias, id), next, ttlSeconds);
        // The list of stations lives as long as any station of it is used.
        await stored.get(listKey(alias), ids, ttlSeconds);
      }
      if (was && next) printed = newlyPrinted(was, next);
      return next;
    });
    const { sent, discarded } = printed;
    if (sent.length + discarded.length > 0) await onSent(alias, sent, discarded);
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

    list: async (alias: string): Promise<Station[]> =>
      (await readList(alias)).sort((one, other) => one.name.localeCompare(other.name)),

    /** Opens a station; undefined if the name is taken or the store has too many. */
    open: (alias: string, name: string): Promise<Station | undefined> =>
      stored.withLock(listKey(alias), lockSeconds, async (locked) => {
        const others = await readList(alias);
        const isKnown = others.some((one) => one.name.toLowerCase() === name.toLowerCase());
        if (isKnown || others.length >= maxStations) return undefined;
        const opened = newStation(newId(), name);
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

    /**
     * Appends labels to a station's queue, all or none, once under their names; undefined if there is no room or no such
     * station. `page`: the workstation's own that asks for them.
     */
    print(
      alias: string,
      id: string,
      jobs: readonly (LabelJob & { id?: string })[],
      who: { by: string; page?: string | undefined },
    ): Promise<Station | undefined> {
      const asked = jobs.map((job) => ({ id: newId(), ...job }));
      return change(alias, id, (was) => withJobs(was, asked, { ...who, now: clock() }));
    },

    /** Changes the batch; a submission under the token of an earlier one changes nothing. */
    changeBatch: (
      alias: string,
      id: string,
      token: string | undefined,
      to: (was: Batch) => Batch,
    ): Promise<Station | undefined> =>
      change(alias, id, (was) => {
        const { done, ...batch } = storedBatchOf(was);
        if (token !== undefined && done.includes(token)) return was;
        const next = to(batch);
        const known = token === undefined ? done : [...done, token].slice(-storedTokens);
        return next === batch ? was : { ...was, batch: { ...next, done: known } };
      }),

    /**
     * Labels of the batch are to be printed again: those that may have been printed, which the queue then asks about no
     * more, or all others, of which what was not sent is taken back first.
     */
    putBack: (alias: string, id: string, which: "doubtful" | "others"): Promise<Station | undefined> =>
      change(alias, id, (was) => {
        const batch = storedBatchOf(was);
        const presses = batch.lines.flatMap(({ handed }) => handed ?? []);
        const left =
          which === "doubtful"
            ? withoutDoubtful(was, presses)
            : withUnsent(was, presses, "remove", { by: "", now: clock() });
        return { ...left, batch: { ...batch, ...withPutBack(batch, was.jobs, which) } };
      }),

    /** What was not sent of the batch is asked for again. */
    reprintUnsent: (alias: string, id: string, who: { by: string; page?: string | undefined }) =>
      change(alias, id, (was) => {
        const presses = batchOf(was).lines.flatMap(({ handed }) => handed ?? []);
        return withUnsent(was, presses, "again", { ...who, now: clock() });
      }),

    /**
     * Asks for what can be printed of the batch as it was just read, all of it or nothing, once under the name of its
     * press. `problem`: why nothing was asked for.
     */
    async printBatch(
      alias: string,
      id: string,
      fresh: Batch,
      { name, look, ...who }: { name: string; look: LabelLook; by: string; page?: string | undefined },
    ): Promise<{ station: Station | undefined; problem?: string | undefined }> {
      let problem: string | undefined;
      const station = await change(alias, id, (was) => {
        problem = undefined;
        if (was.jobs.some((job) => job.id === labelId(name, 0))) return was;
        const stored = storedBatchOf(was);
        const handed = withHanded(fresh, name);
        const queued = withJobs(was, jobsOf(handed, name, look), { ...who, now: clock() });
        if (stored.revision !== fresh.revision) problem = changedMeanwhile;
        else if (!queued) problem = fullText;
        else return { ...queued, batch: { ...stored, ...withTaken(handed, name) } };
        return was;
      });
      return { station, problem };
    },

    /** Pauses it, or sets or takes back the key of the computer that prints there without sign-in. */
    set: (alias: string, id: string, fields: Pick<Station, "isPaused"> | Pick<Station, "key">) =>
      change(alias, id, (was) => ({ ...was, ...fields, version: was.version + 1 })),

    /** A person's command for one label; undefined if it no longer applies. */
    command: (
      alias: string,
      id: string,
      command: Command,
      by: string,
      prices?: ReadPrices,
    ): Promise<Station | undefined> =>
      change(alias, id, (was) => {
        const next = withCommand(was, command, { by, now: clock() });
        return next && prices ? withPrices(next, prices, clock()) : next;
      }),

    /**
     * A station's page reports on its labels, and may take the next; undefined if the station was
     * closed. Sent again, it changes nothing more.
     */
    async turn(alias: string, id: string, turn: Turn): Promise<TurnAnswer | undefined> {
      const { printer } = turn;
      const noticesOf = ({ label }: StationJob) => (printer ? saidOf(label, printer).notices : []);
      let answer: TurnAnswer | undefined;
      await change(alias, id, (was) => {
        const taken = withTurn(was, { ...turn, noticesOf }, clock());
        answer = taken.answer;
        return taken.station;
      });
      return answer;
    },

    /** The station's version once it differs from `since`, or after some seconds; undefined if it was closed. */
    async follow(alias: string, id: string, since: string, signal: AbortSignal) {
      for (const until = clock() + followMs; ; await delay(lookMs)) {
        const is = await read(alias, id);
        const version = is && versionOf(is, clock());
        if (version !== since || clock() >= until || signal.aborted) return version;
      }
    },
  };
}

const printedOf = (jobs: readonly StationJob[]) =>
  jobs.flatMap((job) => toLastPrice(job, { at: job.since, by: job.by }) ?? []);

export const stations = createStations(records, Date.now, async (alias, sent, discarded) => {
  await lastPrices.remember(alias, printedOf(sent));
  for (const one of printedOf(discarded))
    await lastPrices.takeDown(alias, one.barcode, keyOf(one), one.copies);
});
