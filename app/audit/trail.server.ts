import { createHash } from "node:crypto";
import { z } from "zod";
import type { RecordAccess, Records } from "#app/records/records.server.ts";
import { type AuditEntry, type AuditFact, auditEntry } from "./entry.ts";
import type { Head } from "./head.ts";

/** Ten years: nothing of the trail is removed by the portal while somebody may still ask for it. */
const ttlSeconds = 10 * 365 * 24 * 3600;
/** What the first line follows. */
const beginning = "";
/** Stands for the hash of a line that cannot be read: what follows it is checked by itself. */
const unreadable = "unreadable";
/** Stands for the hash of a line after which the head of the trail was gone: lines may be missing there. */
const headless = "headless";
const batchSize = 200;
/** So many numbers without a line are looked past for another one. */
const maxGap = 2_000;
const leaseSeconds = 10;

const entryKey = (n: number): string => `audit:${n}`;
const headKey = "audit-head";
const head: z.ZodType<Head> = z.object({ n: z.number(), hash: z.string() });

/** The numbers from `first` to `last`, both included. */
const range = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

const hashOf = (entry: AuditEntry): string => {
  const { n, at, subject, name, kind, did, record, href, outcome, why, address, correlationId, before } =
    entry;
  const all = [n, at, subject, name, kind, did, record, href, outcome, why, address, correlationId, before];
  return createHash("sha256")
    .update(JSON.stringify(entry.erases ? [...all, entry.erases] : all))
    .digest("hex");
};

/** Whether a line is as it was written or, where a later line says so, as it was left when its texts were erased. */
function isAsWritten(entry: AuditEntry, eraser: AuditEntry | undefined): boolean {
  const hash = hashOf(entry);
  if (entry.erasedBy === undefined) return entry.hash === hash;
  if (!eraser || eraser.n !== entry.erasedBy || eraser.hash !== hashOf(eraser)) return false;
  return eraser.erases?.some((one) => one.n === entry.n && one.hash === hash) ?? false;
}

/**
 * A line as it is read: `entry` is undefined where it is gone or does not open. `problem` says in words what is wrong
 * with it.
 */
export type AuditLine = { n: number; entry: AuditEntry | undefined; problem: string | undefined };

/** `followed` is the hash that the line after this one names, `eraser` the line that says that its texts were erased. */
function problemOf(
  n: number,
  entry: AuditEntry | undefined,
  followed: string | undefined,
  eraser: AuditEntry | undefined,
) {
  if (!entry) return "It is gone or was written over: it cannot be read any more.";
  if (entry.n !== n) return "Another line stands in its place.";
  if (!isAsWritten(entry, eraser)) return "It was altered: it does not fit its own hash.";
  if (followed === headless)
    return "The end of the trail was cut off behind it, or its head was: lines may be missing here.";
  if (followed !== undefined && followed !== unreadable && followed !== entry.hash)
    return "It was altered: the line after it follows another one.";
  return undefined;
}

/** What a check found: the first line that is not as it was written, or the last one of a trail that is whole. */
export type AuditCheck = { lines: number; broken?: { n: number; problem: string }; head?: Head };

/**
 * The trail: lines that are only ever added, one at a time, each under its number. They are sealed like every record, and
 * each holds the hash of the one before it (audit#chain).
 */
export function createTrail(records: Records) {
  const readEach = (numbers: readonly number[]) => records.getEach(numbers.map(entryKey), auditEntry);

  /** The last number that has a line, from `n` on, past gaps of up to `gap` numbers. */
  async function lastFrom(n: number, gap: number): Promise<number> {
    let last = n;
    for (let at = n + 1; at < last + 1 + gap; at += batchSize) {
      const found = await readEach(range(at, at + Math.min(batchSize, gap) - 1));
      const index = found.findLastIndex((entry) => entry !== undefined);
      if (index >= 0) last = at + index;
    }
    return last;
  }

  /** Lines `from` down to `to`, each checked by itself and against the one after it. */
  async function readDown(from: number, to: number): Promise<AuditLine[]> {
    const numbers = range(to, from).reverse();
    const [last, [after, ...entries]] = await Promise.all([
      records.get(headKey, head),
      readEach([from + 1, ...numbers]),
    ]);
    const erasers = [...new Set(entries.flatMap((entry) => entry?.erasedBy ?? []))];
    const erasing = new Map((await readEach(erasers)).map((entry) => [entry?.n, entry]));
    let followed = after?.before ?? (last?.n === from ? last.hash : undefined);
    return numbers.map((n, index) => {
      const entry = entries[index];
      const line = { n, entry, problem: problemOf(n, entry, followed, erasing.get(entry?.erasedBy)) };
      followed = entry?.before;
      return line;
    });
  }

  /** What the next line follows; `headless` where there are lines and no head. */
  async function lastIn(locked: RecordAccess): Promise<Head> {
    const stored = await locked.get(headKey, head);
    // Beyond a head there is at most the line whose process ended before it wrote the next head.
    const n = await lastFrom(stored?.n ?? 0, stored ? 1 : maxGap);
    if (n === 0) return { n, hash: beginning };
    if (!stored) return { n, hash: headless };
    if (n === stored.n) return stored;
    const [entry] = await readEach([n]);
    return { n, hash: entry?.hash ?? unreadable };
  }

  const append = (fact: AuditFact, erases?: AuditEntry["erases"]): Promise<AuditEntry> =>
    records.withLock(headKey, leaseSeconds, async (locked) => {
      const last = await lastIn(locked);
      for (let n = last.n + 1; ; n += 1) {
        const open = { n, ...fact, before: last.hash, hash: "", ...(erases ? { erases } : {}) };
        const entry = { ...open, hash: hashOf(open) };
        // A line that cannot be read any more is never written over.
        if (!(await locked.add(entryKey(n), entry, ttlSeconds))) continue;
        await locked.set(headKey, { n, hash: entry.hash } satisfies Head, ttlSeconds);
        return entry;
      }
    });

  /** Every line that can be read, the oldest first. */
  async function* all(): AsyncGenerator<AuditEntry> {
    const last = await newest();
    for (let from = 1; from <= last; from += batchSize)
      for (const entry of await readEach(range(from, Math.min(last, from + batchSize - 1))))
        if (entry) yield entry;
  }

  /**
   * Adds a line, and erases texts of earlier ones: each is left with its number and place, and the new line says what it
   * hashes to from now on. Whatever ends in between is done by doing it again.
   */
  async function erase(fact: AuditFact, lines: readonly AuditEntry[]): Promise<void> {
    const erases = lines.map((entry) => ({ n: entry.n, hash: hashOf(entry) }));
    const said = await append(fact, erases.length > 0 ? erases : undefined);
    for (const entry of lines) {
      const secondsLeft = Math.ceil(ttlSeconds - (Date.now() - entry.at) / 1000);
      if (secondsLeft > 0)
        await records.replace(entryKey(entry.n), { ...entry, erasedBy: said.n }, secondsLeft);
    }
  }

  /** The number of the newest line, 0 without any. */
  async function newest(): Promise<number> {
    const stored = await records.get(headKey, head);
    return lastFrom(stored?.n ?? 0, stored ? 1 : maxGap);
  }

  /**
   * Reads every line again, and names the first one that is not as it was written. `known` are heads that somebody kept
   * apart: the trail has to go on from each of them.
   */
  async function check(known: readonly Head[] = []): Promise<AuditCheck> {
    const stored = await records.get(headKey, head);
    const lines = await lastFrom(Math.max(stored?.n ?? 0, ...known.map(({ n }) => n)), maxGap);
    let last: Head = { n: 0, hash: beginning };
    for (let to = 1; to <= lines; to += batchSize) {
      const batch = await readDown(Math.min(lines, to + batchSize - 1), to);
      for (const { n, entry, problem } of batch.reverse()) {
        const other = known.find((one) => one.n === n && one.hash !== entry?.hash);
        const why = problem ?? (other && "It is not the line that stood here when its head was written.");
        if (why) return { lines, broken: { n, problem: why } };
        if (entry) last = { n, hash: entry.hash };
      }
    }
    if (!stored && lines > 0) {
      const problem = "The head of the trail is gone: nobody can say whether lines followed this one.";
      return { lines, broken: { n: lines, problem } };
    }
    return { lines, head: last };
  }

  return { append, all, erase, newest, readDown, check };
}
