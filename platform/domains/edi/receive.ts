import { acknowledge, summarise } from "#edifact/index.ts";
import type { Database } from "#platform/database/connect.ts";
import { documentReference, interchangeReference } from "./documents/references.ts";
import { atState, ediNote, stepNote } from "./documents/streams.ts";
import { markAnswered } from "./interchanges/answered.ts";
import { makeOutbound } from "./interchanges/outbound.ts";
import type { ReadInterchange, ReadMessage } from "./interchanges/reading.ts";
import {
  findEarlier,
  findInterchange,
  type InterchangeChange,
  type StoredInterchange,
  saveInterchange,
} from "./interchanges/repository.ts";
import { receiveSteps, receiveStream } from "./interchanges/takeIn.ts";
import { addEdiOrder } from "./orders/arrival.ts";
import { changeEdiOrder } from "./orders/changes.ts";
import { partnerOf as partnerBehind } from "./partners/repository.ts";

export type ReceiveStep = (typeof receiveSteps)[number];

/** What a step does to its interchange: where its stream goes, what it leads to, what its history says. */
type Outcome = InterchangeChange & {
  /** What the finished step says of itself. */
  words: string;
  /** Where the stream ends or stops here; undefined: it goes on. */
  ends?: "completed" | "rejected" | "failed" | "hold" | "manual";
};

type Receiving = { transaction: Database; found: StoredInterchange; read: ReadInterchange; at: Date };

const partnerOf = (identification: string, qualifier: string) => ({ identification, qualifier });

async function sendAcknowledgement(
  { transaction, found, read, at }: Receiving,
  refusedFor?: string,
): Promise<{ change: InterchangeChange; action: string } | undefined> {
  const { interchange } = read;
  const isAnswered = found.acknowledgementId !== null;
  if (!interchange || !found.acknowledgementRequested || isAnswered) return undefined;
  let action = "";
  const made = await makeOutbound(
    transaction,
    {
      cause: `${found.id}/contrl`,
      storeId: found.storeId,
      sender: partnerOf(found.recipient, found.recipientQualifier),
      recipient: partnerOf(found.sender, found.senderQualifier),
      write: (controlReference, preparedAt) => {
        const options = { controlReference, preparedAt, ...(refusedFor && { refusedFor }) };
        const answer = acknowledge(interchange, read.findings, options);
        if (!answer) throw new Error(`The interchange ${found.id} must not be acknowledged`);
        const [response] = answer.messages[0]?.segments ?? [];
        action = String(response?.elements[3] ?? "");
        return answer;
      },
      orderNumbers: "",
      references: [
        interchangeReference("acknowledged-interchange", "Acknowledged interchange", found.id, at),
      ],
    },
    at,
  );
  const title = `Functional acknowledgement ${made.controlReference}`;
  const isAccepted = action === "7" || action === "8";
  return {
    action,
    change: {
      acknowledged: isAccepted,
      acknowledgedAt: isAccepted ? at : null,
      acknowledgementId: made.id,
      acknowledgementAction: action,
      acknowledgementExpected: false,
      references: [interchangeReference("outgoing-functional-acknowledgement", title, made.id, at)],
    },
  };
}

/** `send-functional-acknowledgement`: also where an interchange that is a duplicate or broken stops. */
async function acknowledgeStep(receiving: Receiving): Promise<Outcome> {
  const { transaction, found, read, at } = receiving;
  const { direction, sender, senderQualifier, recipient, recipientQualifier, controlReference } = found;
  const identity = { direction, sender, senderQualifier, recipient, recipientQualifier };
  const first = controlReference
    ? await findEarlier(transaction, { ...identity, controlReference }, found.position)
    : undefined;
  // One that a person released goes on.
  const wasHeld = found.histories.some(({ action }) => action === "interchange:duplicate");
  if (first && !wasHeld) {
    const link = interchangeReference("duplicate-of-interchange", "First came as", first.id, at);
    if (first.digest === found.digest) {
      const words = "It is the same as an earlier interchange, and is not processed again";
      return {
        words,
        ends: "completed",
        references: [link],
        notes: [ediNote("interchange:duplicate", words)],
      };
    }
    const answer = await sendAcknowledgement(receiving, "26");
    const words = "Another interchange came under this control reference before; this one waits for a person";
    return {
      ...answer?.change,
      words,
      ends: "hold",
      references: [...(answer?.change.references ?? []), link],
      notes: [ediNote("interchange:duplicate", words)],
    };
  }
  const answer = await sendAcknowledgement(receiving);
  const told = answer
    ? `Acknowledged with action ${answer.action}`
    : found.acknowledgementId !== null
      ? "It was answered before"
      : "No acknowledgement is asked for";
  if (!read.isRefused) return { ...answer?.change, words: told };
  const words = "The interchange has errors in its envelope, and is not processed";
  return {
    ...answer?.change,
    words: `${told}. ${words}`,
    ends: answer || found.acknowledgementId !== null ? "rejected" : "failed",
  };
}

/** No warehouse could pack an order or change with more segments: a person has to look at it. */
const mostSegments = 20_000;

const isTooLarge = ({ message }: ReadMessage) =>
  (message.type === "ORDERS" || message.type === "ORDCHG") && message.segments.length > mostSegments;

/** The messages of a type that can be processed, with their places among all messages. */
const documentsOf = (read: ReadInterchange, type: string) =>
  read.messages.flatMap((told, index) =>
    told.message.type === type && !told.isRefused && !isTooLarge(told)
      ? [{ document: told.document, index }]
      : [],
  );

const added = (changes: InterchangeChange[]) => ({
  references: changes.flatMap(({ references }) => references ?? []),
  notes: changes.flatMap(({ notes }) => notes ?? []),
});

const counted = (count: number, what: string) => (count === 1 ? `1 ${what}` : `${count} ${what}s`);

/** `receive-inbound-functional-acknowledgements`: one without a match is recorded and changes no state. */
async function controlsStep({ transaction, found, read, at }: Receiving): Promise<Outcome> {
  const changes: InterchangeChange[] = [];
  // Two answers are taken in one order, so that processes never wait for each other in a circle.
  const summaries = documentsOf(read, "CONTRL").map(({ document }) => summarise(document));
  const controls = summaries.flatMap((summary) => (summary.kind === "CONTRL" ? [summary.control] : []));
  for (const control of controls.sort((one, other) =>
    one.controlReference.localeCompare(other.controlReference),
  )) {
    changes.push(await markAnswered(transaction, found, control, at));
  }
  return { ...added(changes), words: counted(controls.length, "acknowledgement") };
}

/** `receive-inbound-orders`: a message with errors in it is left out, and a person has to look. */
async function ordersStep({ transaction, found, read, at }: Receiving): Promise<Outcome> {
  const changes: InterchangeChange[] = [];
  for (const { document, index } of documentsOf(read, "ORDERS")) {
    const order = await addEdiOrder(transaction, found, document, index + 1, at);
    const title = `EDI order ${order.documentIdentifier}`;
    changes.push({ references: [documentReference("created-myer-edi-order-document", title, order.id, at)] });
  }
  return { ...added(changes), words: counted(changes.length, "order document") };
}

/** `receive-inbound-order-change-requests`, the last step: what could not be processed is left to a person. */
async function changesStep({ transaction, found, read, at }: Receiving): Promise<Outcome> {
  const changes: InterchangeChange[] = [];
  const orphans: string[] = [];
  for (const { document } of documentsOf(read, "ORDCHG")) {
    const changed = await changeEdiOrder(transaction, found, document, at);
    if (changed.kind === "changed") {
      const title = `EDI order ${changed.documentIdentifier}`;
      changes.push({
        references: [documentReference("changed-myer-edi-order-document", title, changed.id, at)],
      });
    } else orphans.push(changed.words);
  }
  const refused = read.messages.filter(({ isRefused }) => isRefused).length;
  const large = read.messages.filter(isTooLarge).length;
  const left = [
    ...orphans,
    ...(refused > 0 ? [`${counted(refused, "message")} with errors, not processed`] : []),
    ...(large > 0
      ? [`${counted(large, "message")} of more than ${mostSegments} segments, not processed`]
      : []),
  ];
  const notes = left.map((words) => ediNote("message:not-processed", words));
  const { references } = added(changes);
  const words = counted(changes.length, "order change");
  return { words, references, notes, ends: left.length > 0 ? "manual" : "completed" };
}

/**
 * The first step: an interchange from a partner that nobody knows waits for a person (edi#unknown-partner). Once the
 * partner is known, it goes on with the store of that partner.
 */
async function knownPartnerStep(receiving: Receiving): Promise<Outcome> {
  const { transaction, found } = receiving;
  const partner = await partnerBehind(transaction, found);
  if (partner) return { storeId: partner.storeId, ...(await acknowledgeStep(receiving)) };
  const [sender, recipient] = [
    `${found.sender} (${found.senderQualifier || "no qualifier"})`,
    `${found.recipient} (${found.recipientQualifier || "no qualifier"})`,
  ];
  const words = `Nobody knows the partner ${sender} with us as ${recipient}: it waits until that partner is added`;
  return { words, ends: "hold", notes: [ediNote("interchange:unknown-partner", words)] };
}

const steps: Record<ReceiveStep, (receiving: Receiving) => Promise<Outcome>> = {
  "send-functional-acknowledgement": knownPartnerStep,
  "receive-inbound-functional-acknowledgements": controlsStep,
  "receive-inbound-orders": ordersStep,
  "receive-inbound-order-change-requests": changesStep,
};

const isStep = (step: string | undefined): step is ReceiveStep =>
  receiveSteps.some((known) => known === step);

/** The step that an inbound interchange is at; undefined when its stream does not go on by itself. */
export function receiveStepOf({ streams }: StoredInterchange): ReceiveStep | undefined {
  const { state, step } = streams[receiveStream] ?? { state: "", step: "" };
  return (state === "new" || state === "active") && isStep(step) ? step : undefined;
}

/**
 * Takes one step of an inbound interchange with everything that follows from it, in one transaction, unless another
 * process moved it since it was read; returns whether it was taken here.
 */
export async function takeReceiveStep(
  database: Database,
  before: StoredInterchange,
  step: ReceiveStep,
  read: ReadInterchange,
  at: Date,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const found = await findInterchange(transaction, before.id, true);
    if (found?.revision !== before.revision) return false;
    const outcome = await steps[step]({ transaction, found, read, at });
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
          stepNote(ends === "failed" ? "failure" : "finish", receiveStream, step, words),
        ],
      },
      at,
    );
    return true;
  });
}
