import { LRUCache } from "lru-cache";
import { readWithin } from "#app/core/api/api.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import { env } from "#app/core/env.server.ts";
import { log } from "#app/core/log.server.ts";
import type { RecordKindKey } from "#app/core/records/record.ts";
import type { TodayLine } from "#app/core/records/todayLine.ts";
import type { Permission } from "#contract/capabilities.ts";
import type { TodayPart } from "./lines.ts";

export type TodaySource = {
  key: string;
  title: string;
  /** The permissions of which a person needs one to see the part (today#whose). */
  commands: readonly Permission[];
  /** The kinds of records that it counts, if they can be handled. */
  records?: readonly RecordKindKey[];
  /** The addresses of its records: whoever acted there did this kind of work (today#queues). */
  addresses?: RegExp;
  /** Minimum cache time of its lines; for a source that costs many calls. */
  keepForMs?: number;
  /** Reads the lines. Throws ApiError. */
  read(user: User): Promise<TodayLine[]>;
};

/** Time limit of a part. */
const limitMs = 10_000;

/** `linesAt` is when its lines were read, if ever. */
export type PartRead = { at: number; part: TodayPart; linesAt: number | undefined };

/** The last result by person and part, in this process; concurrent callers share one reading. */
const stored = new LRUCache<string, PartRead, { user: User; source: TodaySource }>({
  max: 3_000,
  fetchMethod: (_key, before, { context: { user, source } }) => readPart(user, source, before),
  ignoreFetchAbort: true,
  noDeleteOnFetchRejection: true,
});

const keyOf = (user: User, source: TodaySource): string => `${user.subject} ${source.key}`;

/** When a part was last slow for anybody, by its key. */
const slowAt = new Map<string, number>();
const slowMs = 500;
const isSlowForMs = 60_000;

async function readPart(
  user: User,
  { key, title, read }: TodaySource,
  before: PartRead | undefined,
): Promise<PartRead> {
  const began = performance.now();
  const result = await readWithin(user, limitMs, "background", read);
  const at = Date.now();
  if (performance.now() - began > slowMs) slowAt.set(key, at);
  else slowAt.delete(key);
  if (result.ok) return { at, part: { key, title, lines: result.value }, linesAt: at };
  const lines = before?.part.lines ?? [];
  return { at, part: { key, title, lines, error: result.error }, linesAt: before?.linesAt };
}

/** A part that is at most `youngerThanMs` old. */
async function partOf(user: User, source: TodaySource, youngerThanMs: number): Promise<PartRead> {
  const latest = stored.get(keyOf(user, source));
  const servesMs = latest?.part.error ? youngerThanMs : Math.max(youngerThanMs, source.keepForMs ?? 0);
  if (latest && Date.now() - latest.at < servesMs) return latest;
  return stored.forceFetch(keyOf(user, source), { forceRefresh: true, context: { user, source } });
}

const logUnread = (user: User) => (problem: unknown) =>
  log.error({ err: problem, correlationId: user.correlationId }, "what needs a person is not known");

const slowWaitMs = 100;

/**
 * A part that a page waits `maxWaitMs` for, and then takes as last known; it goes on being read (today#parts). Whoever has
 * known lines waits for a part that was slow a moment ago only as long as nobody notices.
 */
export async function partWithin(
  user: User,
  source: TodaySource,
  youngerThanMs: number,
  maxWaitMs: number | undefined,
): Promise<PartRead> {
  const reading = partOf(user, source, youngerThanMs);
  if (maxWaitMs === undefined) return reading;
  const isSlow = Date.now() - (slowAt.get(source.key) ?? 0) < isSlowForMs;
  const hasLines = stored.get(keyOf(user, source))?.linesAt !== undefined;
  const waitMs = isSlow && hasLines ? slowWaitMs : maxWaitMs;
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, waitMs, undefined).unref());
  const read = await Promise.race([reading, late]);
  if (read) return read;
  reading.catch(logUnread(user));
  const { key, title } = source;
  const lastRead = stored.get(keyOf(user, source)) ?? {
    at: 0,
    part: { key, title, lines: [] },
    linesAt: undefined,
  };
  return { ...lastRead, part: { ...lastRead.part, reading: { linesAt: lastRead.linesAt } } };
}

/** An action changes what needs a person: their next reading bypasses the cache. */
export function forgetToday(subject: string): void {
  for (const [key, read] of stored.entries()) if (key.startsWith(`${subject} `)) read.at = 0;
}

export const refreshMs = env.TODAY_REFRESH_SECONDS * 1000;

/** How long Today's page waits for a part; without the poll, which brings a late one, until it is read. */
export const pageWaitMs = refreshMs > 0 ? slowMs : undefined;

/** Rereads outdated parts in the background: no page waits for it. */
export function refreshParts(user: User, sources: readonly TodaySource[]): void {
  Promise.all(sources.map((source) => partOf(user, source, refreshMs))).catch(logUnread(user));
}

/** The last results of those parts that were ever read, without waiting for anything. */
export const lastParts = (user: User, sources: readonly TodaySource[]): PartRead[] =>
  sources.flatMap((source) => stored.get(keyOf(user, source)) ?? []);
