import type { BulkRow, Looked, RowOutcome } from "#app/bulk/kind.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { shorten } from "#app/values/show.ts";
import {
  type Command,
  earlierSubmission,
  mayBeDone,
  type Offer,
  runCommand,
  tokenFor,
} from "./command.server.ts";
import { type EventPlace, eventCommand } from "./event.server.ts";
import type { EventSlot } from "./eventSlot.ts";
import type { ActionTarget } from "./model.ts";

/** What doing a command to many records takes, as its record stands. */
export type BulkAsk = {
  /** What the action is called; empty where it is not offered. */
  label: string;
  /** In dollars. */
  amount?: number | undefined;
  words?: { label: string; isRequired: boolean } | undefined;
  /** How the record stands, where its run has to notice a change. */
  seen?: string | undefined;
  /** Why it is done to one record at a time only. */
  alone?: string | undefined;
};

const maxWhyLength = 300;

/** Whether it can be done, as far as what is typed for all of them is all that is missing. */
const isOffered = <Slot>({ verdict }: Offer<Slot>, { words }: BulkAsk): boolean =>
  verdict.is === "offered" ||
  (verdict.is === "asked" && verdict.status === 400 && words?.isRequired === true);

function whyNot<Slot>({ verdict }: Offer<Slot>): string {
  if (verdict.is === "refused") return verdict.words;
  return verdict.is === "held" ? "Nothing to change." : "Needs an answer: open the record to do this.";
}

async function lookAt<Slot>(command: Command<Slot>, id: string, ask: Asks<Slot>): Promise<Looked> {
  const looked = await attempt(command.read());
  if (!looked.ok) {
    const why = `It could not be read: ${shorten(looked.error.message, maxWhyLength)}`;
    return { can: false, name: shorten(id, 80), facts: [], why };
  }
  const offer = looked.value;
  const { told, question, raw } = offer;
  const about = ask(offer);
  const known = { name: told.name, facts: question.facts };
  if (about.alone !== undefined && offer.verdict.is !== "refused") {
    return { ...known, can: false, why: about.alone };
  }
  if (!isOffered(offer, about)) return { ...known, can: false, why: whyNot(offer) };
  const [token, earlier] = await Promise.all([tokenFor(command, raw), earlierSubmission(command, raw)]);
  const { label, amount, words, seen } = about;
  return { ...known, can: true, label, isFinal: question.isFinal, amount, token, earlier, words, seen };
}

/** The command as one of many: what is done to one record at a time only is refused. */
const amongMany = <Slot>(command: Command<Slot>, ask: Asks<Slot>): Command<Slot> => ({
  ...command,
  async read() {
    const offer = await command.read();
    const { alone } = ask(offer);
    if (alone === undefined || offer.verdict.is === "refused") return offer;
    return { ...offer, verdict: { is: "refused", status: 422, words: alone } };
  },
});

async function runOne<Slot>(command: Command<Slot>, token: string): Promise<RowOutcome> {
  const result = await runCommand(command, token, "oneOfMany");
  switch (result.is) {
    case "done":
      return { is: "done", at: result.at, repeated: result.repeated };
    case "held":
      return { is: "held" };
    case "asked":
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

/** A command as a row of many (bulk#rows): the same reading, token, sending and trail as of one by itself. */
export const bulkRow = <Slot>(command: Command<Slot>, id: string, ask: Asks<Slot>): BulkRow => ({
  href: command.href,
  look: () => lookAt(command, id, ask),
  run: (token) => runOne(amongMany(command, ask), token),
});

/** What an action event asks of each record by itself. */
function eventAlone({ kind }: EventSlot): string | undefined {
  return kind === "address" ? "It asks for an address of its own: do it from its page." : undefined;
}

/** An action event on a record as a row of many; `words` is the note that goes with each. */
export function eventRow(place: Omit<EventPlace, "here" | "closeTo">, words: string): BulkRow {
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
    amount: target?.amount,
    words: slot.kind === "note" ? { label: "Note", isRequired: false } : undefined,
    alone: eventAlone(slot),
  }));
}
