import type { Database } from "#database/connect.ts";
import { type Agreement, functionOf } from "#edi-orders/index.ts";
import { type Chunked, type ControlContent, runCooperatively, summarise } from "#edifact/index.ts";
import type { StoredPartner } from "#platform/database/schema/ediStored.ts";
import {
  type Acknowledgement,
  acknowledgeStep,
  markAnswered,
  type Receiving,
  withoutRefusals,
} from "./acknowledging.ts";
import { isProcessed } from "./documents/messages.ts";
import {
  atState,
  documentReference,
  ediNote,
  receiveSteps,
  receiveStream,
  stepNote,
} from "./documents/streams.ts";
import {
  documentOf,
  type Inbound,
  isTooLarge,
  type MessageHead,
  maxSegments,
} from "./interchanges/inbound.ts";
import { isOfUnreadType } from "./interchanges/reading.ts";
import {
  findInterchange,
  type InterchangeChange,
  ifUntouched,
  type StoredInterchange,
  saveInterchange,
} from "./interchanges/repository.ts";
import { answersNothing } from "./operations/attention.ts";
import { isLifted } from "./operations/interchange.ts";
import type { Arrived } from "./orders/message.ts";
import { addEdiOrder, prepareEdiOrder } from "./orders/newDocument.ts";
import { documentChangedBy } from "./orders/numbered.ts";
import { takeOrderSteps } from "./orders/steps.ts";
import { type Changed, changeEdiOrder, prepareChange } from "./orders/takeChange.ts";
import { judgingOf, partnerOf as partnerBehind, sidesOf } from "./partners/repository.ts";

export type ReceiveStep = (typeof receiveSteps)[number];

type AddedOrder = Awaited<ReturnType<typeof addEdiOrder>>;

/** A step's input; the order documents are those added for it, the changes the results of each. */
type Step = Receiving & { orders: readonly AddedOrder[]; changes: readonly Changed[] };

/** The messages that can be processed and are requested, one after the other, with their places among all messages. */
function* documentsOf(read: Inbound, isWanted: (head: MessageHead) => boolean) {
  for (const head of read.messages)
    if (!head.error && !isTooLarge(head) && isWanted(head))
      yield { document: documentOf(head), index: head.index, decimalMark: head.decimalMark };
}

/** Whether an ORDERS message changes or cancels an order, by the partner's header table (edi#header). */
const changesOrder = ({ type, messageFunction }: MessageHead, judging: Agreement): boolean =>
  type === "ORDERS" && ["change", "cancel"].includes(functionOf(messageFunction, judging).decision);

const added = (changes: InterchangeChange[]) => ({
  references: changes.flatMap(({ references }) => references ?? []),
  notes: changes.flatMap(({ notes }) => notes ?? []),
});

const counted = (count: number, what: string) => (count === 1 ? `1 ${what}` : `${count} ${what}s`);

function* controlsIn(read: Inbound): Chunked<ControlContent[]> {
  const controls: ControlContent[] = [];
  for (const { document } of documentsOf(read, ({ type }) => type === "CONTRL")) {
    const summary = summarise(document);
    if (summary.kind === "CONTRL") controls.push(summary.control);
    yield;
  }
  return controls;
}

/** `receive-inbound-functional-acknowledgements`: one without a match needs a person in the end. */
async function controlsStep({ transaction, found, read, at }: Receiving): Promise<Acknowledgement> {
  const controls = await runCooperatively(controlsIn(read));
  // Two answers are locked in one order, so that processes cannot deadlock.
  controls.sort((one, other) => one.controlReference.localeCompare(other.controlReference));
  const changes: InterchangeChange[] = [];
  for (const control of controls) changes.push(await markAnswered(transaction, found, control, at));
  return { ...added(changes), words: counted(controls.length, "acknowledgement") };
}

/** An interchange's content for processing: a person may have lifted its refusals. */
const readOf = (interchange: StoredInterchange, read: Inbound): Inbound =>
  isLifted(interchange) ? withoutRefusals(read) : read;

/**
 * Does the work of a step's messages before it, each in a transaction of its own: an interchange of a thousand orders
 * does not block the database, and each is done once, however often it is retried. Undefined where another process has
 * advanced the interchange since it was read.
 */
async function perMessage<T>(
  database: Database,
  before: StoredInterchange,
  messages: ReturnType<typeof documentsOf>,
  prepare: (message: Arrived) => Promise<Parameters<typeof ifUntouched<T>>[2]>,
): Promise<T[] | undefined> {
  const results: T[] = [];
  for (const { index, ...message } of messages) {
    const result = await ifUntouched(database, before, await prepare({ ...message, place: index + 1 }));
    if (!result) return undefined;
    results.push(result);
  }
  return results;
}

async function addOrders(database: Database, before: StoredInterchange, read: Inbound, at: Date) {
  const judging = await judgingOf(database, before.sender, at);
  const makesOrder = (head: MessageHead) => head.type === "ORDERS" && !changesOrder(head, judging);
  const messages = documentsOf(readOf(before, read), makesOrder);
  return perMessage(database, before, messages, async (message) => {
    const prepared = await prepareEdiOrder(before, message);
    return (transaction, found) => addEdiOrder(transaction, found, prepared, at);
  });
}

async function applyChanges(database: Database, before: StoredInterchange, read: Inbound, at: Date) {
  const judging = await judgingOf(database, before.sender, at);
  const isChange = (head: MessageHead) => head.type === "ORDCHG" || changesOrder(head, judging);
  const messages = documentsOf(readOf(before, read), isChange);
  return perMessage(database, before, messages, async (message) => {
    // An order's outstanding work is done first, so that each change is answered with the state at that time.
    const earlier = await documentChangedBy(database, before, message.document);
    const orderId = typeof earlier === "string" ? undefined : earlier.id;
    if (orderId !== undefined) await takeOrderSteps(database, orderId, at);
    const prepared = await prepareChange(database, before, message, orderId);
    return (transaction, found) => changeEdiOrder(transaction, found, prepared, at);
  });
}

/** `receive-inbound-orders`: a message with errors is left out, and needs a person. */
async function ordersStep({ orders, at }: Step): Promise<Acknowledgement> {
  const references = orders.map(({ id, documentIdentifier }) =>
    documentReference("created-myer-edi-order-document", `EDI order ${documentIdentifier}`, id, at),
  );
  return { references, words: counted(orders.length, "order document") };
}

const maxListed = 10;

type Named = Pick<MessageHead, "type" | "reference" | "documentIdentifier" | "error">;

const listed = (heads: readonly Named[], wordsOf: (head: Named) => string, what: string) => [
  ...heads.slice(0, maxListed).map(wordsOf),
  ...(heads.length > maxListed ? [`${counted(heads.length - maxListed, "more message")} ${what}`] : []),
];

const unusedWords = ({ type, reference, documentIdentifier }: Named): string =>
  `${type} ${documentIdentifier || reference} came, and nothing here uses it: look at it, and close this`;

function refusalWords({ type, reference, documentIdentifier, error }: Named): string {
  const name = [type, documentIdentifier || reference].join(" ");
  return error && isOfUnreadType(error)
    ? `${name} was not processed: ${type} messages are not supported`
    : `${name} was not processed: ${error?.words ?? "it has errors"}`;
}

/** `receive-inbound-order-change-requests`, the last step: what could not be processed is left to a person. */
async function changesStep({ found, read, changes, at }: Step): Promise<Acknowledgement> {
  const applied = changes.flatMap((change) => (change.kind === "changed" ? [change] : []));
  const orphans = changes.flatMap(({ words }) => words ?? []);
  const references = applied.map(({ id, documentIdentifier }) =>
    documentReference("changed-myer-edi-order-document", `EDI order ${documentIdentifier}`, id, at),
  );
  const unused = read.messages.filter(({ type, error }) => !error && !isProcessed(type));
  const refused = [
    ...read.messages.filter(({ error }) => error),
    ...read.refusedGroups.map((group) => ({ ...group, documentIdentifier: "" })),
  ];
  const large = read.messages.filter(isTooLarge).length;
  const left = [
    ...orphans,
    ...listed(unused, unusedWords, "that nothing uses"),
    ...listed(refused, refusalWords, "with errors"),
    ...(large > 0
      ? [`${counted(large, "message")} of more than ${maxSegments} segments, not processed`]
      : []),
  ];
  const notes = left.map((words) => ediNote("message:not-processed", words));
  const words = counted(applied.length, "order change");
  const isLeft = left.length > 0 || answersNothing(found);
  return { words, references, notes, ends: isLeft ? "manual" : "completed" };
}

/** An interchange from an unknown partner waits (edi#unknown-partner), and goes on with the store of that partner. */
async function knownPartnerStep(receiving: Receiving): Promise<Acknowledgement> {
  const { transaction, found } = receiving;
  const partner = await partnerBehind(transaction, found);
  if (partner) {
    const { storeId } = partner;
    return { storeId, ...(await acknowledgeStep({ ...receiving, found: { ...found, storeId } })) };
  }
  const named = ({ identification, qualifier }: StoredPartner) =>
    `${identification} (${qualifier || "no qualifier"})`;
  const { sender, recipient } = sidesOf(found);
  const words = `Nobody knows the partner ${named(sender)} with us as ${named(recipient)}: it waits until the file of partners has that partner, and a person releases it`;
  return { words, ends: "hold", notes: [ediNote("interchange:unknown-partner", words)] };
}

/** A step's history text by where its stream ends or stops: on hold its work is not done. */
const endNotes = {
  completed: "finish",
  rejected: "finish",
  manual: "finish",
  failed: "failure",
  hold: "waiting",
} as const;

const steps: Record<ReceiveStep, (step: Step) => Promise<Acknowledgement>> = {
  "send-functional-acknowledgement": knownPartnerStep,
  "receive-inbound-functional-acknowledgements": controlsStep,
  "receive-inbound-orders": ordersStep,
  "receive-inbound-order-change-requests": changesStep,
};

const isStep = (step: string | undefined): step is ReceiveStep =>
  receiveSteps.some((known) => known === step);

/** The current step of an inbound interchange; undefined when its stream does not continue automatically. */
export function receiveStepOf({ streams }: StoredInterchange): ReceiveStep | undefined {
  const { state, step } = streams[receiveStream] ?? { state: "", step: "" };
  return (state === "new" || state === "active") && isStep(step) ? step : undefined;
}

/**
 * Takes one step of an inbound interchange with everything that follows from it, in one transaction, unless another
 * process advanced it since it was read; returns whether it was taken here. Its order documents are added just before.
 */
export async function takeReceiveStep(
  database: Database,
  before: StoredInterchange,
  step: ReceiveStep,
  read: Inbound,
  at: Date,
): Promise<boolean> {
  const orders = step === "receive-inbound-orders" ? await addOrders(database, before, read, at) : [];
  const isLast = step === "receive-inbound-order-change-requests";
  const changes = isLast ? await applyChanges(database, before, read, at) : [];
  if (!orders || !changes) return false;
  const isTaken = await ifUntouched(database, before, async (transaction, found) => {
    const outcome = await steps[step]({ transaction, found, read: readOf(found, read), orders, changes, at });
    const { words, ends, notes = [], ...change } = outcome;
    const next = receiveSteps[receiveSteps.indexOf(step) + 1];
    const goesOn = ends === undefined && next !== undefined;
    await saveInterchange(
      transaction,
      found,
      {
        ...change,
        streams: goesOn
          ? atState(found.streams, receiveStream, "active", next)
          : atState(found.streams, receiveStream, ends ?? "completed", step),
        stepAt: goesOn ? at : null,
        attempts: 0,
        notes: [
          stepNote("start", receiveStream, step, "Begins"),
          ...notes,
          stepNote(endNotes[ends ?? "completed"], receiveStream, step, words),
        ],
      },
      at,
    );
    return true;
  });
  return isTaken ?? false;
}

// More steps than a document has at one moment.
const stepsAtOnce = 12;

/** Takes the due steps of an inbound interchange, as far as no other process takes one of them. */
export async function takeReceiveSteps(database: Database, id: string, read: Inbound, at: Date) {
  for (let count = 0; count < stepsAtOnce; count += 1) {
    const found = await findInterchange(database, id);
    const step = found?.stepAt && found.stepAt <= at ? receiveStepOf(found) : undefined;
    if (!found || !step || !(await takeReceiveStep(database, found, step, read, at))) return;
  }
}
