import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { and, eq, getTableColumns, gt, isNotNull, not, type SQL, sql } from "drizzle-orm";
import { inSeconds, textArray } from "#app/core/database/columns.ts";
import { database } from "#app/core/database/database.server.ts";
import { lockUntilEnd } from "#app/core/database/lock.ts";
import type { Database } from "#database/connect.ts";
import { insertAll } from "#database/insert.ts";
import { emptyBatch, jobsOf, withHanded, withPutBack, withTaken } from "../batchChanges.ts";
import type { Batch } from "../batchRecord.ts";
import type { LabelJob, LabelLook } from "../jobs.ts";
import { labelId } from "../labelStates.ts";
import { keyOf, lastPrices, toLastPrice } from "../lastPrices/lastPrices.server.ts";
import { printFactsOf } from "../picture.server.ts";
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
import { type Command, type Station, type StationJob, stationFields, stationJob } from "./station.ts";
import { labelJobs, labelStations } from "./tables.ts";

const ttlSeconds = 30 * 24 * 3600;
/** How long a poll waits for a change, and how often its row is read. */
const followMs = 8_000;
const lookMs = 250;

/** Submissions known by their tokens: many times those that may be on their way. */
const storedTokens = 100;

export const changedMeanwhile = "The batch has changed meanwhile. Look at it, then press again.";

/** What is gathered at a station, with the tokens of what was submitted. */
const storedBatchOf = ({ batch }: Station) => batch ?? { ...emptyBatch, done: [] };

export function batchOf(station: Station): Batch {
  const { done: _, ...batch } = storedBatchOf(station);
  return batch;
}

type StationRow = typeof labelStations.$inferSelect;
type JobRow = typeof labelJobs.$inferSelect;

const present = <Value>(value: Value | null): Value | undefined => value ?? undefined;

const jobOf = ({ alias: _, station: __, place: ___, ...row }: JobRow): StationJob =>
  stationJob.parse(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)));

function stationOf(row: StationRow, jobs: StationJob[]): Station {
  const { id, isPaused, version, worker, keyHash, keyBy, keyAt, keySubject, batch } = row;
  const stored = stationFields.parse({
    ...{ id, isPaused, version, worker: present(worker), batch: present(batch) },
    name: row.name ?? newStation(id).name,
    key:
      keyHash === null
        ? undefined
        : { hash: keyHash, by: keyBy ?? "", at: keyAt ?? 0, subject: present(keySubject) },
  });
  return { ...stored, jobs };
}

const fieldsOf = ({ id, name, isPaused, version, worker, key, batch }: Station) => ({
  name: isOwnId(id) ? null : name,
  ...{ isPaused, version, worker: worker ?? null, batch: batch ?? null },
  ...{ keyHash: key?.hash ?? null, keyBy: key?.by ?? null },
  ...{ keyAt: key?.at ?? null, keySubject: key?.subject ?? null },
  expiresAt: inSeconds(ttlSeconds),
});

/** A station as it is locked: with the place of each of its labels. */
type Locked = { before: Station; places: ReadonlyMap<string, number> };

/**
 * The print stations of the stores (labels#stations). Whoever changes a station or its labels holds the lock of its row, so
 * that a label is handed over only once. `onSent` is told in the same transaction of the labels that were sent to a
 * station's printer, and of those that were discarded after they were.
 */
export function createStations(
  database: Database,
  clock: () => number,
  onSent: (
    transaction: Database,
    alias: string,
    sent: readonly StationJob[],
    discarded: readonly StationJob[],
  ) => Promise<void>,
) {
  const newId = () => randomBytes(8).toString("hex");
  const isLiving = gt(labelStations.expiresAt, sql`now()`);
  const isOne = (alias: string, id: string) => and(eq(labelStations.alias, alias), eq(labelStations.id, id));
  const jobsAt = (alias: string, id: string) => and(eq(labelJobs.alias, alias), eq(labelJobs.station, id));

  /** Stations with their labels, all as of one moment. */
  async function readAll(condition: SQL | undefined): Promise<Station[]> {
    const rows = await database
      .select({ station: getTableColumns(labelStations), job: getTableColumns(labelJobs) })
      .from(labelStations)
      .leftJoin(
        labelJobs,
        and(eq(labelJobs.alias, labelStations.alias), eq(labelJobs.station, labelStations.id)),
      )
      .where(and(condition, isLiving))
      .orderBy(labelStations.id, labelJobs.place);
    const found = new Map<string, { row: StationRow; jobs: StationJob[] }>();
    for (const { station: row, job } of rows) {
      const one = found.get(row.id) ?? { row, jobs: [] };
      found.set(row.id, one);
      if (job) one.jobs.push(jobOf(job));
    }
    return [...found.values()].map(({ row, jobs }) => stationOf(row, jobs));
  }

  async function read(alias: string, id: string): Promise<Station | undefined> {
    const [stored] = await readAll(isOne(alias, id));
    const found = stored ?? (isOwnId(id) ? newStation(id) : undefined);
    return found && tidied(found, clock());
  }

  /** Locks a station; a workstation's own is there once it is used. */
  async function lock(transaction: Database, alias: string, id: string): Promise<Locked | undefined> {
    // One that has expired is read by nobody, and must not come back with its old labels.
    await transaction.delete(labelStations).where(and(isOne(alias, id), not(isLiving)));
    if (isOwnId(id))
      await transaction
        .insert(labelStations)
        .values({ alias, id, ...fieldsOf(newStation(id)) })
        .onConflictDoNothing();
    const [row] = await transaction.select().from(labelStations).where(isOne(alias, id)).for("update");
    if (!row) return undefined;
    // After the lock: as the one before left them.
    const rows = await transaction.select().from(labelJobs).where(jobsAt(alias, id)).orderBy(labelJobs.place);
    return {
      before: stationOf(row, rows.map(jobOf)),
      places: new Map(rows.map((one) => [one.id, one.place])),
    };
  }

  /** Writes the labels of a station that are other ones than before, in their order. */
  async function writeJobs(transaction: Database, alias: string, next: Station, { before, places }: Locked) {
    const stored = new Set(before.jobs);
    const changed: (typeof labelJobs.$inferInsert)[] = [];
    let last = 0;
    for (const job of next.jobs) {
      const place = places.get(job.id) ?? 0;
      // One that is asked for again goes to the end.
      last = place > last ? place : last + 1;
      if (!stored.has(job)) changed.push({ ...job, alias, station: next.id, place: last });
    }
    const after = new Set(next.jobs);
    const replaced = before.jobs.filter((job) => !after.has(job)).map(({ id }) => id);
    if (replaced.length > 0)
      await transaction
        .delete(labelJobs)
        .where(and(jobsAt(alias, next.id), sql`${labelJobs.id} = any(${textArray(replaced)})`));
    await insertAll(transaction, labelJobs, changed);
  }

  /** Changes a station while nobody else does; undefined if it doesn't exist, or `to` returns none. */
  const change = (
    alias: string,
    id: string,
    to: (current: Station) => Station | undefined,
  ): Promise<Station | undefined> =>
    database.transaction(async (transaction) => {
      const locked = await lock(transaction, alias, id);
      const next = locked && to(tidied(locked.before, clock()));
      if (!locked || !next || next === locked.before) return next;
      await transaction.update(labelStations).set(fieldsOf(next)).where(isOne(alias, id));
      await writeJobs(transaction, alias, next, locked);
      const { sent, discarded } = newlyPrinted(locked.before, next);
      if (sent.length + discarded.length > 0) await onSent(transaction, alias, sent, discarded);
      return next;
    });

  const ofStore = (alias: string) => and(eq(labelStations.alias, alias), isNotNull(labelStations.name));

  return {
    read,

    list: async (alias: string): Promise<Station[]> =>
      (await readAll(ofStore(alias))).sort((one, other) => one.name.localeCompare(other.name)),

    /** The stations of these stores whose computers print without sign-in. */
    async keyed(aliases: readonly string[]) {
      const rows = await database
        .select()
        .from(labelStations)
        .where(
          and(
            sql`${labelStations.alias} = any(${textArray(aliases)})`,
            isNotNull(labelStations.keyHash),
            isLiving,
          ),
        )
        .orderBy(labelStations.alias, labelStations.name);
      return rows.map((row) => ({ alias: row.alias, ...stationOf(row, []) }));
    },

    /** Opens a station; undefined if the name is taken or the store has too many. */
    open: (alias: string, name: string): Promise<Station | undefined> =>
      database.transaction(async (transaction) => {
        await lockUntilEnd(transaction, "stations of a store", alias);
        await transaction.delete(labelStations).where(and(ofStore(alias), not(isLiving)));
        const others = await transaction.$count(labelStations, ofStore(alias));
        if (others >= maxStations) return undefined;
        const opened = newStation(newId(), name);
        const made = await transaction
          .insert(labelStations)
          .values({ alias, id: opened.id, ...fieldsOf(opened) })
          .onConflictDoNothing()
          .returning({ id: labelStations.id });
        return made.length > 0 ? opened : undefined;
      }),

    /** Closes a station; false if labels are waiting or doubtful. */
    end: (alias: string, id: string): Promise<boolean> =>
      database.transaction(async (transaction) => {
        const locked = await lock(transaction, alias, id);
        if (!locked || !canEnd(tidied(locked.before, clock()))) return false;
        await transaction.delete(labelStations).where(isOne(alias, id));
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
      const newJobs = jobs.map((job) => ({ id: newId(), ...job }));
      return change(alias, id, (current) => withJobs(current, newJobs, { ...who, now: clock() }));
    },

    /** Changes the batch; a submission under the token of an earlier one changes nothing. */
    changeBatch: (
      alias: string,
      id: string,
      token: string | undefined,
      to: (current: Batch) => Batch,
    ): Promise<Station | undefined> =>
      change(alias, id, (current) => {
        const { done, ...batch } = storedBatchOf(current);
        if (token !== undefined && done.includes(token)) return current;
        const next = to(batch);
        const recentTokens = token === undefined ? done : [...done, token].slice(-storedTokens);
        return next === batch ? current : { ...current, batch: { ...next, done: recentTokens } };
      }),

    /**
     * Labels of the batch are to be printed again: those that may have been printed, which the queue then asks about no
     * more, or all others, of which what was not sent is taken back first.
     */
    putBack: (alias: string, id: string, which: "doubtful" | "others"): Promise<Station | undefined> =>
      change(alias, id, (current) => {
        const batch = storedBatchOf(current);
        const presses = batch.lines.flatMap(({ handed }) => handed ?? []);
        const left =
          which === "doubtful"
            ? withoutDoubtful(current, presses)
            : withUnsent(current, presses, "remove", { by: "", now: clock() });
        return { ...left, batch: { ...batch, ...withPutBack(batch, current.jobs, which) } };
      }),

    /** What was not sent of the batch is asked for again. */
    reprintUnsent: (alias: string, id: string, who: { by: string; page?: string | undefined }) =>
      change(alias, id, (current) => {
        const presses = batchOf(current).lines.flatMap(({ handed }) => handed ?? []);
        return withUnsent(current, presses, "again", { ...who, now: clock() });
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
      const station = await change(alias, id, (current) => {
        problem = undefined;
        if (current.jobs.some((job) => job.id === labelId(name, 0))) return current;
        const stored = storedBatchOf(current);
        const handed = withHanded(fresh, name);
        const queued = withJobs(current, jobsOf(handed, name, look), { ...who, now: clock() });
        if (stored.revision !== fresh.revision) problem = changedMeanwhile;
        else if (!queued) problem = fullText;
        else return { ...queued, batch: { ...stored, ...withTaken(handed, name) } };
        return current;
      });
      return { station, problem };
    },

    /** Pauses it, or sets or takes back the key of the computer that prints there without sign-in. */
    set: (alias: string, id: string, fields: Pick<Station, "isPaused"> | Pick<Station, "key">) =>
      change(alias, id, (current) => ({ ...current, ...fields, version: current.version + 1 })),

    /** A person's command for one label; undefined if it no longer applies. */
    command: (
      alias: string,
      id: string,
      command: Command,
      by: string,
      prices?: ReadPrices,
    ): Promise<Station | undefined> =>
      change(alias, id, (current) => {
        const next = withCommand(current, command, { by, now: clock() });
        return next && prices ? withPrices(next, prices, clock()) : next;
      }),

    /**
     * A station's page reports on its labels, and may take the next; undefined if the station was
     * closed. Sent again, it changes nothing more.
     */
    async turn(alias: string, id: string, turn: Turn): Promise<TurnAnswer | undefined> {
      const { printer } = turn;
      const noticesOf = ({ label }: StationJob) => (printer ? printFactsOf(label, printer).notices : []);
      let answer: TurnAnswer | undefined;
      await change(alias, id, (current) => {
        const next = withTurn(current, { ...turn, noticesOf }, clock());
        answer = next.answer;
        return next.station;
      });
      return answer;
    },

    /** The station's version once it differs from `since`, or after some seconds; undefined if it was closed. */
    async follow(alias: string, id: string, since: string, signal: AbortSignal) {
      /** What changes as soon as its version does, without its labels. */
      const look = async () => {
        const [row] = await database
          .select()
          .from(labelStations)
          .where(and(isOne(alias, id), isLiving));
        return row && versionOf(stationOf(row, []), clock());
      };
      const until = clock() + followMs;
      for (let looked = await look(); ; ) {
        const is = await read(alias, id);
        const version = is && versionOf(is, clock());
        if (version !== since || clock() >= until || signal.aborted) return version;
        let now = looked;
        while (now === looked && clock() < until && !signal.aborted) {
          await delay(lookMs);
          now = await look();
        }
        looked = now;
      }
    },
  };
}

const printedOf = (jobs: readonly StationJob[]) =>
  jobs.flatMap((job) => toLastPrice(job, { at: job.since, by: job.by }) ?? []);

export const stations = createStations(database, Date.now, async (transaction, alias, sent, discarded) => {
  await lastPrices.rememberIn(transaction, alias, printedOf(sent));
  for (const one of printedOf(discarded))
    await lastPrices.takeDownIn(transaction, alias, one.barcode, keyOf(one), one.copies);
});
