import { z } from "zod";
import type { AddressPayload } from "#contract/actions.ts";
import { billingOffer, hasAdvice } from "./address.ts";
import {
  type ActionInput,
  type ActionInputKind,
  type ActionTarget,
  type AddressTrouble,
  actionPayload,
  emptyAddress,
} from "./model.ts";

/** As typed: an empty field is submitted as absent, and no field is required (actions#nothing-required). */
const typed = z.string().default("");

/**
 * All steps of an action event's dialog. `review` sends an address, unless advice on it has to be seen first; `billing`
 * fills in the billing address, `edit` returns to the form, `submit` sends. `kind` is a copy of the dialog's, to show
 * it again when the record cannot be read.
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

export type EventSlot = {
  /** `fields` is the address form, `confirm` the question. */
  step: "fields" | "confirm";
  kind: ActionInputKind;
  note: string;
  address: AddressPayload;
  /** What is wrong with the address on the record, and that address. */
  trouble?: (AddressTrouble & { recorded: AddressPayload }) | undefined;
  /** What the billing address would change, in words. */
  billing?: string | undefined;
  /** JSON text of the configured data that a customer action sends. */
  customerText?: string;
};

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
export function unreadPayload(form: EventForm | undefined): string {
  if (form?.kind === "note") return form.note;
  return form?.kind === "address" ? JSON.stringify(addressOf(form)) : "";
}

/** Whether a form only changes the dialog's step: an address with advice is seen again before it is sent. */
export function turnsPage(input: ActionInput, form: EventForm | undefined): boolean {
  if (input.kind !== "address" || form === undefined || form.intent === "submit") return false;
  return form.intent !== "review" || hasAdvice(addressOf(form));
}
