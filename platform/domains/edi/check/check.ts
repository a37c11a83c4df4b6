import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { DrizzleQueryError } from "drizzle-orm/errors";
import type { Database } from "#platform/database/connect.ts";
import { ediInterchanges, ediOrders } from "#platform/database/schema/edi.ts";
import { fromBytes } from "#platform/domains/edi/documents/storable.ts";
import type { InterchangeFacts } from "#platform/domains/edi/interchanges/facts.ts";
import { readBytes } from "#platform/domains/edi/interchanges/fileFacts.ts";
import type { Inbound, MessageHead } from "#platform/domains/edi/interchanges/inbound.ts";
import {
  findInterchange,
  newestPosition,
  readText,
  type StoredInterchange,
} from "#platform/domains/edi/interchanges/repository.ts";
import { type Drop, takeInRead } from "#platform/domains/edi/interchanges/takeIn.ts";
import { takeOrderSteps } from "#platform/domains/edi/orders/steps.ts";
import { takeReceiveSteps } from "#platform/domains/edi/receive.ts";

/** Ends a transaction with a value and rolls it back. */
class Undone<T> extends Error {
  constructor(readonly value: T) {
    super("A dry run is undone");
  }
}

// A lock timeout below PostgreSQL's deadlock timeout, so that a dry run yields before others fail with a deadlock.
const timeoutMs = 250;
const attempts = 8;

/** lock_not_available, deadlock_detected. */
const busyCodes = ["55P03", "40P01"];

const isBusy = (problem: unknown): boolean => {
  const cause = problem instanceof DrizzleQueryError ? problem.cause : problem;
  return cause instanceof Error && "code" in cause && busyCodes.includes(String(cause.code));
};

/**
 * The result of `work`, whose changes are rolled back, sequence numbers included. It yields to others that use the same
 * records, and restarts.
 */
export async function dryRun<T>(database: Database, work: (transaction: Database) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await database.transaction(async (transaction) => {
        await transaction.execute(sql.raw(`set local lock_timeout = '${timeoutMs}ms'`));
        throw new Undone(await work(transaction));
      });
    } catch (problem) {
      if (problem instanceof Undone) return problem.value;
      if (attempt === attempts || !isBusy(problem)) throw problem;
    }
  }
}

/** Interchanges of one file that are reported. */
const maxListed = 100;
/** Interchanges of a file, and messages in all, in a dry run: meanwhile the embedded database is blocked. */
const maxTried = 10;
/** Segments of a message in a dry run: more of them would block the database for too long. */
const maxSegments = 2000;

type Reply = { interchange: StoredInterchange; text: string };

/** The predicted result of one interchange, and how many of its messages were not tried. */
export type Checked = {
  interchange: StoredInterchange;
  read: Inbound;
  untried: number;
  orders: (typeof ediOrders.$inferSelect)[];
  replies: Reply[];
};

export type Untried = { row: InterchangeFacts["row"]; read: Inbound };

const namedIn = (interchange: Pick<StoredInterchange, "referenceList">, type: string, name: string) =>
  interchange.referenceList.flatMap((reference) =>
    reference.type === type ? [String(reference.meta[name] ?? "")] : [],
  );

async function processOrders(transaction: Database, interchange: StoredInterchange, at: Date) {
  const made = namedIn(interchange, "created-myer-edi-order-document", "order-document-id");
  const changed = namedIn(interchange, "changed-myer-edi-order-document", "order-document-id");
  for (const id of [...made, ...changed]) await takeOrderSteps(transaction, id, at);
  const orders = await transaction
    .select()
    .from(ediOrders)
    .where(inArray(ediOrders.id, made))
    .orderBy(asc(ediOrders.position));
  return { orders, orderIds: [...made, ...changed] };
}

export async function repliesAfter(transaction: Database, position: number): Promise<Reply[]> {
  const rows = await transaction
    .select()
    .from(ediInterchanges)
    .where(and(gt(ediInterchanges.position, position), eq(ediInterchanges.direction, "outbound")))
    .orderBy(asc(ediInterchanges.position));
  const replies: Reply[] = [];
  for (const interchange of rows) {
    replies.push({ interchange, text: fromBytes(await readText(transaction, interchange.id)) });
  }
  return replies;
}

const answers = ({ interchange }: Reply, id: string, orderIds: readonly string[]): boolean =>
  namedIn(interchange, "acknowledged-interchange", "interchange-document-id").includes(id) ||
  namedIn(interchange, "source-myer-edi-order-document", "order-document-id").some((order) =>
    orderIds.includes(order),
  );

/** Tries the interchanges of a file. Refused ones stay refused, since nothing is done with them. */
function triedOf(parts: readonly Inbound[]): Inbound[] {
  let left = maxTried;
  const isTried = ({ isRefused, segmentCount }: MessageHead) => {
    if (isRefused) return true;
    if (left === 0 || segmentCount > maxSegments) return false;
    left -= 1;
    return true;
  };
  return parts.slice(0, maxTried).map((read) => ({ ...read, messages: read.messages.filter(isTried) }));
}

/**
 * The result of taking a file in now (edi#check): it is read, taken in and processed by the same functions as any
 * other, and rolled back. The server responds while it is read. Of a large file the beginning is tried. `count` is the
 * number of interchanges in the file, reported here or not.
 */
export async function checkFile(
  database: Database,
  drop: Drop,
  at: Date,
): Promise<{ tried: Checked[]; untried: Untried[]; count: number }> {
  const all = await readBytes("both", { content: drop.content });
  const listed = all.slice(0, maxListed);
  const [facts, parts] = [listed.map((one) => one.facts), listed.map((one) => one.steps)];
  const trying = { facts: facts.slice(0, maxTried), parts: triedOf(parts) };
  const tried = await dryRun(database, (transaction) => tryOut(transaction, drop, trying, at));
  return {
    count: all.length,
    tried: tried.map((checked, index) => {
      const before = parts[index]?.messages.length ?? 0;
      return { ...checked, untried: before - checked.read.messages.length };
    }),
    untried: facts.flatMap(({ row }, index) => {
      const read = parts[index];
      return read && index >= maxTried ? [{ row, read }] : [];
    }),
  };
}

type Trying = { facts: readonly InterchangeFacts[]; parts: readonly Inbound[] };

async function tryOut(
  transaction: Database,
  drop: Drop,
  { facts, parts }: Trying,
  at: Date,
): Promise<Omit<Checked, "untried">[]> {
  const position = await newestPosition(transaction);
  const { interchangeIds } = await takeInRead(transaction, drop, facts, at);
  const processed: (Omit<Checked, "replies" | "untried"> & { orderIds: string[] })[] = [];
  for (const [index, id] of interchangeIds.entries()) {
    const read = parts[index];
    if (!read) throw new Error("A file has more interchanges than were read");
    await takeReceiveSteps(transaction, id, read, at);
    const interchange = await findInterchange(transaction, id);
    if (!interchange) throw new Error(`The interchange ${id} is gone`);
    processed.push({ interchange, read, ...(await processOrders(transaction, interchange, at)) });
  }
  const replies = await repliesAfter(transaction, position);
  return processed.map(({ orderIds, ...checked }) => ({
    ...checked,
    replies: replies.filter((reply) => answers(reply, checked.interchange.id, orderIds)),
  }));
}
