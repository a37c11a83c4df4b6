import { and, asc, count, eq, gt, inArray, lte, min, sql } from "drizzle-orm";
import { z } from "zod";
import type { ExoCount } from "#contract/counts.ts";
import type { Database } from "#platform/database/connect.ts";
import { exos, type StoredExoHistory } from "#platform/database/schema/exos.ts";
import { stores } from "#platform/database/schema/stores.ts";
import { isSearchable } from "#platform/database/search.ts";
import { stampOf } from "#platform/database/stamp.ts";
import { creditOwedBy } from "./credit.ts";
import type { ExoEffect } from "./rules.ts";
import { exoSearchText } from "./searchText.ts";

/** An EXO with its store. */
export type FoundExo = typeof exos.$inferSelect & { storeName: string; storeType: string };

const nextRows = z.object({ rows: z.tuple([z.object({ position: z.coerce.number() })]) });

/** An EXO by its id; inside a transaction `forUpdate` locks it. */
export async function findExo(
  database: Database,
  id: string,
  forUpdate = false,
): Promise<FoundExo | undefined> {
  const query = database
    .select({ exo: exos, storeName: stores.name, storeType: stores.type })
    .from(exos)
    .innerJoin(stores, eq(stores.id, exos.storeId))
    .where(eq(exos.id, id));
  const [found] = await (forUpdate ? query.for("update", { of: exos }) : query);
  return found && { ...found.exo, storeName: found.storeName, storeType: found.storeType };
}

/**
 * Writes the result of a transition of an EXO, with its notes as the newest entries of the history. Without notes the
 * EXO does not count as updated.
 */
export async function saveMovedExo(
  database: Database,
  before: FoundExo,
  { exo, notes }: ExoEffect,
  at: Date,
): Promise<void> {
  const entries = notes.map((note): StoredExoHistory => ({ ...note, created_at: at.toISOString() }));
  const { status, stream, step, raNumber, refusals, retries, stepSince, stepAt, referenceList } = exo;
  const histories = [...entries.reverse(), ...before.histories];
  const isUpdated = notes.length > 0 || status !== before.status;
  await database
    .update(exos)
    .set({
      revision: before.revision + 1,
      status,
      stream,
      step,
      refusals,
      retries,
      stepSince,
      stepAt,
      ...(isUpdated
        ? {
            raNumber,
            referenceList,
            searchText: exoSearchText({ ...before, raNumber, referenceList }),
            histories,
            ...creditOwedBy(before.document, histories),
            updatedAt: at,
          }
        : {}),
    })
    .where(eq(exos.id, before.id));
}

/** Ids of at most `limit` EXOs that are due, longest waiting first. */
export async function listDueExos(database: Database, at: Date, limit: number): Promise<string[]> {
  const rows = await database
    .select({ id: exos.id })
    .from(exos)
    .where(lte(exos.stepAt, at))
    .orderBy(asc(exos.stepAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Postpones an EXO whose step failed. */
export async function postponeExo(database: Database, id: string, until: Date): Promise<void> {
  await database
    .update(exos)
    .set({ stepAt: until })
    .where(and(eq(exos.id, id), lte(exos.stepAt, until)));
}

/** When the next EXO is due, after a time; undefined without one. */
export async function nextDueTime(database: Database, after: Date): Promise<Date | undefined> {
  const [row] = await database
    .select({ next: min(exos.stepAt) })
    .from(exos)
    .where(gt(exos.stepAt, after));
  return row?.next ?? undefined;
}

/** How many EXOs have each of these statuses, at each step (calls#counts). */
export async function countExosByStep(
  database: Database,
  statuses: readonly string[],
): Promise<Pick<ExoCount, "status" | "step" | "count" | "oldest_at" | "stamp">[]> {
  if (!statuses.every(isSearchable)) return [];
  const rows = await database
    .select({
      status: exos.status,
      step: exos.step,
      count: count(),
      oldestAt: min(exos.updatedAt),
      stamp: stampOf(exos.updatedAt, exos.position),
    })
    .from(exos)
    .where(inArray(exos.status, [...statuses]))
    .groupBy(exos.status, exos.step)
    .orderBy(asc(exos.status), asc(exos.step));
  return rows.map(({ oldestAt, ...row }) => ({ ...row, oldest_at: oldestAt?.toISOString() }));
}

export type ArrivingExo = Pick<
  typeof exos.$inferInsert,
  "id" | "storeId" | "originalOrderId" | "emailAddress" | "correspondenceEmailAddress" | "document"
>;

/** Adds a new EXO, due right away. Returns its name, which contains its position. */
export async function addExo(database: Database, arriving: ArrivingExo, at: Date): Promise<string> {
  const next = await database.execute(
    sql`select nextval(pg_get_serial_sequence('exos', 'position')) as position`,
  );
  const [{ position }] = nextRows.parse(next).rows;
  const row = {
    ...arriving,
    position,
    name: exoNameAt(position),
    status: "new",
    stream: "return",
    step: "triage",
    originalOrderId: arriving.originalOrderId ?? null,
    raNumber: null,
    emailAddress: arriving.emailAddress ?? null,
    referenceList: [],
  };
  await database.insert(exos).values({
    ...row,
    revision: 1,
    searchText: exoSearchText(row),
    refusals: 0,
    retries: 0,
    stepSince: at,
    stepAt: at,
    createdAt: at,
    updatedAt: at,
    histories: [],
  });
  return row.name;
}

/** The name of the n-th EXO. */
export const exoNameAt = (position: number): string => `EXO-${String(position).padStart(6, "0")}`;
