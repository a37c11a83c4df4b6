import type { User } from "#app/auth/guard.server.ts";
import { writePortalApi } from "#app/http/api.server.ts";
import { readForm } from "#app/http/forms/read.ts";
import { shorten, toMoment } from "#app/values/values.ts";
import { type ActionEvent, postActionEvent } from "#contract/actions.ts";
import { type Availability, type Command, notOffered, withoutUsername } from "./command.server.ts";
import { type Fact, noQuestion, type Question } from "./command.ts";
import type { CommandPage } from "./confirm.server.ts";
import {
  type EventForm,
  type EventSlot,
  eventForm,
  eventSlot,
  turnsPage,
  unreadPayload,
  unreadSlot,
} from "./eventSlot.ts";
import { type ActionInput, type ActionTarget, actionInput, actionPayload, isFinalAction } from "./model.ts";

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
  /** Reads the record; undefined if it is not found. Throws ApiError. */
  findTarget(): Promise<ActionTarget | undefined>;
};

const typedIn = (form: FormData | undefined): EventForm | undefined => {
  if (!form) return undefined;
  const submission = readForm(form, eventForm);
  return submission.status === "success" ? submission.value : undefined;
};

const questionOf = (text: string, action: string, facts: readonly Fact[]): Question => ({
  ...noQuestion,
  sentence: `Are you sure you want to ${text}?`,
  facts: [...facts],
  yes: "Yes",
  no: "No",
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
  const { user, action, kind, wanted, href } = place;
  const form = typedIn(typed);
  return {
    user,
    key: JSON.stringify(["event", kind, wanted, action]),
    href,
    async read() {
      const target = await place.findTarget();
      const offered = target?.offered;
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
        question: offered ? questionOf(text, action, target?.facts ?? []) : noQuestion,
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
