import type { Finding } from "./finding.ts";
import type { FunctionalGroup, Interchange, Message } from "./interchange.ts";

/**
 * What the errors of an interchange refuse: those inside a message that message, those of a functional group's envelope
 * that group with all its messages, every other one the whole.
 */
export type Refusals = {
  whole: Finding | undefined;
  /** Of each refused group the first error. */
  groups: ReadonlyMap<FunctionalGroup, Finding>;
  messages: ReadonlyMap<Message, readonly Finding[]>;
};

const lastOf = ({ header, segments }: Message): number => segments.at(-1)?.number ?? header.number;

/** `errors` are findings of the same reading, in the order of `readEdifact`; those of other interchanges are skipped. */
export function refusalsOf(interchange: Interchange, errors: readonly Finding[]): Refusals {
  const { messages } = interchange;
  const byMessage = new Map<Message, Finding[]>();
  const byGroup = new Map<FunctionalGroup, Finding>();
  // A hostile interchange has a hundred thousand groups, and not as many listed errors.
  const wrong = new Set(errors.map(({ position }) => position.segment));
  const envelopes = new Map<number, FunctionalGroup>();
  for (const group of interchange.groups) {
    const { header, trailer } = group;
    if (wrong.has(header.number)) envelopes.set(header.number, group);
    if (trailer && wrong.has(trailer.number)) envelopes.set(trailer.number, group);
  }
  let whole: Finding | undefined;
  let current = 0;
  for (const error of errors) {
    const number = error.position.segment;
    if (number !== undefined && (number < interchange.first || number > interchange.last)) continue;
    // Errors and messages are both in the order of the text.
    let message = messages[current];
    while (message && number !== undefined && lastOf(message) < number) {
      current += 1;
      message = messages[current];
    }
    const group = number === undefined ? undefined : envelopes.get(number);
    if (group) byGroup.set(group, byGroup.get(group) ?? error);
    else if (number === undefined || !message || number < message.header.number) whole ??= error;
    else byMessage.set(message, [...(byMessage.get(message) ?? []), error]);
  }
  return { whole, groups: byGroup, messages: byMessage };
}
