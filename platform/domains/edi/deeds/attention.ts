import type { StoredEdiHistory, StoredRefusedMessage } from "#platform/database/schema/ediStored.ts";

type Reasoned = {
  state: string;
  histories: readonly StoredEdiHistory[];
  handledAt: Date | null;
};

/** A history entry: the partner answers what we never sent. */
export const unmatched = "acknowledgement:unmatched";

/** History entries that say why a document waits for a person. */
const reasons = [
  "message:not-processed",
  unmatched,
  "interchange:duplicate",
  "interchange:unknown-partner",
  "interchange:refused",
  "order:duplicate",
  "order:to-confirm",
  "step:failure",
  "acknowledgement:rejected",
];

/** Why a document stands in a state, where its history says no more. */
const standing: Readonly<Record<string, string>> = {
  failed: "A step of it failed.",
  hold: "It is on hold.",
  manual: "A person has to look at it.",
  stalled: "A step began and did not finish.",
  stale: "Nothing has happened to it for a long time.",
};

const mostReasons = 20;

/** What the history says since a person last did something to the document, the newest first. */
function sinceLastAction(histories: readonly StoredEdiHistory[]): readonly StoredEdiHistory[] {
  const last = histories.findIndex(({ action }) => action.startsWith("action:"));
  return last === -1 ? histories : histories.slice(0, last);
}

const reasonsIn = (histories: readonly StoredEdiHistory[]): string[] =>
  sinceLastAction(histories)
    .filter(({ action }) => reasons.includes(action))
    .map(({ message }) => message);

/** Whether it answers what we never sent, and no person has done anything to it since that was found. */
export const answersNothing = ({ histories }: Pick<Reasoned, "histories">): boolean =>
  sinceLastAction(histories).some(({ action }) => action === unmatched);

/** Why a person has to look at a document (edi#attention), in words; nothing where nobody has to. */
export function attentionOf(
  document: Reasoned & { refusedMessages?: StoredRefusedMessage[] },
  isRefused = false,
): string[] {
  const { state, histories, handledAt, refusedMessages = [] } = document;
  const general = standing[state];
  const told = general === undefined && !isRefused ? [] : reasonsIn(histories);
  const whole = isRefused ? ["The interchange as a whole was refused."] : [];
  const fallback = general === undefined ? whole : [general];
  const refused = refusedMessages.map(
    ({ message_type, number, reference, words }) =>
      `${[message_type, number || reference].join(" ")} was refused: ${words}.`,
  );
  const all = [...(told.length > 0 ? told : fallback), ...refused];
  return handledAt === null ? [...new Set(all)].slice(0, mostReasons) : [];
}
