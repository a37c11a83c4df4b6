import type { AddressPayload } from "#contract/actions.ts";
import type { EventForm } from "./forms.ts";
import {
  type ActionInput,
  type ActionInputKind,
  type AddressField,
  actionPayload,
  addressAdvice,
  emptyAddress,
} from "./model.ts";

/** What the dialog of an action event holds beside its question. */
export type EventSlot = {
  /** `fields` is the address form, `confirm` the question. */
  step: "fields" | "confirm";
  kind: ActionInputKind;
  note: string;
  address: AddressPayload;
  advice: Partial<Record<AddressField, string>>;
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

/** The dialog's fields for what an action asks, with what was typed into them; `form` is absent as it opens. */
export function eventSlot(input: ActionInput, form: EventForm | undefined): EventSlot {
  const isAddress = input.kind === "address";
  const address = form ? addressOf(form) : isAddress ? input.initial : emptyAddress;
  const asksFields = isAddress && (form === undefined || form.intent === "edit");
  return {
    step: asksFields ? "fields" : "confirm",
    kind: input.kind,
    note: form?.note ?? "",
    address,
    advice: isAddress ? addressAdvice(address) : {},
    ...(input.kind === "customer" ? { customerText: actionPayload(input, { note: "", address }) } : {}),
  };
}

/** The dialog's fields as they were posted, while what the action asks cannot be read. */
export function unreadSlot(form: EventForm | undefined): EventSlot {
  const kind = form?.kind ?? "none";
  return {
    ...eventSlot(kind === "address" ? { kind, initial: emptyAddress } : { kind: "none" }, form),
    kind,
  };
}

/** The payload of a posted form, while what the action asks cannot be read; that of a customer action is not in it. */
export function unreadPayload(form: EventForm | undefined): string {
  if (form?.kind === "note") return form.note;
  return form?.kind === "address" ? JSON.stringify(addressOf(form)) : "";
}

/** Whether a form only turns a page of the dialog: an address is looked at, or gone back to. */
export const turnsPage = (input: ActionInput, form: EventForm | undefined): boolean =>
  input.kind === "address" && form !== undefined && form.intent !== "submit";
