import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { User } from "#app/core/auth/guard.server.ts";
import {
  type Availability,
  type Command,
  notOffered,
  withoutUsername,
} from "#app/core/commands/command.server.ts";
import { type Fact, noQuestion, type Question } from "#app/core/commands/command.ts";
import type { CommandPage } from "#app/core/commands/confirm.server.ts";
import { requireForm } from "#app/core/http/forms/read.ts";
import { orderHref } from "#app/core/stores/paths.ts";
import { plural, shorten, toText } from "#app/core/values/values.ts";
import { type EdiAvailableAction, maxReasonLength } from "#contract/ediActions.ts";
import { ediAction } from "#contract/ediMessages.ts";
import type { EdiOrderAnswer } from "#contract/ediReview.ts";
import type { CommandKind } from "./documents.server.ts";
import { aloneBecause, type Offering, offersOf, offerTitle, relatedLabel } from "./offers.ts";
import { ediOrderPath, interchangePath } from "./paths.ts";

/** The confirmation form: the reason, and the confirmed warning, since a different one must be confirmed again. */
export const ediCommandForm = z.object({
  reason: z.string().default(""),
  known: z.string().default(""),
  needsReason: z.string().default(""),
});
export type EdiCommandForm = z.output<typeof ediCommandForm>;

/** Errors to fix before an action is sent; empty if none. */
export function errorsIn(
  { warning, needs_reason }: { warning: string; needs_reason: boolean },
  form: EdiCommandForm | undefined,
): { known?: string[]; reason?: string[] } {
  if (!form) return {};
  const { known, reason } = form;
  const length = reason.trim().length;
  const words =
    length === 0
      ? "Say why."
      : `A reason has at most ${plural(maxReasonLength, "character", "characters")}; this one has ${plural(length, "character", "characters")}.`;
  return {
    ...(warning !== "" && known !== warning
      ? { known: ["Tick this first: it says what will come of it."] }
      : {}),
    ...(needs_reason && (length === 0 || length > maxReasonLength) ? { reason: [words] } : {}),
  };
}

/** An action on a document, with the document's URL. */
export type EdiCommandPlace = {
  kind: CommandKind;
  user: User;
  id: string;
  action: string;
  href: string;
  /** What is accepted of the order's lines, for an action that takes them. */
  answer?: EdiOrderAnswer;
};

/** The service's own description; that of 'Process' starts with its fixed words (edi#process). */
function descriptionOf(offer: EdiAvailableAction, what: CommandKind["what"]): string {
  const own = toText(offer.description);
  if (offer.action !== ediAction) return own;
  const fixed = `Run any available or outstanding processes for the ${what}.`;
  return own.startsWith(fixed) ? own : [fixed, own].filter(Boolean).join(" ");
}

const questionOf = (
  { kind: { what }, action }: EdiCommandPlace,
  offer: EdiAvailableAction,
  { called, facts }: { called: string; facts: Fact[] },
): Question => ({
  ...noQuestion,
  heading: offerTitle(offer),
  description: shorten(descriptionOf(offer, what), 2000),
  sentence: `Are you sure you want to perform this action on ${what} ${shorten(called, 120)}?`,
  facts,
  yes: "Confirm",
  no: "Cancel",
  isFinal: action === "discard" || offer.danger === true || warningOf(offer) !== "",
});

const warningOf = ({ warning }: EdiAvailableAction): string => shorten(toText(warning), 1000);

function relatedTo({ related }: EdiAvailableAction) {
  const hrefs = {
    interchange: (id: string) => interchangePath({ id }),
    order: (id: string) => ediOrderPath({ id }),
    "utopia-order": orderHref,
  };
  return (related ?? []).slice(0, 20).map(({ kind, id, name }, index) => ({
    key: String(index),
    label: relatedLabel(kind, shorten(toText(name) || id, 120)),
    href: hrefs[kind](id),
  }));
}

/** The dialog's fields for an action, with the typed values; `typed` is absent when it opens. */
export function slotOf(offer: EdiAvailableAction, typed: FormData | undefined) {
  const form = typed && requireForm(typed, ediCommandForm);
  const warning = warningOf(offer);
  const needsReason = offer.needs_reason === true;
  return {
    /** Warning to confirm; empty if none. */
    warning,
    isKnown: warning !== "" && form?.known === warning,
    needsReason,
    reason: form?.reason ?? "",
    errors: errorsIn({ warning, needs_reason: needsReason }, form),
    /** Whether it takes the order's lines: their form is on the order's page. */
    takesLines: offer.takes_lines === true,
    /** Why it is done to one document at a time; empty if it may be done in bulk. */
    alone: aloneBecause(offer),
    related: relatedTo(offer),
  };
}
export type EdiCommandSlot = ReturnType<typeof slotOf>;

/** The slot while the document cannot be read: only the typed values. */
function unreadSlot(typed: FormData | undefined): EdiCommandSlot {
  const { known: warning = "", needsReason = "" } = typed ? requireForm(typed, ediCommandForm) : {};
  return {
    ...slotOf({ action: "", warning, needs_reason: needsReason !== "" }, typed),
    errors: {},
    alone: "",
  };
}

const noSuchAction = { is: "refused", status: 404, words: "There is no such action." } as const;

/** An action on an EDI document (edi#offered-actions); the outcome is not reported (edi#action-outcome). */
export function ediCommand(place: EdiCommandPlace, typed?: FormData): Command<EdiCommandSlot> {
  const { kind, user, id, action, href, answer } = place;
  function availabilityOf(slot: EdiCommandSlot | undefined, item: Offering): Availability {
    if (user.username === "") return withoutUsername;
    // If the service lists its offers, a missing action may have been offered a moment ago.
    if (!slot) return item.available_actions ? notOffered : noSuchAction;
    if (Object.keys(slot.errors).length > 0) return { is: "unconfirmed", status: 400 };
    const reason = slot.needsReason ? slot.reason.trim() : undefined;
    const send = async (idempotencyKey: string) => {
      await kind.send(user, id, { action, idempotencyKey, reason, answer });
      return {};
    };
    return { is: "offered", send };
  }
  return {
    user,
    key: JSON.stringify(["edi", kind.what, id, action]),
    href,
    follows: { kind: kind.bulkKey, alias: "", id, action },
    async read() {
      const { name, called, facts, item, progress, raw } = await kind.open(user, id);
      const offer = offersOf(item).find((one) => one.action === action);
      const slot = offer && slotOf(offer, typed);
      const title = offer ? offerTitle(offer) : shorten(action, 80);
      return {
        raw,
        progress,
        payload: answer ? JSON.stringify(answer) : slot?.needsReason ? slot.reason.trim() : "",
        receipt: { verb: "Submitted", object: `${title} for ${kind.what}`, name },
        question: offer ? questionOf(place, offer, { called, facts }) : { ...noQuestion, facts },
        slot: slot ?? { ...unreadSlot(typed), warning: "" },
        availability: availabilityOf(slot, item),
      };
    },
  };
}

/** The confirmation page of an action; an action that takes lines is confirmed on the order's page, at `linesHref`. */
export const ediCommandPage = (
  place: EdiCommandPlace,
  {
    linesHref,
    ...page
  }: Pick<CommandPage<EdiCommandSlot>, "here" | "closeTo" | "panel"> & { linesHref?: string },
): CommandPage<EdiCommandSlot> => ({
  ...page,
  user: place.user,
  commandWith: (form) => {
    const command = ediCommand(place, form);
    return {
      ...command,
      async read() {
        const offer = await command.read();
        if (offer.slot.takesLines && linesHref !== undefined) throw redirect(linesHref, 303);
        return offer;
      },
    };
  },
  unread: unreadSlot,
});
