import type { Database } from "#platform/database/connect.ts";
import { ediNote, interchangeReference } from "./documents/streams.ts";
import { refusedIn } from "./interchanges/answered.ts";
import type { Inbound } from "./interchanges/inbound.ts";
import { makeOutbound } from "./interchanges/outbound.ts";
import { isOfUnreadType } from "./interchanges/reading.ts";
import type { InterchangeChange, StoredInterchange } from "./interchanges/repository.ts";
import { findEarlier } from "./interchanges/series.ts";
import { isLifted } from "./operations/interchange.ts";
import { termsOf } from "./partners/repository.ts";

/** A step's result: the new stream state, references and history. */
export type Acknowledgement = InterchangeChange & {
  /** The finished step's history record. */
  words: string;
  /** The state in which the stream ends or stops; undefined: it continues. */
  ends?: "completed" | "rejected" | "failed" | "hold" | "manual";
};

export type Receiving = { transaction: Database; found: StoredInterchange; read: Inbound; at: Date };

const answerReference = "outgoing-functional-acknowledgement";

const partnerOf = (identification: string, qualifier: string) => ({ identification, qualifier });

/** The CONTRL of an interchange: one, and another each time a person accepts what was refused. */
async function sendAcknowledgement(
  { transaction, found, read, at }: Receiving,
  isDuplicate = false,
): Promise<{ change: InterchangeChange; action: string } | undefined> {
  const answers = found.referenceList.filter(({ type }) => type === answerReference).length;
  const isLiftedSince =
    isLifted(found) && (found.acknowledgementAction === "4" || found.refusedMessages.length > 0);
  const isAnswered = found.acknowledgementId !== null && !isLiftedSince;
  if (!found.acknowledgementRequested || isAnswered) return undefined;
  const { duplicate, lifted, usual } = read.answers;
  const answer = isDuplicate ? duplicate : isLifted(found) ? lifted : usual;
  if (!answer) throw new Error(`The interchange ${found.id} must not be acknowledged`);
  const [response] = answer.messages[0]?.segments ?? [];
  const action = String(response?.elements[3] ?? "");
  const made = await makeOutbound(
    transaction,
    {
      cause: answers === 0 ? `${found.id}/contrl` : `${found.id}/contrl/${answers + 1}`,
      storeId: found.storeId,
      sender: partnerOf(found.recipient, found.recipientQualifier),
      recipient: partnerOf(found.sender, found.senderQualifier),
      write: (controlReference, preparedAt) => ({ ...answer, controlReference, preparedAt }),
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
      references: [interchangeReference(answerReference, title, made.id, at)],
    },
  };
}

/** An interchange that a person accepts although it was refused: only unsupported messages stay refused. */
export function withoutRefusals(read: Inbound): Inbound {
  return {
    ...read,
    isRefused: false,
    messages: read.messages.map((message) => ({
      ...message,
      isRefused: message.error !== undefined && isOfUnreadType(message.error),
    })),
  };
}

const day = 86_400_000;

/** The date of preparation (0017), else of arrival; ISO 8601. */
const dayOf = ({ preparedAt, createdAt }: StoredInterchange): string =>
  (preparedAt || createdAt.toISOString()).slice(0, 10);

const maxErrorsNamed = 3;

/** The errors that refuse a whole interchange, in words. */
function errorWords({ findings }: Inbound): string {
  const errors = [
    ...new Set(findings.filter(({ severity }) => severity === "error").map(({ words }) => words)),
  ];
  const more = errors.length - maxErrorsNamed;
  const named = errors.slice(0, maxErrorsNamed).join(" ");
  return more > 0 ? `${named} There are ${more} more errors.` : named;
}

/** `send-functional-acknowledgement`: also for a duplicate or broken interchange, which then stops. */
export async function acknowledgeStep(receiving: Receiving): Promise<Acknowledgement> {
  const { transaction, found, read, at } = receiving;
  const { controlReference } = found;
  const earlier = controlReference
    ? await findEarlier(transaction, { ...found, controlReference })
    : undefined;
  // A released interchange continues.
  const wasHeld = found.histories.some(({ action }) => action === "interchange:duplicate");
  if (earlier && !wasHeld) {
    const link = interchangeReference("duplicate-of-interchange", "First came as", earlier.id, at);
    if (earlier.digest === found.digest) {
      const words = "It is the same as an earlier interchange, and is not processed again";
      return {
        words,
        ends: "completed",
        acknowledgementExpected: false,
        answeredWithId: earlier.id,
        references: [link],
        notes: [ediNote("interchange:duplicate", words)],
      };
    }
    const { reference_window_days: days } = await termsOf(transaction, found.sender);
    const [before, now] = [dayOf(earlier), dayOf(found)];
    if (Math.abs(Date.parse(now) - Date.parse(before)) <= days * day) {
      // A reused reference is no error of the partner: a duplicate is reported only when both have the same date.
      const answer = before === now ? await sendAcknowledgement(receiving, true) : undefined;
      const words = `Another interchange came under this control reference before, prepared on ${before}; this one, of ${now}, waits for a person`;
      return {
        ...answer?.change,
        words,
        ends: "hold",
        acknowledgementExpected: false,
        references: [...(answer?.change.references ?? []), link],
        notes: [ediNote("interchange:duplicate", words)],
      };
    }
  }
  const answer = await sendAcknowledgement(receiving);
  const message = answer
    ? `Acknowledged with action ${answer.action}`
    : found.acknowledgementId !== null
      ? "It was answered before"
      : "No acknowledgement is asked for";
  const refused = { acknowledgementExpected: false, refusedMessages: refusedIn(read) };
  if (!read.isRefused) return { ...answer?.change, ...refused, words: message };
  const words = `The interchange has errors in its envelope, and is not processed. ${errorWords(read)}`;
  return {
    ...answer?.change,
    ...refused,
    notes: [ediNote("interchange:refused", words)],
    words: `${message}. ${words}`,
    ends: answer || found.acknowledgementId !== null ? "rejected" : "failed",
  };
}
