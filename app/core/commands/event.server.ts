import { z } from "zod";
import { writePortalApi } from "#app/core/api/api.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import { readForm } from "#app/core/http/forms/read.ts";
import { eventQuestion } from "#app/core/specification/actions.ts";
import { shorten, toMoment } from "#app/core/values/values.ts";
import { type ActionEvent, type AddressPayload, postActionEvent } from "#contract/actions.ts";
import type { AvailableAction } from "#contract/metaproducts.ts";
import { billingOffer } from "./address.ts";
import { type Availability, type Command, notOffered, withoutUsername } from "./command.server.ts";
import { type Fact, noQuestion, type Question } from "./command.ts";
import type { CommandPage } from "./confirm.server.ts";
import type { FollowedRecord, RecordProgress } from "./follow.server.ts";
import {
  type ActionInput,
  type AddressTrouble,
  actionInput,
  actionPayload,
  type EventSlot,
  emptyAddress,
  isFinalAction,
} from "./model.ts";

/** The target of an action as in the event (actions#event). */
export type ActionTarget = {
  id: string;
  /** Its display name, e.g. the group id. */
  name: string;
  facts: readonly { label: string; value: string }[];
  /** In cents, if it has an amount. */
  amount?: number | undefined;
  storeGroup: string;
  sourceType: string;
  /** How far it has come; absent where that does not tell what became of an action. */
  progress?: RecordProgress | undefined;
  /** Why it waits for a person, and the field of its address that is wrong. */
  trouble?: AddressTrouble | undefined;
  /** Another address of the same customer. */
  billing?: AddressPayload | undefined;
  /** The action of this URL, if the target still offers it. */
  offered: AvailableAction | undefined;
  /** The target as the server sent it: while it is unchanged, submitting again is a repetition. */
  raw: unknown;
};

/** As typed: an empty field is submitted as absent, and no field is required (actions#nothing-required). */
const typed = z.string().default("");

/**
 * All steps of an action event's dialog. `review` leads from the address form to the question, `billing` fills in the
 * billing address, `edit` returns to the form, `submit` sends. `kind` is a copy of the dialog's, to show it again when
 * the record cannot be read.
 */
export const eventForm = z.object({
  intent: z.enum(["submit", "review", "billing", "edit"]).default("submit"),
  kind: z.enum(["none", "note", "address", "customer", "unknown"]).default("none"),
  note: typed,
  company: typed,
  street1: typed,
  street2: typed,
  suburb: typed,
  postcode: typed,
  state: typed,
  country: typed,
});
export type EventForm = z.output<typeof eventForm>;

const addressOf = (form: EventForm): AddressPayload => ({
  company: form.company,
  street1: form.street1,
  street2: form.street2,
  suburb: form.suburb,
  postcode: form.postcode,
  state: form.state,
  country: form.country,
});

/** The dialog's fields for an action's input, with the typed values; `form` is absent when it opens. */
export function eventSlot(
  input: ActionInput,
  form: EventForm | undefined,
  target?: Pick<ActionTarget, "trouble" | "billing">,
): EventSlot {
  const isAddress = input.kind === "address";
  const typed = form ? addressOf(form) : isAddress ? input.initial : emptyAddress;
  const address = (form?.intent === "billing" && target?.billing) || typed;
  const asksFields = isAddress && (form === undefined || form.intent === "edit" || form.intent === "billing");
  return {
    step: asksFields ? "fields" : "confirm",
    kind: input.kind,
    note: form?.note ?? "",
    address,
    trouble: isAddress && target?.trouble ? { ...target.trouble, recorded: input.initial } : undefined,
    billing: isAddress ? billingOffer(address, target?.billing)?.words : undefined,
    customerText: input.kind === "customer" ? actionPayload(input, { note: "", address }) : undefined,
  };
}

/** The posted fields of the dialog, while the action's input is unknown. */
export function unreadSlot(form: EventForm | undefined): EventSlot {
  const kind = form?.kind ?? "none";
  return {
    ...eventSlot(kind === "address" ? { kind, initial: emptyAddress } : { kind: "none" }, form),
    kind,
  };
}

/** The payload of a posted form, while the action's input is unknown; excludes that of a customer action. */
function unreadPayload(form: EventForm | undefined): string {
  if (form?.kind === "note") return form.note;
  return form?.kind === "address" ? JSON.stringify(addressOf(form)) : "";
}

/** Whether a form only changes the dialog's step: nothing is sent before Yes (actions#confirm). */
export const turnsPage = (input: ActionInput, form: EventForm | undefined): boolean =>
  input.kind === "address" && form !== undefined && form.intent !== "submit";

/** An action event on a product or an order, with its confirmation page. */
export type EventPlace = {
  user: User;
  action: string;
  /** The noun before the record's name in a message, such as 'order'; empty for a product. */
  kind: string;
  /** The record's id in the URL: its name while it cannot be found. */
  wanted: string;
  /** URLs of the record, of the dialog, and of the page to return to. */
  href: string;
  here: string;
  closeTo: string;
  /** The record among those of its kind, by which it is read again. */
  follows: FollowedRecord;
  /** Reads the record; undefined if it is not found. Throws ApiError. */
  findTarget(): Promise<ActionTarget | undefined>;
};

const typedIn = (form: FormData | undefined): EventForm | undefined => {
  if (!form) return undefined;
  const submission = readForm(form, eventForm);
  return submission.status === "success" ? submission.value : undefined;
};

const questionOf = (text: string, action: string, facts: Fact[]): Question => ({
  ...noQuestion,
  ...eventQuestion,
  sentence: eventQuestion.sentence(text),
  facts,
  isFinal: isFinalAction(action),
});

/** The event's payload with the typed values; empty if it cannot be sent. */
function payloadOf(input: ActionInput, form: EventForm | undefined): string {
  if (input.kind === "unknown") return "";
  const { address, note } = eventSlot(input, form);
  return actionPayload(input, { note, address });
}

function availabilityOf(
  { user, action }: Pick<EventPlace, "user" | "action">,
  target: ActionTarget | undefined,
  input: ActionInput,
  form: EventForm | undefined,
): Availability {
  if (user.username === "") return withoutUsername;
  if (!target?.offered) return notOffered;
  if (input.kind === "unknown") {
    const kind = shorten(input.inputType, 80);
    return {
      is: "refused",
      status: 422,
      words: `This action asks for input of a kind that the portal does not know ("${kind}"), so it cannot be submitted here.`,
    };
  }
  if (turnsPage(input, form)) return { is: "unconfirmed", status: 200 };
  const payload = payloadOf(input, form);
  const { id, storeGroup, sourceType } = target;
  return {
    is: "offered",
    send: (token) => sendActionEvent(user, { action, target: id, storeGroup, payload, sourceType }, token),
  };
}

/** The command of an action event, with the values typed into its form (actions#event). */
export function eventCommand(
  place: Omit<EventPlace, "here" | "closeTo">,
  typed?: FormData,
): Command<EventSlot> {
  const { user, action, kind, wanted, href, follows } = place;
  const form = typedIn(typed);
  return {
    user,
    follows,
    key: JSON.stringify(["event", kind, wanted, action]),
    href,
    async read() {
      const target = await place.findTarget();
      const offered = target?.offered;
      const facts = [...(target?.facts ?? [])];
      const input: ActionInput = offered ? actionInput(offered) : { kind: "none" };
      const text = offered ? shorten(offered.text || offered.value, 120) : "";
      return {
        raw: target?.raw,
        progress: target?.progress,
        payload: offered ? payloadOf(input, form) : unreadPayload(form),
        receipt: {
          verb: "Submitted",
          object: [text, "for", kind].filter(Boolean).join(" "),
          name: target?.name ?? shorten(wanted, 80),
        },
        question: offered ? questionOf(text, action, facts) : { ...noQuestion, facts },
        slot: offered ? eventSlot(input, form, target) : unreadSlot(form),
        availability: availabilityOf(place, target, input, form),
      };
    },
  };
}

export const eventPage = (place: EventPlace): CommandPage<EventSlot> => ({
  user: place.user,
  commandWith: (form) => eventCommand(place, form),
  unread: (form) => unreadSlot(typedIn(form)),
  here: place.here,
  closeTo: place.closeTo,
});

/**
 * Sends an action event as this user (actions#event) with this `Idempotency-Key`; resolves to the
 * server's time, if it returns one. Throws ApiError.
 */
async function sendActionEvent(
  user: User,
  event: Omit<ActionEvent, "submittedBy">,
  token: string,
): Promise<{ at?: string }> {
  const answer = await writePortalApi(user, postActionEvent, {
    body: { ...event, submittedBy: user.username },
    idempotencyKey: token,
  });
  const at = toMoment(answer?.submittedAt);
  return at === undefined ? {} : { at };
}
