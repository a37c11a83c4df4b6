import type {
  StoredEdiHistory,
  StoredRefusedMessage,
  StoredStreams,
} from "#platform/database/schema/ediStored.ts";

type Reasoned = {
  state: string;
  streams: StoredStreams;
  histories: readonly StoredEdiHistory[];
  handledAt: Date | null;
};

/** A history entry: the partner answers something that we never sent. */
export const unmatched = "acknowledgement:unmatched";

/** A history entry: the partner answers with an action (0083) that no code list has. */
export const unreadableAnswer = "acknowledgement:unreadable";

/** History entries that say why a document waits for a person. */
const reasons = [
  "message:not-processed",
  unmatched,
  unreadableAnswer,
  "interchange:duplicate",
  "interchange:unknown-partner",
  "interchange:refused",
  "order:duplicate",
  "order:to-confirm",
  "step:failure",
  "acknowledgement:rejected",
];

/** Default words for a document in a state, and at a step, without a more specific history entry. */
const stateWords: Readonly<Record<string, (step: string) => string>> = {
  failed: (step) => `The step '${step}' failed. Its history does not say why.`,
  hold: (step) => `It is on hold at the step '${step}'.`,
  manual: (step) => `A person has to look at it, at the step '${step}'.`,
  stalled: (step) => `The step '${step}' began and did not finish.`,
  stale: (step) => `Nothing has happened to it for a long time, at the step '${step}'.`,
};

const stateWordsOf = ({ state, streams }: Pick<Reasoned, "state" | "streams">): string | undefined =>
  stateWords[state]?.(Object.values(streams).find((status) => status.state === state)?.step ?? "");

const reasonWords = ({ action, message, meta }: StoredEdiHistory): string =>
  action === "step:failure" ? `The step '${meta?.step ?? ""}' failed: ${message}` : message;

const maxReasons = 20;

/** The history since a person's last operation on the document, newest first. */
function sinceLastAction(histories: readonly StoredEdiHistory[]): readonly StoredEdiHistory[] {
  const last = histories.findIndex(({ action }) => action.startsWith("action:"));
  return last === -1 ? histories : histories.slice(0, last);
}

const reasonsIn = (histories: readonly StoredEdiHistory[]): string[] =>
  sinceLastAction(histories)
    .filter(({ action }) => reasons.includes(action))
    .map(reasonWords);

/** Whether an answer in it counts for nothing that we sent, and no person has handled that since. */
export const answersNothing = ({ histories }: Pick<Reasoned, "histories">): boolean =>
  sinceLastAction(histories).some(({ action }) => action === unmatched || action === unreadableAnswer);

/** Why a document needs attention (edi#attention), in words; undefined when it doesn't. */
export function attentionOf(
  document: Reasoned & { refusedMessages?: StoredRefusedMessage[] },
  isRefused = false,
): string[] {
  const { histories, handledAt, refusedMessages = [] } = document;
  const general = stateWordsOf(document);
  const messages = general === undefined && !isRefused ? [] : reasonsIn(histories);
  const whole = isRefused ? ["The interchange as a whole was refused."] : [];
  const fallback = general === undefined ? whole : [general];
  const refused = refusedMessages.map(
    ({ message_type, number, reference, words }) =>
      `${[message_type, number || reference].join(" ")} was refused: ${words}.`,
  );
  const all = [...(messages.length > 0 ? messages : fallback), ...refused];
  return handledAt === null ? [...new Set(all)].slice(0, maxReasons) : [];
}
