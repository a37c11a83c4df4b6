import { randomUUID } from "node:crypto";
import type { Database } from "#database/connect.ts";
import {
  type Change,
  changeProblems,
  type Facts,
  isForPerson,
  laterThan,
  lineName,
  namedCodes,
  type Order,
  type OrderMessage,
  takingProblems,
  utopiaOrder,
} from "#edi-orders/index.ts";
import type { StoredOrderMessage, StoredUpdateRecord } from "#platform/database/schema/ediStored.ts";
import { storable } from "#platform/domains/edi/documents/storable.ts";
import { atState, ediNote, interchangeReference } from "#platform/domains/edi/documents/streams.ts";
import { headed } from "#platform/domains/edi/interchanges/facts.ts";
import type { StoredInterchange } from "#platform/domains/edi/interchanges/repository.ts";
import { judgingOf } from "#platform/domains/edi/partners/repository.ts";
import { changedByPartner, isClosedToPartner } from "#platform/domains/orders/actions.ts";
import { findOrder, saveMovedOrder } from "#platform/domains/orders/repository.ts";
import { factsNow, storedFacts, storedLine } from "./facts.ts";
import {
  foldOf,
  type ReadEdiOrder,
  readEdiOrder,
  readLocked,
  readPartnerMessage,
  withMessage,
} from "./folded.ts";
import { type Arrived, orderMessage } from "./message.ts";
import { changeName, documentChangedBy, numberChangedBy } from "./numbered.ts";
import {
  createStep,
  createStream,
  type EdiOrderChange,
  findByMessage,
  lockWithLines,
  readOrderMessages,
  readWholeEdiOrder,
  refusedLabel,
  type StoredEdiOrder,
  saveEdiOrder,
  sentIn,
} from "./repository.ts";

/** The result of a change: `words` say what a person has to check, if anything. */
export type Changed =
  | { kind: "changed"; id: string; documentIdentifier: string; words?: string }
  | { kind: "uncertain"; words: string };

const uncertain = (words: string): Changed => ({ kind: "uncertain", words });

/** The tag of a change without a number (1004). */
const unnumbered = "without identifier";

type Locked = NonNullable<Awaited<ReturnType<typeof lockWithLines>>>;

/** A message to be taken as a change; `name` is its interchange's for people. */
type Taking = { message: StoredOrderMessage; read: OrderMessage; name: string; what: string };

/** What a change asks for, in words. */
function wordsOf({ isCancellation, named, moved }: Change): string {
  if (isCancellation) return "cancels the order";
  const lines = `changes ${named === 1 ? "1 line" : `${named} lines`}`;
  const words = [
    ...(moved.length > 0 && named === 0 ? [] : [lines]),
    ...(moved.length > 0 ? [`says that ${moved.join("; ")}`] : []),
  ];
  return words.join(", and ");
}

function recordOf(order: Order, change: Change, { read }: Taking, at: Date): StoredUpdateRecord {
  return {
    id: randomUUID(),
    created_at: at.toISOString(),
    message_label: change.isTooLate ? refusedLabel : "CHANGED",
    tags: ["partner", change.number || unnumbered].map((tag) => storable(tag)),
    order_update_message: {
      lines: order.lines.map(({ asked, promised }) => ({
        number: asked.number,
        ordered: asked.quantity,
        accepted: promised.quantity,
      })),
      refused: change.refused.map(({ place, line, reason }) => ({ place, line: storedLine(line), reason })),
      message: read.id,
    },
  };
}

/** What follows for the streams and records of the document, whose order is not made yet, or made. */
function effectsOf(
  document: Locked,
  order: Order,
  change: Change,
  record: StoredUpdateRecord,
): EdiOrderChange {
  const updateRecords = [...document.updateRecords, record];
  const isCancelled = order.cancelledBy === change;
  if (order.isOpened)
    // What a cancellation leads to is the order system's last word on the order, which follows.
    return isCancelled ? {} : { updateRecords };
  // It is compared again as a whole, and the first response answers the change.
  const { state = "" } = document.streams[createStream] ?? {};
  return {
    updateRecords,
    updatesTold: document.updatesTold + 1,
    ...(state === "hold" && { streams: atState(document.streams, createStream, "active", createStep) }),
    notes: isCancelled ? [ediNote("order:cancelled", "The partner cancelled it before it was made")] : [],
  };
}

/** Takes a message as a change of an order document and, as long as nothing of it was sent, of its Utopia order. */
async function takeChange(
  transaction: Database,
  target: Pick<StoredEdiOrder, "id" | "orderId">,
  taking: Taking,
  prepared: ReadEdiOrder | undefined,
  at: Date,
): Promise<Changed> {
  const utopia = target.orderId === null ? undefined : await findOrder(transaction, target.orderId, true);
  const document = await lockWithLines(transaction, target.id);
  if (!document) throw new Error(`The order document ${target.id} is gone`);
  const isCurrent = prepared?.id === document.id && prepared.revision === document.revision;
  const own = isCurrent ? prepared : await readLocked(transaction, document);
  const { what } = taking;
  const notTaken = (words: string) =>
    uncertain(`A ${what} of '${document.documentIdentifier}' was not applied: ${words}`);
  const later = laterThan(own.partnerMessages, taking.read);
  if (later)
    return notTaken(
      `what the partner sent later, in ${later.sent.controlReference}, was processed before it. Compare the two, and close this one`,
    );
  const before = foldOf(own);
  const facts = await factsFor(transaction, { document, utopia, before, message: taking.read }, at);
  const order = foldOf(withMessage(own, { ...taking.read, facts: before.isOpened ? facts : undefined }));
  const problems = takingProblems(before, order, facts, facts);
  if (problems.length > 0) return notTaken(problems.join("; "));
  const change = order.changes.find(({ message }) => message.id === taking.read.id);
  if (!change) throw new Error(`The message ${taking.read.id} is none of the order's`);
  const title = change.number ? `Order change ${change.number}` : taking.name;
  const words = wordsOf(change);
  const tooLate = `${title} ${words}, and came too late: ${facts.closed === "complete" ? "everything was sent" : "the order was sent in part, or ended,"} before. It stays as it is, and the partner is told so`;
  const { notes = [], ...effects } = effectsOf(document, order, change, recordOf(order, change, taking, at));
  await saveEdiOrder(
    transaction,
    document,
    {
      ...effects,
      ...(!change.isTooLate && { lines: order.lines.map(storedLine) }),
      messages: [{ ...taking.message, facts: before.isOpened ? storedFacts(facts) : undefined }],
      judged: own.unstored,
      stepAt: at,
      references: [interchangeReference("interchange:ordchg", title, taking.message.interchangeId, at)],
      notes: [
        ediNote("order:change-requested", `${title} ${words}`),
        ...change.refused.map(({ line, reason }) =>
          ediNote("order:change-refused", `${lineName(line.asked)} is not changed: ${reason}`),
        ),
        ...notes,
        ...(change.isTooLate ? [ediNote("order:change-too-late", tooLate)] : []),
      ],
    },
    at,
  );
  if (utopia && !change.isTooLate) {
    const { lineItems, amount, delivery } = utopiaOrder(order, facts.locations);
    const content = { lineItems, amountPaid: amount, ...(change.moved.length > 0 && delivery) };
    const effect = changedByPartner(utopia.order, change.isCancellation, content, change.number, at);
    if (effect) await saveMovedOrder(transaction, utopia.order, effect, at);
  }
  const stored = {
    kind: "changed",
    id: document.id,
    documentIdentifier: document.documentIdentifier,
  } as const;
  return isForPerson(change) ? { ...stored, words: tooLate } : stored;
}

type Judged = {
  document: Locked;
  utopia: Awaited<ReturnType<typeof findOrder>>;
  before: Order;
  message: OrderMessage;
};

/** What is known now of the lines that a message names, and whether the order can still be changed. */
async function factsFor(transaction: Database, { document, utopia, before, message }: Judged, at: Date) {
  const { terms } = await judgingOf(transaction, document.partner, at);
  const codes = before.isOpened ? namedCodes(before, message, terms.units) : [];
  const facts = await factsNow(transaction, document, codes, at);
  const isClosed = utopia !== undefined && isClosedToPartner(utopia.order);
  const closed: Facts["closed"] = utopia?.order.status === "COMPLETE" ? "complete" : "sent";
  return { ...facts, ...(isClosed && { closed }) };
}

/** Why a message is no applicable change, in words; undefined when it is one. */
async function problemOf(
  transaction: Database,
  partner: string,
  { message, read }: Pick<Taking, "message" | "read">,
  at: Date,
): Promise<string | undefined> {
  const words = changeProblems(read, await judgingOf(transaction, partner, at));
  if (words.length === 0) return undefined;
  const { type, documentIdentifier } = headed(message.message);
  const number = numberChangedBy(message.message) || "an order without a number";
  const name = [type, documentIdentifier].filter(Boolean).join(" ");
  return `${name}, a change of '${number}', was not applied: ${words.join("; ")}`;
}

/** Changes the living order of a number into a second document of that number. */
export async function takeSecondAsChange(
  transaction: Database,
  living: StoredEdiOrder,
  second: Pick<StoredEdiOrder, "id" | "partner" | "interchangeId">,
  at: Date,
): Promise<Changed> {
  const [first] = await readOrderMessages(transaction, second.id, "Orders");
  if (!first) throw new Error(`The order document ${second.id} has no message`);
  const { ordinal: _, facts: __, sent: ___, ...message } = first;
  const taking = {
    message,
    read: await readPartnerMessage({ ...first, facts: null }),
    ...{ name: "Order change by a second order", what: "change" },
  };
  const problem = await problemOf(transaction, second.partner, taking, at);
  return problem ? uncertain(problem) : takeChange(transaction, living, taking, undefined, at);
}

/** A message that changes or cancels an order, and that order, if there is one: reading long ones takes a while. */
export async function prepareChange(
  database: Database,
  interchange: StoredInterchange,
  arrived: Arrived,
  orderId: string | undefined,
) {
  const message = orderMessage(interchange.id, arrived);
  const sent = sentIn(interchange, arrived.place);
  const whole = orderId === undefined ? undefined : await readWholeEdiOrder(database, orderId);
  return {
    arrived,
    read: await readPartnerMessage({ ...message, facts: null, sent }),
    order: whole && (await readEdiOrder(whole)),
  };
}

/** Takes a message for the order that it changes or cancels, once. */
export async function changeEdiOrder(
  transaction: Database,
  interchange: StoredInterchange,
  { arrived, read, order }: Awaited<ReturnType<typeof prepareChange>>,
  at: Date,
): Promise<Changed> {
  const { document, place } = arrived;
  const earlier = await findByMessage(transaction, interchange.id, place);
  if (earlier) return { kind: "changed", ...earlier };
  const taking = {
    ...{ message: orderMessage(interchange.id, arrived), read },
    name: interchange.controlReference
      ? `Interchange ${interchange.controlReference}`
      : "Order change by a second order",
    what: changeName(document),
  };
  const problem = await problemOf(transaction, interchange.sender, taking, at);
  if (problem) return uncertain(problem);
  const changedDocument = await documentChangedBy(transaction, interchange, document);
  return typeof changedDocument === "string"
    ? uncertain(changedDocument)
    : takeChange(transaction, changedDocument, taking, order, at);
}
