import { type ControlContent, codeMeaning, summarise } from "#edifact/index.ts";
import type { Database } from "#platform/database/connect.ts";
import type { StoredHeadings, StoredRefusedMessage } from "#platform/database/schema/ediStored.ts";
import { storable } from "#platform/domains/edi/documents/storable.ts";
import { atState, ediNote, interchangeReference } from "#platform/domains/edi/documents/streams.ts";
import { unmatched } from "#platform/domains/edi/operations/attention.ts";
import type { MessageHead } from "./inbound.ts";
import { type InterchangeChange, type StoredInterchange, saveInterchange } from "./repository.ts";
import { findAnswered } from "./series.ts";

/** The most refused messages of an interchange that are listed one by one. */
const maxListed = 100;

const unspecified = "18";

/** The meaning of a code of 0085, with the code. */
const syntaxErrorWords = (code: string): string =>
  code === "" ? "No reason was given" : `${codeMeaning("0085", code) ?? "Error"} (${storable(code, 3)})`;

/** The refused messages of an accepted interchange; none where it is refused as a whole. */
export function refusedIn({
  messages,
  isRefused,
}: {
  messages: readonly MessageHead[];
  isRefused: boolean;
}): StoredRefusedMessage[] {
  if (isRefused) return [];
  return messages
    .filter((head) => head.isRefused)
    .slice(0, maxListed)
    .map(({ reference, type, number, error }) => ({
      reference: storable(reference, 14),
      message_type: storable(type, 20),
      number: storable(number, 100),
      words: syntaxErrorWords(error?.syntaxError ?? unspecified),
    }));
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

/**
 * Marks the interchange that a CONTRL of `found` answers. Returns the changes to `found`: without a match, a history
 * record only.
 */
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
  if (answered.acknowledgementId === found.id) return {};
  const refused = control.messages.filter(({ action }) => action === "rejected");
  const isAccepted = control.action === "accepted" || control.action === "received";
  const words =
    control.action === "rejected"
      ? `Rejected by the partner${control.error ? `: ${syntaxErrorWords(control.error)}` : ""}`
      : control.action === "unknown"
        ? `Answered by the partner with the unknown action '${control.actionCode}'`
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
