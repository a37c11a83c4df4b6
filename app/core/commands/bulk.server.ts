import { attempt } from "#app/core/api/api.server.ts";
import { hashOf } from "#app/core/http/once.server.ts";
import { shorten } from "#app/core/values/values.ts";
import type { AddressPayload } from "#contract/actions.ts";
import type { Sum } from "#contract/credit.ts";
import { type AddressCorrection, correctionOf } from "./address.ts";
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
import { actionInput, type EventSlot } from "./model.ts";

/** What a command needs in bulk, for the current state of its record. */
export type BulkAsk = {
  /** The action's name; empty if it is not offered. */
  label: string;
  amount?: Sum | undefined;
  words?: { label: string; isRequired: boolean } | undefined;
  /** The record's revision, if a bulk run has to detect changes. */
  seen?: string | undefined;
  /** The address that is typed for each record alone. */
  correction?: AddressCorrection | undefined;
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
  const { alone, ...about } = ask(offer);
  const summary = { name: receipt.name, facts: question.facts };
  if (alone !== undefined && offer.availability.is !== "refused")
    return { ...summary, can: false, why: alone };
  if (!isOffered(offer, about)) return { ...summary, can: false, why: whyNot(offer) };
  const [token, earlier] = await Promise.all([tokenFor(command, raw), earlierSubmission(command, raw)]);
  return { ...summary, ...about, can: true, isFinal: question.isFinal, token, earlier };
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

/** What is typed for a record of a run alone: its address, for which one is proposed (bulk#corrections). */
function correctionFor({ offered, trouble, billing }: ActionTarget): AddressCorrection | undefined {
  const input = offered && actionInput(offered);
  return input?.kind === "address" && trouble ? correctionOf(input.initial, trouble, billing) : undefined;
}

/** What a run sends with an action event. */
type EventInput = {
  words: string;
  /** How the record stood when it was looked at. */
  seen?: string | undefined;
  address?: AddressPayload | undefined;
};

/** Why an action event is only done to one record at a time. */
function eventAlone(
  slot: EventSlot,
  correction: AddressCorrection | undefined,
  { seen, address }: EventInput,
): string | undefined {
  if (slot.kind !== "address") return undefined;
  if (!correction) return "It asks for an address of its own: do it from its page.";
  // A review has seen nothing yet.
  if (seen === undefined) return undefined;
  if (!address) return "No address was typed for it. Look at it again.";
  const isChanged = seen !== hashOf(correction.recorded);
  return isChanged ? "Its address was changed since it was looked at. Look at it again." : undefined;
}

/** What was typed for an action event: the note for each, and the address for this one alone. */
function typedIn(words: string, address: AddressPayload | undefined): FormData | undefined {
  if (words === "" && !address) return undefined;
  const typed = new FormData();
  typed.set("note", words);
  for (const [name, value] of Object.entries(address ?? {})) typed.set(name, value);
  if (address) typed.set("kind", "address");
  return typed;
}

/**
 * An action event on a record as a row of a bulk run. A review looks at the record that `findListed` has of its list.
 */
export function eventRow(
  place: Omit<EventPlace, "here" | "closeTo">,
  input: EventInput,
  findListed?: EventPlace["findTarget"],
): BulkRow {
  if (findListed)
    return { ...eventRow(place, input), look: eventRow({ ...place, findTarget: findListed }, input).look };
  let target: ActionTarget | undefined;
  const findTarget = async () => {
    target = await place.findTarget();
    return target;
  };
  const command = eventCommand({ ...place, findTarget }, typedIn(input.words, input.address));
  return bulkRow(command, place.wanted, ({ slot }) => {
    const correction = target && correctionFor(target);
    return {
      label: shorten(target?.offered?.text || place.action, 120),
      amount: target?.amount === undefined ? undefined : { cents: target.amount, orMore: false },
      words: slot.kind === "note" ? { label: "Note", isRequired: false } : undefined,
      correction,
      seen: correction && hashOf(correction.recorded),
      alone: eventAlone(slot, correction, input),
    };
  });
}
