import type { Database } from "#database/connect.ts";
import {
  type Interchange,
  type Message,
  type OutgoingInterchange,
  type OutgoingMessage,
  runCooperatively,
} from "#edifact/index.ts";
import type { StoredEdiReference } from "#platform/database/schema/ediStored.ts";
import { isProcessed } from "#platform/domains/edi/documents/messages.ts";
import { fromBytes } from "#platform/domains/edi/documents/storable.ts";
import {
  atState,
  ediNote,
  interchangeReference,
  receiveSteps,
  receiveStream,
  stepNote,
} from "#platform/domains/edi/documents/streams.ts";
import { makeOutbound, sendStream, transmitStep } from "#platform/domains/edi/interchanges/outbound.ts";
import { readAll } from "#platform/domains/edi/interchanges/reading.ts";
import {
  type InterchangeChange,
  keepFile,
  readFile,
  readText,
  type StoredInterchange,
} from "#platform/domains/edi/interchanges/repository.ts";
import { findEdiOrder, type StoredEdiOrder, saveEdiOrder } from "#platform/domains/edi/orders/repository.ts";
import { sidesOf } from "#platform/domains/edi/partners/repository.ts";
import {
  type Asked,
  ended,
  going,
  isStopped,
  type Offer,
  type Operation,
  processWords,
} from "./operation.ts";

type InterchangeOperation = Operation<StoredInterchange, undefined, InterchangeChange>;

const liftedAction = "interchange:refusal-lifted";

export const isLifted = ({ histories }: StoredInterchange): boolean =>
  histories.some(({ action }) => action === liftedAction);

const stateOf = ({ streams }: StoredInterchange, stream: string) => streams[stream]?.state ?? "";

const nameOf = ({ controlReference }: StoredInterchange) =>
  controlReference ? `interchange ${controlReference}` : "this file";

function firstOf({ referenceList, controlReference }: StoredInterchange) {
  const id = referenceList.find(({ type }) => type === "duplicate-of-interchange")?.meta[
    "interchange-document-id"
  ];
  if (typeof id !== "string") return undefined;
  return { kind: "interchange", id, name: `Interchange ${controlReference ?? ""}` } as const;
}

const isRefusedToPartner = (found: StoredInterchange): boolean =>
  found.acknowledgementAction === "4" &&
  ["hold", "rejected", "failed"].includes(stateOf(found, receiveStream));

/** Whether it, or a message of it, is not processed because of errors, which a person may overrule. */
function isTakable(found: StoredInterchange): boolean {
  const state = stateOf(found, receiveStream);
  if (found.controlReference === null || found.direction !== "inbound") return false;
  if (isRefusedToPartner(found)) return true;
  if (["failed", "rejected"].includes(state)) {
    return found.findingCounts.error > 0 && found.streams[receiveStream]?.step === receiveSteps[0];
  }
  return state === "manual" && found.refusedMessages.some(({ message_type }) => isProcessed(message_type));
}

const isHeldOnly = (found: StoredInterchange): boolean =>
  stateOf(found, receiveStream) === "hold" && !isRefusedToPartner(found);

const isSent = (found: StoredInterchange): boolean =>
  ["completed", "rejected"].includes(stateOf(found, sendStream)) &&
  found.controlReference !== null &&
  found.direction === "outbound";

/** Whether the partner, or we, refused it or a part of it, and nobody has dealt with that. */
const isRefusalOpen = (found: StoredInterchange): boolean =>
  found.handledAt === null && (found.state === "rejected" || found.refusedMessages.length > 0);

const related = (found: StoredInterchange): Pick<Offer, "related"> => {
  const first = firstOf(found);
  return first ? { related: [first] } : {};
};

function processRefusedOffer(found: StoredInterchange): Offer | undefined {
  if (!isTakable(found)) return undefined;
  const isReported = found.acknowledgementId !== null;
  const first = firstOf(found);
  return {
    title: "Process although it was refused",
    description: isReported
      ? `The partner was told that ${nameOf(found)}, or a part of it, is refused. It gets a new CONTRL that accepts it, and then everything that can be read is processed.`
      : `Everything in ${nameOf(found)} that can be read is processed, although errors were found in it.`,
    warning: first
      ? `Another interchange came under the control reference ${found.controlReference} before, and this one is processed beside it.`
      : isReported
        ? "The partner may have sent it again under another reference, since it was refused."
        : "What could not be read is missing from what is made of it.",
    ...related(found),
  };
}

const isRepetition = (found: StoredInterchange) =>
  found.answeredWithId !== null || firstOf(found) !== undefined;

type AskedInterchange = Asked<StoredInterchange, undefined>;

const countOf = ({ histories }: StoredInterchange, wanted: string): number =>
  histories.filter(({ action }) => action === wanted).length;

const unanswered = {
  acknowledged: false,
  acknowledgedAt: null,
  acknowledgementId: null,
  acknowledgementAction: null,
  refusedMessages: [],
  handledAt: null,
} satisfies InterchangeChange;

/** Transmits the same bytes once more, in a file of a new name, and expects a new answer. */
async function sendAgain({ transaction, found, at }: AskedInterchange): Promise<InterchangeChange> {
  const { name, sha256, content } = await readFile(transaction, found.fileId);
  const number = countOf(found, "action:resend") + 2;
  const fileId = await keepFile(transaction, {
    dropKey: `again/${found.id}/${number}`,
    name: name.replace(/(-again-\d+)?(\.\w+)?$/, `-again-${number}$2`),
    origin: "outbound",
    sha256,
    content,
    createdAt: at,
  });
  if (!fileId) throw new Error(`The file of the interchange ${found.id} was kept for this before`);
  return {
    ...unanswered,
    fileId,
    streams: atState(found.streams, sendStream, "active", transmitStep),
    stepAt: at,
    notes: [
      stepNote("start", sendStream, transmitStep, `Ready to be sent again as ${found.controlReference}`),
    ],
  };
}

const withoutService = ({ header, trailer, segments, ...message }: Message): OutgoingMessage => ({
  ...message,
  segments: segments.filter((segment) => segment !== header && segment !== trailer),
});

/** An interchange with the same messages under another control reference and time. */
const readdressed = (
  { header: _header, trailer: _trailer, groups: _groups, messages, ...interchange }: Interchange,
  controlReference: string,
  preparedAt: string,
): OutgoingInterchange => ({
  ...interchange,
  controlReference,
  preparedAt,
  messages: messages.map(withoutService),
});

/** The order documents of an interchange, locked, each with its own link to the interchange. */
async function lockedOrders(transaction: Database, found: StoredInterchange) {
  const ids = found.referenceList
    .filter(({ type }) => type === "source-myer-edi-order-document")
    .map(({ meta }) => String(meta["order-document-id"]));
  const locked: { order: StoredEdiOrder; earlier: StoredEdiReference }[] = [];
  for (const id of [...new Set(ids)].sort()) {
    const order = await findEdiOrder(transaction, id, true);
    const earlier = order?.referenceList.find((one) => one.meta["interchange-document-id"] === found.id);
    if (order && earlier) locked.push({ order, earlier });
  }
  return locked;
}

/** Sends its messages in a new interchange, under the next control reference; the two are linked with each other. */
async function sendUnderNewReference({ transaction, found, at }: AskedInterchange) {
  const text = fromBytes(await readText(transaction, found.id));
  const [read] = await runCooperatively(readAll(text));
  const interchange = read?.interchange;
  if (!interchange) throw new Error(`The interchange ${found.id} cannot be read again`);
  const number = countOf(found, "action:resend-new-reference") + 1;
  // A transaction that holds an order may lock the control reference next: here too the order is locked first.
  const locked = await lockedOrders(transaction, found);
  const made = await makeOutbound(
    transaction,
    {
      cause: `${found.id}/again/${number}`,
      storeId: found.storeId,
      ...sidesOf(found),
      write: (controlReference, preparedAt) => readdressed(interchange, controlReference, preparedAt),
      options: {
        separators: interchange.separators,
        keepEmpty: true,
        withoutAdvice: !text.startsWith("UNA"),
      },
      orderNumbers: found.orderNumbers,
      references: [
        interchangeReference("sends-again", `Sends again ${found.controlReference}`, found.id, at),
        ...found.referenceList.filter(({ type }) =>
          ["source-myer-edi-order-document", "acknowledged-interchange"].includes(type),
        ),
      ],
    },
    at,
  );
  for (const { order, earlier } of locked) {
    const title = `${earlier.title.replace(found.controlReference ?? "", made.controlReference)} (sent again)`;
    const words = `${found.controlReference} was sent again as ${made.controlReference}`;
    const references = [interchangeReference(earlier.type, title, made.id, at)];
    await saveEdiOrder(transaction, order, { references, notes: [ediNote("order:sent-again", words)] }, at);
  }
  return {
    acknowledgementExpected: false,
    handledAt: at,
    references: [
      interchangeReference("sent-again-as", `Sent again as ${made.controlReference}`, made.id, at),
    ],
    notes: [ediNote("interchange:sent-again", `Its messages go out again as ${made.controlReference}`)],
  };
}

/** All operations on an interchange, in the order of the menu. */
export const interchangeOperations: readonly InterchangeOperation[] = [
  {
    action: "process",
    offer: (found) =>
      !isRefusedToPartner(found) &&
      !isHeldOnly(found) && { title: "Process", description: processWords(found.streams) },
    change: ({ found, at }) => going(found.streams, at),
  },
  {
    action: "release",
    offer: (found) =>
      isHeldOnly(found) && {
        title: "Release",
        description: `It is on hold. It goes on at the step '${found.streams[receiveStream]?.step}'.`,
        ...(firstOf(found) && {
          warning: `Another interchange came under the control reference ${found.controlReference} before, and this one is processed beside it.`,
        }),
        ...related(found),
      },
    change: ({ found, at }) => going(found.streams, at),
  },
  {
    action: "process-refused",
    offer: processRefusedOffer,
    change: ({ found, at }) => ({
      streams: atState(found.streams, receiveStream, "active", receiveSteps[0]),
      stepAt: at,
      handledAt: null,
      notes: [ediNote(liftedAction, "A person takes in what was refused")],
    }),
  },
  {
    action: "reprocess",
    offer: (found) =>
      stateOf(found, receiveStream) === "completed" &&
      !isRepetition(found) &&
      found.messageTypes.some(isProcessed) && {
        title: "Process again",
        description: `The messages of ${nameOf(found)} are gone through once more, and what is missing is made: an order document, a change, a match of an acknowledgement. What exists stays as it is, and nothing is made twice.`,
      },
    change: ({ found, at }) => ({
      streams: atState(found.streams, receiveStream, "active", receiveSteps[1]),
      stepAt: at,
    }),
  },
  {
    action: "resend",
    offer: (found) =>
      isSent(found) && {
        title: "Send again as it was",
        description: `The same bytes go out once more under ${found.controlReference}, in a file of a new name.${found.acknowledgementRequested ? " Its answer is awaited anew." : ""}`,
        ...(found.acknowledgementId !== null && {
          warning: `The partner has answered ${found.controlReference} already, and may refuse it now as a duplicate.`,
        }),
      },
    change: sendAgain,
  },
  {
    action: "resend-new-reference",
    offer: (found) =>
      isSent(found) && {
        title: "Send again under a new reference",
        description: `The messages of ${found.controlReference} go out in a new interchange, under the next control reference and with the time of now. The two are linked with each other.`,
        ...(found.acknowledged && {
          warning: `The partner has accepted ${found.controlReference}: it may act on these messages a second time.`,
        }),
      },
    change: sendUnderNewReference,
  },
  {
    action: "discard",
    offer: (found) =>
      stateOf(found, receiveStream) === "hold" &&
      firstOf(found) !== undefined && {
        title: "Discard as a duplicate",
        description: `It ends here, unprocessed. The interchange that came first under ${found.controlReference} stays as it is, and nothing is sent to the partner.`,
        ...related(found),
      },
    change: ({ found, at }) => ({
      streams: atState(found.streams, receiveStream, "rejected", found.streams[receiveStream]?.step ?? ""),
      stepAt: null,
      handledAt: at,
      acknowledgementExpected: false,
    }),
  },
  {
    action: "close",
    offer: (found) =>
      (isStopped(found.state) || isRefusalOpen(found)) && {
        title: "Close",
        description: `It ends here with your reason, which the history keeps. Nothing more of ${nameOf(found)} is ${found.direction === "outbound" ? "sent" : "processed"}.`,
        needs_reason: true,
      },
    change: ({ found, at }) => ({
      streams: ended(found.streams),
      stepAt: null,
      handledAt: at,
      acknowledgementExpected: false,
    }),
  },
];

/** The API accepts `process`, the documented action, for these too: it releases them. */
export const isReleasedByProcess = isHeldOnly;
