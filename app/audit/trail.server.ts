import { createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { RecordAccess, Records } from "#app/records/records.server.ts";
import { auditKinds, auditOutcomes } from "./kinds.ts";

const fact = {
  /** In epoch milliseconds. */
  at: z.number(),
  /** The identity provider's permanent ID of the person, and their display name; both empty if signed out. */
  subject: z.string(),
  name: z.string(),
  kind: z.enum(auditKinds),
  did: z.string(),
  /** The record's display name and URL; both may be empty. */
  record: z.string(),
  href: z.string(),
  outcome: z.enum(auditOutcomes),
  /** Why it was refused or failed, or a person's reason for it; may be empty. */
  why: z.string(),
  address: z.string(),
  correlationId: z.string(),
};
export const auditFact = z.object(fact);
export type AuditFact = z.output<typeof auditFact>;

/**
 * One line of the trail: `hash` covers everything else, including the hash of the previous line. A line that records
 * the erasure of texts in other lines contains their new hashes (`erases`); each of those refers to it (`erasedBy`).
 */
export const auditEntry = z.object({
  n: z.number(),
  ...fact,
  before: z.string(),
  hash: z.string(),
  erases: z.array(z.object({ n: z.number(), hash: z.string() })).optional(),
  erasedBy: z.number().optional(),
});
export type AuditEntry = z.output<typeof auditEntry>;

/** The number and hash of the trail's last line; 0 and an empty text for an empty trail. */
export type Head = { n: number; hash: string };

const shape = /^((\d{1,12})\.([0-9a-f]{64}))\.([\w-]{43})$/;

/**
 * Heads as signed texts for storage outside of the trail: with one it can be detected later whether
 * lines were cut off (audit#head).
 */
export function createHeads(secret: string) {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "utopia-portal audit head v1", 32));
  const sign = (text: string): string => createHmac("sha256", key).update(text).digest("base64url");
  return {
    /** `<number>.<hash>.<signature>` */
    write({ n, hash }: Head): string {
      const text = `${n}.${hash}`;
      return `${text}.${sign(text)}`;
    },
    /** Parses such a text; undefined if the signature is invalid. */
    read(text: string): Head | undefined {
      const [, signed = "", n = "", hash = "", signature = ""] = shape.exec(text) ?? [];
      const isOurs = timingSafeEqual(Buffer.from(sign(signed)), Buffer.from(signature.padEnd(43)));
      return isOurs ? { n: Number(n), hash } : undefined;
    },
  };
}

/** Ten years: the portal removes nothing from the trail while somebody may need it. */
const ttlSeconds = 10 * 365 * 24 * 3600;
/** The previous hash of the first line. */
const beginning = "";
/** Replaces the hash of an unreadable line: the line after it is checked on its own. */
const unreadable = "unreadable";
/** Replaces the hash of a line after which the head was missing: lines may be missing there. */
const headless = "headless";
const batchSize = 200;
/** Maximum numbers without a line that are skipped in search of another one. */
const maxGap = 2_000;
const leaseSeconds = 10;

const entryKey = (n: number): string => `audit:${n}`;
const headKey = "audit-head";
const head: z.ZodType<Head> = z.object({ n: z.number(), hash: z.string() });

/** The numbers from `first` to `last`, inclusive. */
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

/** Whether a line is as written or, if a later line says so, as it was after its texts were erased. */
function isAsWritten(entry: AuditEntry, eraser: AuditEntry | undefined): boolean {
  const hash = hashOf(entry);
  if (entry.erasedBy === undefined) return entry.hash === hash;
  if (!eraser || eraser.n !== entry.erasedBy || eraser.hash !== hashOf(eraser)) return false;
  return eraser.erases?.some((one) => one.n === entry.n && one.hash === hash) ?? false;
}

/**
 * A line as read: `entry` is undefined if it is missing or can't be decrypted. `problem` says in
 * words what is wrong with it.
 */
export type AuditLine = { n: number; entry: AuditEntry | undefined; problem: string | undefined };

/** `followed` is the previous hash in the next line, `eraser` the line that records the erasure of its texts. */
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

/** Result of a check: the first line that differs from what was written, or the last one of an intact trail. */
export type AuditCheck = { lines: number; broken?: { n: number; problem: string }; head?: Head };

/**
 * The trail: append-only lines, numbered and written one at a time. They are encrypted like every
 * record, and each contains the hash of the previous one (audit#chain).
 */
export function createTrail(records: Records) {
  const readEach = (numbers: readonly number[]) => records.getEach(numbers.map(entryKey), auditEntry);

  /** The last number with a line, from `n` on, skipping gaps of up to `gap` numbers. */
  async function lastFrom(n: number, gap: number): Promise<number> {
    let last = n;
    for (let at = n + 1; at < last + 1 + gap; at += batchSize) {
      const found = await readEach(range(at, at + Math.min(batchSize, gap) - 1));
      const index = found.findLastIndex((entry) => entry !== undefined);
      if (index >= 0) last = at + index;
    }
    return last;
  }

  /** Lines `from` down to `to`, each checked on its own and against the next one. */
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

  /** The head that the next line follows; `headless` if there are lines and no head. */
  async function lastIn(locked: RecordAccess): Promise<Head> {
    const stored = await locked.get(headKey, head);
    // After a head there is at most the line of a process that ended before it wrote the next head.
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
        const open = { n, ...fact, before: last.hash, hash: "", erases };
        const entry = { ...open, hash: hashOf(open) };
        // An unreadable line is never overwritten.
        if (!(await locked.add(entryKey(n), entry, ttlSeconds))) continue;
        await locked.set(headKey, { n, hash: entry.hash } satisfies Head, ttlSeconds);
        return entry;
      }
    });

  /** Every readable line, oldest first. */
  async function* all(): AsyncGenerator<AuditEntry> {
    const last = await newest();
    for (let from = 1; from <= last; from += batchSize)
      for (const entry of await readEach(range(from, Math.min(last, from + batchSize - 1))))
        if (entry) yield entry;
  }

  /**
   * Adds a line and erases texts of earlier ones: each remains with its number, and the new line
   * contains its new hash. An interrupted run is completed by repeating it.
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
   * Reads every line again, and reports the first one that differs from what was written. `known`
   * are externally stored heads: the trail has to continue from each of them.
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
