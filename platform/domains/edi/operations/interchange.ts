import type { ediMessages } from "#contract/ediMessages.ts";
import { atState, ediNote, receiveSteps, receiveStream } from "#platform/domains/edi/documents/streams.ts";
import { sendStream } from "#platform/domains/edi/interchanges/outbound.ts";
import type { InterchangeChange, StoredInterchange } from "#platform/domains/edi/interchanges/repository.ts";
import { ended, going, isStopped, type Offer, type Operation, processWords } from "./operation.ts";
import { sendAgain, sendUnderNewReference } from "./resend.ts";

type InterchangeOperation = Operation<StoredInterchange, undefined, InterchangeChange>;

const processedTypes = ["CONTRL", "ORDERS", "ORDCHG"] satisfies (keyof typeof ediMessages)[];
export const isProcessed = (type: string): boolean => processedTypes.some((known) => known === type);

/** The history entry of a person who undid a refusal. */
const liftedAction = "interchange:refusal-lifted";

export const isLifted = ({ histories }: StoredInterchange): boolean =>
  histories.some(({ action }) => action === liftedAction);

const stateOf = ({ streams }: StoredInterchange, stream: string) => streams[stream]?.state ?? "";

const nameOf = ({ controlReference }: StoredInterchange) =>
  controlReference ? `interchange ${controlReference}` : "this file";

/** The first interchange under the same control reference. */
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

/** All operations on an interchange, in the order of the menu. */
export const interchangeOperations: readonly InterchangeOperation[] = [
  {
    action: "process",
    offer: (found) =>
      isRefusedToPartner(found) || isHeldOnly(found)
        ? undefined
        : { title: "Process", description: processWords(found.streams) },
    change: ({ found, at }) => going(found.streams, at),
  },
  {
    action: "release",
    offer: (found) =>
      isHeldOnly(found)
        ? {
            title: "Release",
            description: `It is on hold. It goes on at the step '${found.streams[receiveStream]?.step}'.`,
            ...(firstOf(found) && {
              warning: `Another interchange came under the control reference ${found.controlReference} before, and this one is processed beside it.`,
            }),
            ...related(found),
          }
        : undefined,
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
      found.messageTypes.some(isProcessed)
        ? {
            title: "Process again",
            description: `The messages of ${nameOf(found)} are gone through once more, and what is missing is made: an order document, a change, a match of an acknowledgement. What exists stays as it is, and nothing is made twice.`,
          }
        : undefined,
    change: ({ found, at }) => ({
      streams: atState(found.streams, receiveStream, "active", receiveSteps[1]),
      stepAt: at,
    }),
  },
  {
    action: "resend",
    offer: (found) =>
      isSent(found)
        ? {
            title: "Send again as it was",
            description: `The same bytes go out once more under ${found.controlReference}, in a file of a new name.${found.acknowledgementRequested ? " Its answer is awaited anew." : ""}`,
            ...(found.acknowledgementId !== null && {
              warning: `The partner has answered ${found.controlReference} already, and may refuse it now as a duplicate.`,
            }),
          }
        : undefined,
    change: sendAgain,
  },
  {
    action: "resend-new-reference",
    offer: (found) =>
      isSent(found)
        ? {
            title: "Send again under a new reference",
            description: `The messages of ${found.controlReference} go out in a new interchange, under the next control reference and with the time of now. The two are linked with each other.`,
            ...(found.acknowledged && {
              warning: `The partner has accepted ${found.controlReference}: it may act on these messages a second time.`,
            }),
          }
        : undefined,
    change: sendUnderNewReference,
  },
  {
    action: "discard",
    offer: (found) =>
      stateOf(found, receiveStream) === "hold" && firstOf(found)
        ? {
            title: "Discard as a duplicate",
            description: `It ends here, unprocessed. The interchange that came first under ${found.controlReference} stays as it is, and nothing is sent to the partner.`,
            ...related(found),
          }
        : undefined,
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
      isStopped(found.state) || isRefusalOpen(found)
        ? {
            title: "Close",
            description: `It ends here with your reason, which the history keeps. Nothing more of ${nameOf(found)} is ${found.direction === "outbound" ? "sent" : "processed"}.`,
            needs_reason: true,
          }
        : undefined,
    change: ({ found, at }) => ({
      streams: ended(found.streams),
      stepAt: null,
      handledAt: at,
      acknowledgementExpected: false,
    }),
  },
];

/**
 * Documents for which the API accepts `process`, the documented action, beyond where it is offered: it releases them.
 */
export const isReleasedByProcess = isHeldOnly;
