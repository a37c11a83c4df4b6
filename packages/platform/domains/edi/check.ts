import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { DrizzleQueryError } from "drizzle-orm/errors";
import type { Database } from "#database/connect.ts";
import { ediInterchanges, ediOrders } from "#platform/database/schema/edi.ts";
import type { StoredOrderLine } from "#platform/database/schema/ediStored.ts";
import { fromBytes } from "#platform/domains/edi/documents/storable.ts";
import { summaryState } from "#platform/domains/edi/documents/streams.ts";
import type { InterchangeFacts } from "#platform/domains/edi/interchanges/facts.ts";
import {
  type Inbound,
  type MessageHead,
  type Readings,
  readings,
} from "#platform/domains/edi/interchanges/inbound.ts";
import {
  findInterchange,
  newestPosition,
  readText,
  type StoredInterchange,
} from "#platform/domains/edi/interchanges/repository.ts";
import { type Drop, takeInRead } from "#platform/domains/edi/interchanges/takeIn.ts";
import { attentionOf } from "#platform/domains/edi/operations/attention.ts";
import { takeOrderSteps } from "#platform/domains/edi/orders/steps.ts";
import { sidesOf } from "#platform/domains/edi/partners/repository.ts";
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

/** The result of `work`, which is rolled back, sequence numbers included; it yields to others, and restarts. */
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

const maxListed = 100;
/** Interchanges of a file, and messages in all, in a dry run: meanwhile the embedded database is blocked. */
const maxTried = 10;
/** Segments of a message in a dry run: more of them would block the database for too long. */
const maxSegments = 2000;

type Reply = { interchange: StoredInterchange; text: string };
type CheckedOrder = typeof ediOrders.$inferSelect;

type Checked = { interchange: StoredInterchange; read: Inbound; orders: CheckedOrder[]; replies: Reply[] };

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

type Parts = Readings["both"];

/** Tries the interchanges of a file. Refused ones stay refused, since nothing is done with them. */
function triedOf(parts: Parts): Parts {
  let left = maxTried;
  const isTried = ({ error, segmentCount }: MessageHead) => {
    if (error) return true;
    if (left === 0 || segmentCount > maxSegments) return false;
    left -= 1;
    return true;
  };
  return parts.map(({ facts, steps }) => ({
    facts,
    steps: { ...steps, messages: steps.messages.filter(isTried) },
  }));
}

/**
 * The result of taking a file in now (edi#check): it is read, taken in and processed by the same functions as any
 * other, and rolled back. The server responds while it is read. Of a large file the beginning is tried. `total` is the
 * number of interchanges in the file, reported here or not.
 */
export async function checkFile(database: Database, drop: Drop, at: Date) {
  const all = await readings.both(drop);
  const [first, rest] = [all.slice(0, maxTried), all.slice(maxTried, maxListed)];
  const tried = await dryRun(database, (transaction) => tryOut(transaction, drop, triedOf(first), at));
  const items = tried.map((checked, index) => {
    const before = first[index]?.steps.messages.length ?? 0;
    return checkedWire(checked, before - checked.read.messages.length);
  });
  return { items: [...items, ...rest.map(untriedWire)], total: all.length };
}

async function tryOut(transaction: Database, drop: Drop, parts: Parts, at: Date): Promise<Checked[]> {
  const position = await newestPosition(transaction);
  const facts = parts.map((part) => part.facts);
  const { interchangeIds } = await takeInRead(transaction, drop, facts, at);
  const processed: (Omit<Checked, "replies"> & { orderIds: string[] })[] = [];
  for (const [index, id] of interchangeIds.entries()) {
    const read = parts[index]?.steps;
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

const isEnded = (action: string): boolean => /^step:(finish|failure)$/.test(action);

/** The last finished step's record of an order; its history is latest first. */
const outcomeOf = ({ histories }: Pick<CheckedOrder, "histories">): string =>
  histories.find(({ action }) => waiting.includes(action) || isEnded(action))?.message ?? "";

const waiting = ["order:duplicate", "order:to-confirm"];

const untriedWords = (count: number): string =>
  `Not tried out here: ${count === 1 ? "1 message" : `${count} messages`}`;

/** What an interchange's steps say, why a person has to check it, and what was not tried; no work says nothing. */
function stepsOf(interchange: StoredInterchange, untried: number): string {
  const endings = interchange.histories.filter(({ action }) => isEnded(action)).map(({ message }) => message);
  const steps = endings.filter((words) => !words.startsWith("0 ")).reverse();
  const reasons = attentionOf(interchange);
  const messages = [
    ...steps,
    ...reasons.filter((words) => !endings.some((step) => step.includes(words) || words.includes(step))),
    ...(untried > 0 ? [untriedWords(untried)] : []),
  ];
  return messages.length > 0 ? messages.join(". ") : "Nothing in it is to be processed";
}

const problemOf = ({ differences = [] }: StoredOrderLine): string | null =>
  differences.length === 0 ? null : differences.map(({ words }) => words).join("; ");

export const orderOutcome = (order: Pick<CheckedOrder, "histories" | "utopiaOrderNumber">): string =>
  order.utopiaOrderNumber
    ? `It would become the order ${order.utopiaOrderNumber}`
    : outcomeOf(order) || "It would wait to be processed";

export const replyWire = ({ interchange: { messageTypes }, text }: Reply) => ({
  message_type: messageTypes[0] ?? "",
  interchange_text: text,
});

const checkedOrder = (order: CheckedOrder) => ({
  document_identifier: order.documentIdentifier,
  outcome: orderOutcome(order),
  lines: order.lines.map((line) => ({
    number: line.number,
    item: line.item,
    description: line.description,
    ordered: line.ordered,
    accepted: line.accepted,
    problem: problemOf(line),
  })),
});

const headOf = (row: InterchangeFacts["row"], { findings }: Inbound) => ({
  control_reference: row.controlReference,
  ...sidesOf(row),
  message_counts: row.messageCounts,
  segment_count: row.segmentCount,
  findings,
});

/** The predicted result of an interchange, in its wire form (edi#check); `untried` of its messages were not tried. */
const checkedWire = ({ interchange, read, orders, replies }: Checked, untried: number) => ({
  ...headOf(interchange, read),
  state: summaryState(interchange.streams),
  outcome: stepsOf(interchange, untried),
  orders: orders.map(checkedOrder),
  replies: replies.map(replyWire),
});

const untriedWire = ({ facts, steps }: Parts[number]) => ({
  ...headOf(facts.row, steps),
  state: "new",
  outcome: "It would be taken in. It comes too late in its file to be tried out here",
  orders: [],
  replies: [],
});
