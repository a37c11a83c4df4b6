import { attempt } from "#app/core/api/api.server.ts";
import { shorten } from "#app/core/values/values.ts";
import type { Sum } from "#contract/credit.ts";
import type { BulkRow, Looked, RowOutcome } from "./bulkKind.server.ts";
import {
  type Command,
  earlierSubmission,
  mayBeDone,
  type Offer,
  runCommand,
  tokenFor,
} from "./command.server.ts";
import { type ActionTarget, type EventPlace, eventCommand } from "./event.server.ts";
import { outcomeOf } from "./follow.server.ts";
import type { EventSlot } from "./model.ts";

/** What a command needs in bulk, for the current state of its record. */
export type BulkAsk = {
  /** The action's name; empty if it is not offered. */
  label: string;
  amount?: Sum | undefined;
  words?: { label: string; isRequired: boolean } | undefined;
  /** The record's revision, if a bulk run has to detect changes. */
  seen?: string | undefined;
  /** Why it is only done to one record at a time. */
  alone?: string | undefined;
};

const maxWhyLength = 300;

/** Whether it can be done, assuming that the text for all of them is provided. */
const isOffered = <Slot>({ availability }: Offer<Slot>, { words }: BulkAsk): boolean =>
  availability.is === "offered" ||
  (availability.is === "unconfirmed" && availability.status === 400 && words?.isRequired === true);

function whyNot<Slot>({ availability }: Offer<Slot>): string {
  if (availability.is === "refused") return availability.words;
  return availability.is === "alreadyDone"
    ? "Nothing to change."
    : "Needs an answer: open the record to do this.";
}

async function lookAt<Slot>(command: Command<Slot>, id: string, ask: Asks<Slot>): Promise<Looked> {
  const looked = await attempt(command.read());
  if (!looked.ok) {
    const why = `It could not be read: ${shorten(looked.error.message, maxWhyLength)}`;
    return { can: false, name: shorten(id, 80), facts: [], why };
  }
  const offer = looked.value;
  const { receipt, question, raw } = offer;
  const about = ask(offer);
  const known = { name: receipt.name, facts: question.facts };
  if (about.alone !== undefined && offer.availability.is !== "refused") {
    return { ...known, can: false, why: about.alone };
  }
  if (!isOffered(offer, about)) return { ...known, can: false, why: whyNot(offer) };
  const [token, earlier] = await Promise.all([tokenFor(command, raw), earlierSubmission(command, raw)]);
  const { label, amount, words, seen } = about;
  return { ...known, can: true, label, isFinal: question.isFinal, amount, token, earlier, words, seen };
}

/** The command as part of a bulk run: refused if it is only done to one record at a time. */
const amongMany = <Slot>(command: Command<Slot>, ask: Asks<Slot>): Command<Slot> => ({
  ...command,
  async read() {
    const offer = await command.read();
    const { alone } = ask(offer);
    if (alone === undefined || offer.availability.is === "refused") return offer;
    return { ...offer, availability: { is: "refused", status: 422, words: alone } };
  },
});

async function runOne<Slot>(command: Command<Slot>, token: string): Promise<RowOutcome> {
  const result = await runCommand(command, token, { closeTo: command.href, isOneOfMany: true });
  switch (result.is) {
    case "done":
      return { is: "done", at: result.at, repeated: result.repeated };
    case "alreadyDone":
      return { is: "alreadyDone" };
    case "unconfirmed":
      return {
        is: "refused",
        why: "It has changed since and needs an answer: open the record to do this.",
      };
    case "refused":
      return {
        is: (await mayBeDone(command.user, token)) ? "unknown" : "refused",
        why: shorten(result.words, maxWhyLength),
      };
    case "unread":
      return { is: "failed", why: `It could not be read: ${shorten(result.problem.message, maxWhyLength)}` };
    case "failed":
      return {
        is: result.problem.write === "unknown" ? "unknown" : "failed",
        why: shorten(result.problem.message, maxWhyLength),
      };
  }
}

type Asks<Slot> = (offer: Offer<Slot>) => BulkAsk;

/**
 * A command as a row of a bulk run (bulk#rows): with the same reading, token, sending and audit trail as a single one.
 */
export const bulkRow = <Slot>(command: Command<Slot>, id: string, ask: Asks<Slot>): BulkRow => ({
  href: command.href,
  look: () => lookAt(command, id, ask),
  run: (token) => runOne(amongMany(command, ask), token),
  async follow(before) {
    const looked = await attempt(command.read());
    const now = looked.ok ? looked.value.progress : undefined;
    return now && outcomeOf(before, now);
  },
});

/** Input that an action event needs for each record separately. */
function eventAlone({ kind }: EventSlot): string | undefined {
  return kind === "address" ? "It asks for an address of its own: do it from its page." : undefined;
}

/**
 * An action event on a record as a row of a bulk run; `words` is the note for each. A review looks at the record that
 * `findListed` has of its list.
 */
export function eventRow(
  place: Omit<EventPlace, "here" | "closeTo">,
  words: string,
  findListed?: EventPlace["findTarget"],
): BulkRow {
  if (findListed)
    return { ...eventRow(place, words), look: eventRow({ ...place, findTarget: findListed }, words).look };
  let target: ActionTarget | undefined;
  const findTarget = async () => {
    target = await place.findTarget();
    return target;
  };
  const typed = new FormData();
  typed.set("note", words);
  const command = eventCommand({ ...place, findTarget }, words === "" ? undefined : typed);
  return bulkRow(command, place.wanted, ({ slot }) => ({
    label: shorten(target?.offered?.text || place.action, 120),
    amount: target?.amount === undefined ? undefined : { cents: target.amount, orMore: false },
    words: slot.kind === "note" ? { label: "Note", isRequired: false } : undefined,
    alone: eventAlone(slot),
  }));
}
