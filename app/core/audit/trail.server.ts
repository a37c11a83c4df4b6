import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { and, desc, eq, getTableColumns, gt, gte, lte, max, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { withoutNul } from "#app/core/database/columns.ts";
import { comparable } from "#contract/typedText.ts";
import type { Database } from "#database/connect.ts";
import { auditKinds, auditOutcomes } from "./kinds.ts";
import { auditHead, auditLines } from "./tables.ts";

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
  /** The submission that it is about, or whose outcome it tells. */
  submission: z.string().optional(),
};
export const auditFact = z.object(fact);
export type AuditFact = z.output<typeof auditFact>;

/**
 * One line of the trail: `hash` covers everything else, including the hash of the previous line. A line that records
 * the erasure of texts in other lines contains their new hashes (`erases`); each of those refers to it (`erasedBy`).
 */
export type AuditEntry = AuditFact & {
  n: number;
  before: string;
  hash: string;
  erases?: { n: number; hash: string }[] | undefined;
  erasedBy?: number | undefined;
};

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

/** The previous hash of the first line. */
const beginning = "";
/** Replaces the hash of a line after which the head was missing: lines may be missing there. */
const headless = "headless";
const batchSize = 1_000;

/** The numbers from `first` to `last`, inclusive. */
const range = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

/** A line as it is read; undefined if it is missing. `problem` says in words what is wrong with it. */
export type AuditLine = { n: number; entry: AuditEntry | undefined; problem: string | undefined };

/** Result of a check: the first line that differs from what was written, or the last one of an intact trail. */
export type AuditCheck = { lines: number; broken?: { n: number; problem: string }; head?: Head };

type Row = typeof auditLines.$inferSelect;

const entryOf = ({ at, erases, erasedBy, submission, searchText: _, ...row }: Row): AuditEntry => ({
  ...row,
  submission: submission ?? undefined,
  at: at.getTime(),
  erases: erases ?? undefined,
  erasedBy: erasedBy ?? undefined,
});

const searchTextOf = ({ name, did, record, why, address, subject, correlationId }: AuditFact): string =>
  comparable([name, did, record, why, address, subject, correlationId].join("\n"));

/** As the database has it: the hash covers what is read again. */
const asStored = (fact: AuditFact): AuditFact => ({
  ...fact,
  ...{ subject: withoutNul(fact.subject), name: withoutNul(fact.name), did: withoutNul(fact.did) },
  ...{ record: withoutNul(fact.record), href: withoutNul(fact.href), why: withoutNul(fact.why) },
});

const gone = "It is gone: nobody can say what it was.";

const signedHead = sql<string | null>`(select ${auditHead.signed} from ${auditHead})`;
const next = alias(auditLines, "next");
const previous = alias(auditLines, "previous");
const eraser = alias(auditLines, "eraser");
/** Whether a line is next to one that is gone or was written anew: no filter hides it. */
const isNextToDamage = sql`(${next.before} <> ${auditLines.hash} or (${previous.n} is null and ${auditLines.n} > 1))`;

/**
 * The trail: append-only lines, numbered and written one at a time. The hash of each is keyed with the portal's secret
 * and covers the hash of the previous one, so that nobody else can write or change a line unnoticed (audit#chain).
 */
export function createTrail(database: Database, secret: string) {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "utopia-portal audit line v1", 32));
  const heads = createHeads(secret);

  const hashOf = (entry: AuditEntry): string => {
    const { n, at, subject, name, kind, did, record, href, outcome, why, address, correlationId, before } =
      entry;
    const all = [
      ...[n, at, subject, name, kind, did, record, href, outcome, why, address, correlationId, before],
      ...(entry.submission === undefined ? [] : [entry.submission]),
      ...(entry.erases ? [entry.erases.map(({ n, hash }) => ({ n, hash }))] : []),
    ];
    return createHmac("sha256", key).update(JSON.stringify(all)).digest("hex");
  };

  /** Whether a line is as written or, if a later line says so, as it was after its texts were erased. */
  function isAsWritten(row: Row, erasedIn: Row | null): boolean {
    if (row.searchText !== searchTextOf(entryOf(row))) return false;
    const hash = hashOf(entryOf(row));
    if (row.erasedBy === null) return row.hash === hash;
    if (!erasedIn || erasedIn.hash !== hashOf(entryOf(erasedIn))) return false;
    return erasedIn.erases?.some((one) => one.n === row.n && one.hash === hash) ?? false;
  }

  /** `followed` is the previous hash in the next line, or the hash in the head. */
  function problemOf(row: Row, followed: string | undefined, erasedIn: Row | null): string | undefined {
    if (!isAsWritten(row, erasedIn)) return "It was altered: it does not fit its own hash.";
    if (followed === headless)
      return "The end of the trail was cut off behind it, or its head was: lines may be missing here.";
    if (followed !== undefined && followed !== row.hash)
      return "It was altered: the line after it follows another one.";
    return undefined;
  }

  type Found = { line: AuditLine; isAfterGap: boolean };

  /** The newest lines that fit, each checked on its own and against the next one. */
  async function read(condition: SQL | undefined, limit: number, offset = 0): Promise<Found[]> {
    const rows = await database
      .select({
        ...{ row: getTableColumns(auditLines), erasedIn: getTableColumns(eraser) },
        ...{ before: next.before, previous: previous.n },
        signed: signedHead,
      })
      .from(auditLines)
      .leftJoin(next, eq(next.n, sql`${auditLines.n} + 1`))
      .leftJoin(previous, eq(previous.n, sql`${auditLines.n} - 1`))
      .leftJoin(eraser, eq(eraser.n, auditLines.erasedBy))
      .where(condition)
      .orderBy(desc(auditLines.n))
      .limit(limit)
      .offset(offset);
    return rows.map(({ row, erasedIn, before, previous, signed }) => {
      const last = heads.read(signed ?? "");
      const followed = before ?? (last?.n === row.n ? last.hash : undefined);
      return {
        line: { n: row.n, entry: entryOf(row), problem: problemOf(row, followed, erasedIn) },
        isAfterGap: previous === null && row.n > 1,
      };
    });
  }

  const goneLine = (n: number): AuditLine => ({ n, entry: undefined, problem: gone });

  /** Lines `from` down to `to`, also those that are gone. */
  async function readDown(from: number, to: number): Promise<AuditLine[]> {
    const found = await read(and(gte(auditLines.n, to), lte(auditLines.n, from)), from - to + 1);
    const byNumber = new Map(found.map(({ line }) => [line.n, line]));
    return range(to, from)
      .reverse()
      .map((n) => byNumber.get(n) ?? goneLine(n));
  }

  /**
   * So many of the newest lines that fit `condition`, after as many others. Damage is among them whatever the condition:
   * lines next to one that was written anew, and of each gap one of the lines that are gone.
   */
  async function readMatching(condition: SQL, most: number, skipped: number) {
    const [found, { n: newest, last }] = await Promise.all([
      read(sql`(${condition} or ${isNextToDamage})`, most + 1, skipped),
      ends(),
    ]);
    const lines = found
      .slice(0, most)
      .flatMap(({ line, isAfterGap }) => (isAfterGap ? [line, goneLine(line.n - 1)] : [line]));
    const isCut = skipped === 0 && newest > last;
    return { lines: isCut ? [goneLine(newest), ...lines] : lines, hasNext: found.length > most };
  }

  /** The number of the newest line by the head, or by the lines that there are. */
  async function ends(of: Database = database): Promise<{ n: number; last: number; head: Head | undefined }> {
    const [found] = await of.select({ signed: signedHead, last: max(auditLines.n) }).from(auditLines);
    const head = heads.read(found?.signed ?? "");
    const last = found?.last ?? 0;
    return { n: Math.max(head?.n ?? 0, last), last, head };
  }

  /** The head that the next line follows if there is none, or lines beyond it: nobody can say what was there. */
  async function headlessEnd(transaction: Database): Promise<Head> {
    const { n } = await ends(transaction);
    return { n, hash: n === 0 ? beginning : headless };
  }

  /** Adds a line in this transaction, whose writers wait for each other. */
  async function appendIn(
    transaction: Database,
    fact: AuditFact,
    erases?: AuditEntry["erases"],
  ): Promise<AuditEntry> {
    const [locked] = await transaction
      .insert(auditHead)
      .values({ signed: "" })
      .onConflictDoUpdate({ target: auditHead.id, set: { signed: sql`${auditHead.signed}` } })
      .returning();
    async function insertAfter(last: Head): Promise<AuditEntry | undefined> {
      const open = { ...asStored(fact), n: last.n + 1, before: last.hash, hash: "", erases };
      const entry = { ...open, hash: hashOf(open) };
      const added = await transaction
        .insert(auditLines)
        .values({ ...entry, at: new Date(fact.at), searchText: searchTextOf(entry) })
        .onConflictDoNothing()
        .returning({ n: auditLines.n });
      return added.length > 0 ? entry : undefined;
    }
    const last = heads.read(locked?.signed ?? "");
    // A line beyond the head is never overwritten.
    const entry = (last && (await insertAfter(last))) ?? (await insertAfter(await headlessEnd(transaction)));
    if (!entry) throw new Error("Another process wrote into the audit trail without its lock");
    await transaction.update(auditHead).set({ signed: heads.write(entry) });
    return entry;
  }

  const append = (fact: AuditFact): Promise<AuditEntry> =>
    database.transaction((transaction) => appendIn(transaction, fact));

  /** Every line that is there, oldest first. */
  async function* all(): AsyncGenerator<AuditEntry> {
    for (let last = 0; ; ) {
      const rows = await database
        .select()
        .from(auditLines)
        .where(gt(auditLines.n, last))
        .orderBy(auditLines.n)
        .limit(batchSize);
      if (rows.length === 0) return;
      last = rows.at(-1)?.n ?? last;
      yield* rows.map(entryOf);
    }
  }

  /** Adds a line and erases texts of earlier ones: each remains with its number, and the new line has its new hash. */
  const erase = (fact: AuditFact, lines: readonly AuditEntry[]): Promise<void> =>
    database.transaction(async (transaction) => {
      const erases = lines.map((entry) => ({ n: entry.n, hash: hashOf(entry) }));
      const { n: erasedBy } = await appendIn(transaction, fact, erases.length > 0 ? erases : undefined);
      for (const { n, did, record, why, href, ...entry } of lines)
        await transaction
          .update(auditLines)
          .set({
            ...{ did, record, why, href, erasedBy },
            searchText: searchTextOf({ did, record, why, href, ...entry }),
          })
          .where(eq(auditLines.n, n));
    });

  /** The number of the newest line, 0 without any. */
  const newest = async (): Promise<number> => (await ends()).n;

  /**
   * Reads every line again, and reports the first one that differs from what was written. `heads`
   * are stored outside: the trail has to continue from each of them.
   */
  async function check(heads: readonly Head[] = []): Promise<AuditCheck> {
    const { n: newest, head } = await ends();
    const lines = Math.max(newest, ...heads.map(({ n }) => n));
    let last: Head = { n: 0, hash: beginning };
    for (let to = 1; to <= lines; to += batchSize) {
      const batch = await readDown(Math.min(lines, to + batchSize - 1), to);
      for (const { n, entry, problem } of batch.reverse()) {
        const other = heads.find((one) => one.n === n && one.hash !== entry?.hash);
        const why = problem ?? (other && "It is not the line that stood here when its head was written.");
        if (why) return { lines, broken: { n, problem: why } };
        if (entry) last = { n, hash: entry.hash };
      }
    }
    if (head?.n !== lines && lines > 0) {
      const problem = "The head of the trail is gone: nobody can say whether lines followed this one.";
      return { lines, broken: { n: lines, problem } };
    }
    return { lines, head: last };
  }

  return { append, all, erase, newest, readDown, readMatching, check };
}
