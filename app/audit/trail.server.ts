import { createHash } from "node:crypto";
import { z } from "zod";
import type { Records } from "#app/records/records.server.ts";
import { type AuditEntry, type AuditFact, auditEntry } from "./entry.ts";

/** Ten years: nothing of the trail is removed by the portal while somebody may still ask for it. */
const ttlSeconds = 10 * 365 * 24 * 3600;
/** What the first line follows. */
const beginning = "";
/** Stands for the hash of a line that cannot be read: what follows it is checked by itself. */
const unreadable = "unreadable";
/** Lines that are read at the same time. */
const atOnce = 200;

const entryKey = (n: number): string => `audit:${n}`;
const headKey = "audit-head";
const head = z.object({ n: z.number(), hash: z.string() });
type Head = z.output<typeof head>;

const hashOf = (entry: AuditEntry): string => {
  const { n, at, subject, name, kind, did, record, href, outcome, why, address, correlationId, before } =
    entry;
  const all = [n, at, subject, name, kind, did, record, href, outcome, why, address, correlationId, before];
  return createHash("sha256").update(JSON.stringify(all)).digest("hex");
};

/**
 * A line as it is read: `entry` is undefined where it is gone or does not open. `problem` says in words what is wrong
 * with it.
 */
export type AuditLine = { n: number; entry: AuditEntry | undefined; problem: string | undefined };

/** `followed` is the hash that the line after this one names. */
function problemOf(n: number, entry: AuditEntry | undefined, followed: string | undefined) {
  if (!entry) return "It is gone or was written over: it cannot be read any more.";
  if (entry.n !== n) return "Another line stands in its place.";
  if (entry.hash !== hashOf(entry)) return "It was altered: it does not fit its own hash.";
  if (followed !== undefined && followed !== unreadable && followed !== entry.hash)
    return "It was altered: the line after it follows another one.";
  return undefined;
}

export type AuditCheck = { lines: number; broken?: { n: number; problem: string } };

/**
 * The trail: lines that are only ever added, each under its number, which only one process can take. They are sealed
 * like every record, and each holds the hash of the one before it (audit#chain).
 */
export function createTrail(records: Records) {
  const readHead = async (): Promise<Head> => (await records.get(headKey, head)) ?? { n: 0, hash: beginning };

  const read = (n: number) => records.get(entryKey(n), auditEntry);

  /** Lines `from` down to `to`, each checked by itself and against the one after it. */
  async function readDown(from: number, to: number): Promise<AuditLine[]> {
    const numbers = Array.from({ length: Math.max(0, from - to + 1) }, (_, index) => from - index);
    const [last, after, ...entries] = await Promise.all([readHead(), read(from + 1), ...numbers.map(read)]);
    let followed = after?.before ?? (last.n === from ? last.hash : undefined);
    return numbers.map((n, index) => {
      const entry = entries[index];
      const line = { n, entry, problem: problemOf(n, entry, followed) };
      followed = entry?.before;
      return line;
    });
  }

  async function append(fact: AuditFact): Promise<AuditEntry> {
    let last = await readHead();
    for (;;) {
      const n = last.n + 1;
      const open = { n, ...fact, before: last.hash, hash: "" };
      const entry = { ...open, hash: hashOf(open) };
      if (await records.add(entryKey(n), entry, ttlSeconds)) {
        await records.set(headKey, { n, hash: entry.hash } satisfies Head, ttlSeconds);
        return entry;
      }
      const taken = await read(n);
      last = { n, hash: taken?.hash ?? unreadable };
    }
  }

  /** The number of the newest line, 0 without any: what other processes have added beyond the head counts, too. */
  async function newest(): Promise<number> {
    let { n } = await readHead();
    while (await read(n + 1)) n += 1;
    return n;
  }

  /** Reads every line again, and names the first one that is not as it was written. */
  async function check(): Promise<AuditCheck> {
    const lines = await newest();
    for (let to = 1; to <= lines; to += atOnce) {
      const read = await readDown(Math.min(lines, to + atOnce - 1), to);
      const broken = read.reverse().find(({ problem }) => problem !== undefined);
      if (broken?.problem) return { lines, broken: { n: broken.n, problem: broken.problem } };
    }
    return { lines };
  }

  return { append, newest, readDown, check };
}
