import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { z } from "zod";
import type { RowOutcome } from "#app/core/commands/bulkKind.server.ts";
import { type Followed, followedOf, submissionOf } from "#app/core/commands/follow.server.ts";
import type { WayBack } from "#app/core/commands/model.ts";
import { inSeconds } from "#app/core/database/columns.ts";
import { database, seal } from "#app/core/database/database.server.ts";
import { closeJson, openJson, type Seal } from "#app/core/database/seal.server.ts";
import { hashOf } from "#app/core/http/once.server.ts";
import { addressPayload } from "#contract/actions.ts";
import type { Database } from "#database/connect.ts";
import { insertAll } from "#database/insert.ts";
import type { RowState } from "./rows.ts";
import { bulkRows, bulkRuns } from "./tables.ts";

const ttlSeconds = 7 * 24 * 3600;
/** Longer than any one write takes: a row under way for longer has lost the process that did it. */
const claimSeconds = 90;
const maxListed = 30;
/** Longer than a row is claimed: rows of a process that died are free again by then. */
const dueClaimSeconds = 150;
/** So many rows that fail together are one trouble of the service's, and not theirs. */
const troubleRows = 5;

/** What was typed for a row alone: its address, and what that changes in words. */
const rowInput = z.object({ address: addressPayload, change: z.string() });
export type RowInput = z.output<typeof rowInput>;

export type RunRow = {
  /** Its place in the run. */
  n: number;
  id: string;
  name: string;
  href: string;
  token: string;
  /** How the record stood when it was looked at. */
  seen?: string | undefined;
  input?: RowInput | undefined;
  state: RowState;
  why: string;
  back?: WayBack | undefined;
  /** Its state in words of its own. */
  said?: string | undefined;
  /** When it was done, ISO 8601; empty before. */
  at: string;
  /** It was sent before, without an answer. */
  isTried: boolean;
  /** What became of it, if that is followed. */
  followed?: Followed | undefined;
};

export type Run = {
  id: string;
  kind: string;
  alias: string;
  list: string;
  action: string;
  label: string;
  words: string;
  /** The list that it was begun from, and what its page is called. */
  listHref: string;
  title: string;
  /** ISO 8601. */
  begunAt: string;
  /** When somebody last had rows of it done, in epoch milliseconds. */
  activeAt: number;
  isStopped: boolean;
  why: string;
  /** When it begins by itself, in epoch milliseconds, if it is still to. */
  runAt?: number | undefined;
  rows: RunRow[];
};

/** A run whose time has come. */
export type DueRun = { id: string; subject: string; sessionId: string };

export type ListedRun = {
  id: string;
  /** What is done to how many of what, in words. */
  what: string;
  /** ISO 8601. */
  begunAt: string;
  /** When somebody last had rows of it done, in epoch milliseconds. */
  activeAt: number;
  total: number;
  left: number;
  /** How many failed, or are not known. */
  again: number;
  /** When it begins by itself, in epoch milliseconds, if it is still to. */
  runAt?: number | undefined;
};

/** What a run is about; its rows wait. */
export type NewRun = Pick<
  Run,
  "kind" | "alias" | "list" | "action" | "label" | "words" | "listHref" | "title"
> & {
  /** What is done to how many of what, in words. */
  what: string;
  /** When it is to begin by itself, in epoch milliseconds, and under which session. */
  plan?: { at: number; sessionId: string } | undefined;
  rows: readonly Pick<RunRow, "id" | "name" | "href" | "token" | "seen" | "input">[];
};

type Person = { subject: string };
export type Claimed = RunRow;
/** What became of it; undefined where it was not begun after all. */
export type Settled = { n: number; outcome: RowOutcome | undefined };

function settledRow(stood: RunRow, outcome: RowOutcome | undefined): RunRow {
  if (!outcome) return { ...stood, state: "waiting" };
  const { is, said } = outcome;
  const before = { ...stood, said };
  if (is === "done") {
    const { at, back = before.back } = outcome;
    return { ...before, state: is, at, why: "", isTried: false, back };
  }
  if (is === "alreadyDone") return { ...before, state: is, why: "", isTried: false };
  // What may have been taken before is never known as not done: it keeps its token.
  if (is !== "unknown" && before.isTried) {
    return { ...before, state: "unknown", why: `${outcome.why} It was sent before, and no answer came.` };
  }
  return { ...before, state: is, why: outcome.why, isTried: is === "unknown" };
}

type StoredRow = typeof bulkRows.$inferSelect;

const countOf = (...states: RowState[]) =>
  sql<number>`count(*) filter (where ${inArray(bulkRows.state, states)})`.mapWith(Number);

/** The rows after a change, whatever of them has changed. */
const changedColumns = {
  token: sql`excluded.token`,
  state: sql`excluded.state`,
  why: sql`excluded.why`,
  said: sql`excluded.said`,
  backLabel: sql`excluded.back_label`,
  backHref: sql`excluded.back_href`,
  at: sql`excluded.at`,
  claimedUntil: sql`excluded.claimed_until`,
  isTried: sql`excluded.is_tried`,
};

/**
 * Runs of one action on many records, kept for a week for the person who began them. A row is claimed by one process at a
 * time, and keeps its one-time token however often it is, so that it is done once (bulk#once).
 */
export function createRuns(database: Database, seal: Seal) {
  const wordsLabel = (id: string) => `bulk run:${id}:words`;
  const tokenLabel = (run: string, n: number) => `bulk run:${run}:${n}`;
  const sessionLabel = (run: string) => `bulk run:${run}:session`;
  const inputLabel = (run: string, n: number) => `bulk run:${run}:${n}:input`;
  const textIn = (sealed: string, label: string): string => {
    const text = seal.open(sealed, label);
    if (text === undefined) throw new Error("A run was stored with another SESSION_SECRET");
    return text;
  };

  const toRow = ({ run, backLabel, backHref, ...row }: StoredRow): RunRow => ({
    ...{ n: row.n, id: row.id, name: row.name, href: row.href },
    ...{ state: row.state, why: row.why, isTried: row.isTried },
    token: textIn(row.token, tokenLabel(run, row.n)),
    seen: row.seen ?? undefined,
    input: row.input === null ? undefined : openJson(seal, inputLabel(run, row.n), row.input, rowInput),
    said: row.said ?? undefined,
    back: backLabel === null || backHref === null ? undefined : { label: backLabel, href: backHref },
    at: row.at?.toISOString() ?? "",
  });

  const closeInput = (run: string, n: number, input: RowInput | undefined) =>
    input ? closeJson(seal, inputLabel(run, n), input) : null;

  const toStored = (run: string, { back, at, followed: _, input, ...row }: RunRow) => ({
    ...row,
    run,
    input: closeInput(run, row.n, input),
    token: seal.close(row.token, tokenLabel(run, row.n)),
    backLabel: back?.label ?? null,
    backHref: back?.href ?? null,
    at: at === "" ? null : new Date(at),
    claimedUntil: row.state === "sending" ? inSeconds(claimSeconds) : null,
  });

  const isOf = ({ subject }: Person, id: string) =>
    and(eq(bulkRuns.id, id), eq(bulkRuns.subject, subject), gt(bulkRuns.expiresAt, sql`now()`));

  async function read(person: Person, id: string): Promise<Run | undefined> {
    const [[run], rows] = await Promise.all([
      database.select().from(bulkRuns).where(isOf(person, id)),
      database
        .select(getTableColumns(bulkRows))
        .from(bulkRows)
        .innerJoin(bulkRuns, eq(bulkRuns.id, bulkRows.run))
        .where(isOf(person, id))
        .orderBy(asc(bulkRows.n)),
    ]);
    if (!run) return undefined;
    const runRows = rows.map(toRow);
    const sent = runRows.filter(({ state }) => state === "done").map(({ token }) => submissionOf(token));
    const followed = await followedOf(person, sent);
    return {
      ...run,
      words: textIn(run.words, wordsLabel(id)),
      begunAt: run.begunAt.toISOString(),
      activeAt: run.activeAt.getTime(),
      runAt: run.runAt?.getTime(),
      rows: runRows.map((row) => ({ ...row, followed: followed.get(submissionOf(row.token)) })),
    };
  }

  /** This person's last runs, and every one before them that still has something to do; the first one first. */
  async function list({ subject }: Person): Promise<ListedRun[]> {
    const { id, what, begunAt, activeAt, runAt } = bulkRuns;
    const all = await database
      .select({
        ...{ id, what, begunAt, activeAt, runAt, total: count() },
        left: countOf("waiting", "sending"),
        again: countOf("failed", "unknown"),
      })
      .from(bulkRuns)
      .innerJoin(bulkRows, eq(bulkRows.run, id))
      .where(and(eq(bulkRuns.subject, subject), gt(bulkRuns.expiresAt, sql`now()`)))
      .groupBy(id)
      .orderBy(asc(begunAt));
    return all
      .filter(({ left, again }, index) => index >= all.length - maxListed || left + again > 0)
      .map((run) => ({
        ...run,
        begunAt: run.begunAt.toISOString(),
        activeAt: run.activeAt.getTime(),
        runAt: run.runAt?.getTime(),
      }));
  }

  const isTime = or(isNull(bulkRuns.runAt), lte(bulkRuns.runAt, sql`now()`));

  type RunChange = {
    isStopped?: boolean;
    why?: string;
    activeAt?: SQL;
    runAt?: null;
    session?: null;
    runAtClaimedUntil?: SQL<Date> | null;
  };

  /** Changes a run, which is kept for another week; false where this person has no such run. */
  async function changeRun(from: Database, person: Person, id: string, to: RunChange): Promise<boolean> {
    const changed = await from
      .update(bulkRuns)
      .set({ ...to, expiresAt: inSeconds(ttlSeconds) })
      .where(isOf(person, id))
      .returning({ id: bulkRuns.id });
    return changed.length > 0;
  }

  const noPlan = { runAt: null, session: null, runAtClaimedUntil: null };
  const goesOn = { ...noPlan, isStopped: false, why: "", activeAt: sql`now()` };

  /** Changes those rows of a run that are so, while nobody else does; resolves to those that were changed. */
  async function changeRows(
    tx: Database,
    id: string,
    which: SQL | undefined,
    to: (row: RunRow) => RunRow,
  ): Promise<RunRow[]> {
    const rows = await tx
      .select()
      .from(bulkRows)
      .where(and(eq(bulkRows.run, id), which))
      .orderBy(asc(bulkRows.n))
      .for("update");
    if (rows.length === 0) return [];
    const changed = rows.map((row) => to(toRow(row)));
    await tx
      .insert(bulkRows)
      .values(changed.map((row) => toStored(id, row)))
      .onConflictDoUpdate({ target: [bulkRows.run, bulkRows.n], set: changedColumns });
    return changed;
  }

  return {
    read,
    list,

    async begin({ subject }: Person, review: string, { rows, plan, ...about }: NewRun): Promise<string> {
      const id = hashOf(review).slice(0, 22);
      const planned = plan && {
        runAt: new Date(plan.at),
        session: seal.close(plan.sessionId, sessionLabel(id)),
      };
      const words = seal.close(about.words, wordsLabel(id));
      await database.transaction(async (tx) => {
        const begun = await tx
          .insert(bulkRuns)
          .values({ ...about, ...planned, id, subject, words, expiresAt: inSeconds(ttlSeconds) })
          .onConflictDoNothing()
          .returning({ id: bulkRuns.id });
        if (begun.length === 0) return;
        const toDo = rows.map((row, n) => ({
          ...row,
          n,
          run: id,
          token: seal.close(row.token, tokenLabel(id, n)),
          input: closeInput(id, n, row.input),
        }));
        await insertAll(tx, bulkRows, toDo);
      });
      return id;
    },

    /** Claims up to `most` rows to be done by the caller alone; none of a run that is stopped, or whose time has not come. */
    claim: (person: Person, id: string, most: number): Promise<Claimed[]> =>
      database.transaction(async (tx) => {
        const active = await tx
          .update(bulkRuns)
          .set({ activeAt: sql`now()`, expiresAt: inSeconds(ttlSeconds) })
          .where(and(isOf(person, id), eq(bulkRuns.isStopped, false), isTime))
          .returning({ id: bulkRuns.id });
        if (active.length === 0) return [];
        // Its own step of the statement: as a subquery it could be run, and claim, more than once.
        const free = tx.$with("free").as(
          tx
            .select({ n: bulkRows.n })
            .from(bulkRows)
            .where(
              and(
                eq(bulkRows.run, id),
                or(
                  eq(bulkRows.state, "waiting"),
                  and(eq(bulkRows.state, "sending"), lt(bulkRows.claimedUntil, sql`now()`)),
                ),
              ),
            )
            .orderBy(asc(bulkRows.n))
            .limit(most)
            .for("update", { skipLocked: true }),
        );
        const claimed = await tx
          .with(free)
          .update(bulkRows)
          .set({
            isTried: sql`${bulkRows.isTried} or ${bulkRows.state} = 'sending'`,
            state: "sending",
            claimedUntil: inSeconds(claimSeconds),
          })
          .from(free)
          .where(and(eq(bulkRows.run, id), eq(bulkRows.n, free.n)))
          .returning(getTableColumns(bulkRows));
        return claimed.map(toRow).sort((one, other) => one.n - other.n);
      }),

    /** Writes down what became of rows that were claimed. When all of several failed, the run stops. */
    async settle(person: Person, id: string, settled: readonly Settled[]): Promise<Run | undefined> {
      const byRow = new Map(settled.map(({ n, outcome }) => [n, outcome]));
      const inTrouble =
        settled.length >= troubleRows &&
        settled.every(({ outcome }) => outcome?.is === "failed" || outcome?.is === "unknown");
      const why = `The last ${settled.length} all failed, so it was stopped.`;
      await database.transaction(async (tx) => {
        if (!(await changeRun(tx, person, id, inTrouble ? { isStopped: true, why } : {}))) return;
        // Somebody else may have claimed the row since, and been faster.
        const isOurs = and(inArray(bulkRows.n, [...byRow.keys()]), eq(bulkRows.state, "sending"));
        await changeRows(tx, id, isOurs, (row) => settledRow(row, byRow.get(row.n)));
      });
      return read(person, id);
    },

    /** Stops it, or takes it back before its time has come. */
    stop: (person: Person, id: string) =>
      changeRun(database, person, id, { ...noPlan, isStopped: true, why: "" }),
    resume: (person: Person, id: string) => changeRun(database, person, id, goesOn),

    /** Claims a run whose time has come, for the caller to begin; undefined if there is none (bulk#later). */
    claimDue: (): Promise<DueRun | undefined> =>
      database.transaction(async (tx) => {
        const { id, runAt, session, runAtClaimedUntil, isStopped, expiresAt } = bulkRuns;
        const isFree = or(isNull(runAtClaimedUntil), lt(runAtClaimedUntil, sql`now()`));
        const due = tx.$with("due").as(
          tx
            .select({ id })
            .from(bulkRuns)
            .where(and(lte(runAt, sql`now()`), eq(isStopped, false), gt(expiresAt, sql`now()`), isFree))
            .orderBy(asc(runAt))
            .limit(1)
            .for("update", { skipLocked: true }),
        );
        const [claimed] = await tx
          .with(due)
          .update(bulkRuns)
          .set({ runAtClaimedUntil: inSeconds(dueClaimSeconds) })
          .from(due)
          .where(eq(id, due.id))
          .returning({ id, subject: bulkRuns.subject, session });
        if (!claimed || claimed.session === null) return undefined;
        // Sealed with another secret it is nobody's session any more, and ends like one.
        const sessionId = seal.open(claimed.session, sessionLabel(claimed.id)) ?? "";
        return { id: claimed.id, subject: claimed.subject, sessionId };
      }),

    /** Keeps a run that was claimed for the caller a while longer. */
    keepDue: (person: Person, id: string) =>
      changeRun(database, person, id, { runAtClaimedUntil: inSeconds(dueClaimSeconds) }),

    /** A run that began by itself is through, or stopped; `why` where it could not go on. */
    endDue: (person: Person, id: string, why: string) =>
      changeRun(database, person, id, { ...noPlan, ...(why === "" ? {} : { isStopped: true, why }) }),

    /** Lets the failed rows run again: under a new token where nothing was done, under their own without a response. */
    again: (person: Person, id: string, newToken: () => string): Promise<void> =>
      database.transaction(async (tx) => {
        if (!(await changeRun(tx, person, id, goesOn))) return;
        await changeRows(tx, id, inArray(bulkRows.state, ["failed", "unknown"]), (row) => ({
          ...row,
          ...{ state: "waiting", why: "" },
          ...(row.state === "failed" ? { token: newToken() } : { isTried: true }),
        }));
      }),
  };
}

export type Runs = ReturnType<typeof createRuns>;
export const runs: Runs = createRuns(database, seal);
