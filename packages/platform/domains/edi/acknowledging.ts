import type { Database } from "#database/connect.ts";
import { type ControlContent, codeMeaning, summarise } from "#edifact/index.ts";
import type { StoredHeadings, StoredRefusedMessage } from "#platform/database/schema/ediStored.ts";
import { storable } from "./documents/storable.ts";
import { atState, ediNote, interchangeReference } from "./documents/streams.ts";
import type { Inbound, MessageHead } from "./interchanges/inbound.ts";
import { makeOutbound } from "./interchanges/outbound.ts";
import { isOfUnreadType } from "./interchanges/reading.ts";
import {
  type InterchangeChange,
  type StoredInterchange,
  saveInterchange,
} from "./interchanges/repository.ts";
import { findAnswered, findEarlier } from "./interchanges/series.ts";
import { unmatched, unreadableAnswer } from "./operations/attention.ts";
import { isLifted } from "./operations/interchange.ts";
import { sidesOf, termsOf } from "./partners/repository.ts";

export type Acknowledgement = InterchangeChange & {
  words: string;
  /** The state in which the stream ends or stops; undefined: it continues. */
  ends?: "completed" | "rejected" | "failed" | "hold" | "manual";
};

export type Receiving = { transaction: Database; found: StoredInterchange; read: Inbound; at: Date };

const answerReference = "outgoing-functional-acknowledgement";

/** The CONTRL of an interchange: one, and another each time a person accepts what was refused. */
async function sendAcknowledgement({ transaction, found, read, at }: Receiving, isDuplicate = false) {
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
  const { sender, recipient } = sidesOf(found);
  const made = await makeOutbound(
    transaction,
    {
      cause: answers === 0 ? `${found.id}/contrl` : `${found.id}/contrl/${answers + 1}`,
      storeId: found.storeId,
      sender: recipient,
      recipient: sender,
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
    refusedGroups: [],
    messages: read.messages.map(({ error, ...message }) => ({
      ...message,
      error: error && isOfUnreadType(error) ? error : undefined,
    })),
  };
}

const day = 86_400_000;

/** The date of preparation (0017), else of arrival; ISO 8601. */
const dayOf = ({ preparedAt, createdAt }: StoredInterchange): string =>
  (preparedAt || createdAt.toISOString()).slice(0, 10);

const maxErrorsNamed = 3;

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

const maxListed = 100;

const unspecified = "18";

const syntaxErrorWords = (code: string): string =>
  code === "" ? "No reason was given" : `${codeMeaning("0085", code) ?? "Error"} (${storable(code, 3)})`;

/** The refused messages of an accepted interchange, and refused groups without any; none where it is refused as a whole. */
export function refusedIn({
  messages,
  refusedGroups,
  isRefused,
}: Pick<Inbound, "refusedGroups" | "isRefused"> & { messages: readonly MessageHead[] }) {
  if (isRefused) return [];
  const refused = [...messages, ...refusedGroups.map((group) => ({ ...group, number: "" }))];
  return refused
    .filter(({ error }) => error)
    .slice(0, maxListed)
    .map(
      ({ reference, type, number, error }): StoredRefusedMessage => ({
        reference: storable(reference, 14),
        message_type: storable(type, 20),
        number: storable(number, 100),
        words: syntaxErrorWords(error?.syntaxError ?? unspecified),
      }),
    );
}

type RefusedByPartner = { reference: string; type: string; error: string; segments: { error: string }[] };

/** The messages of ours that a partner refused, with their numbers. */
function refusedByPartner(
  refused: readonly RefusedByPartner[],
  headings: StoredHeadings,
): StoredRefusedMessage[] {
  const sent = Object.values(headings)
    .flat()
    .map((heading) => summarise(heading));
  return refused.slice(0, maxListed).map(({ reference, type, error, segments }) => {
    const message = sent.find((one) => one.reference === reference);
    const inside = segments.find((segment) => segment.error !== "")?.error ?? "";
    return {
      reference: storable(reference, 14),
      message_type: storable(type || (message?.type ?? ""), 20),
      number: storable(message?.documentIdentifier ?? "", 100),
      words: syntaxErrorWords(error || inside),
    };
  });
}

/** Marks the interchange that a CONTRL of `found` answers; returns the changes to `found`. */
export async function markAnswered(
  transaction: Database,
  found: StoredInterchange,
  control: ControlContent,
  at: Date,
): Promise<InterchangeChange> {
  const answered = await findAnswered(transaction, {
    direction: "outbound",
    sender: storable(control.sender.identification),
    senderQualifier: storable(control.sender.qualifier),
    recipient: storable(control.recipient.identification),
    recipientQualifier: storable(control.recipient.qualifier),
    controlReference: storable(control.controlReference),
    isTest: found.isTest,
  });
  if (!answered) {
    const words = `No interchange ${control.controlReference} was sent to this partner`;
    return { notes: [ediNote(unmatched, words)] };
  }
  const unknown = [control, ...control.messages].find(({ action }) => action === "unknown");
  if (unknown) {
    const words = `The partner answers ${control.controlReference} with the unknown action '${unknown.actionCode}': what was sent is still unanswered`;
    return { notes: [ediNote(unreadableAnswer, words)] };
  }
  if (answered.acknowledgementId === found.id) return {};
  const refused = control.messages.filter(({ action }) => action === "rejected");
  const isAccepted = control.action === "accepted" || control.action === "received";
  const words =
    control.action === "rejected"
      ? `Rejected by the partner${control.error ? `: ${syntaxErrorWords(control.error)}` : ""}`
      : `Acknowledged by the partner with action ${control.actionCode}`;
  const [stream, status] = Object.entries(answered.streams)[0] ?? [];
  const isRejected = control.action === "rejected" || refused.length > 0;
  await saveInterchange(
    transaction,
    answered,
    {
      acknowledged: answered.acknowledged || isAccepted,
      acknowledgedAt: isAccepted ? at : answered.acknowledgedAt,
      acknowledgementId: found.id,
      acknowledgementAction: storable(control.actionCode),
      acknowledgementExpected: false,
      refusedMessages: control.action === "rejected" ? [] : refusedByPartner(refused, answered.headings),
      handledAt: null,
      ...(isRejected && stream && status
        ? { streams: atState(answered.streams, stream, "rejected", status.step), stepAt: null }
        : {}),
      references: [
        interchangeReference(
          "incoming-functional-acknowledgement",
          "Functional acknowledgement",
          found.id,
          at,
        ),
      ],
      notes: [
        ediNote(
          control.action === "rejected" ? "acknowledgement:rejected" : "acknowledgement:received",
          words,
        ),
        ...refused.map(({ type, reference, error }) =>
          ediNote(
            "acknowledgement:message-refused",
            `Message ${reference} (${type}) was refused: ${syntaxErrorWords(error)}`,
            { error },
          ),
        ),
      ],
    },
    at,
  );
  const title = `Acknowledged ${control.controlReference}`;
  return {
    references: [interchangeReference("acknowledged-interchange", title, answered.id, at)],
    notes: [
      ediNote("acknowledgement:matched", `It answers ${control.controlReference}: ${words.toLowerCase()}`),
    ],
  };
}
