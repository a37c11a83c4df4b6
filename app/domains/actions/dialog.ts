import type { ErrorView } from "#app/http/errorView.ts";
import type { AddressPayload } from "#contract/actions.ts";
import type { AvailableAction } from "#contract/metaproducts.ts";
import type { ConfirmForm } from "./forms.ts";
import {
  type ActionInput,
  type ActionInputKind,
  type AddressField,
  actionInput,
  addressAdvice,
  emptyAddress,
} from "./model.ts";

/** The confirm dialog in one of its states; loader and action make the same shape. */
export type ConfirmDialog = {
  /** The action's text, as in 'Are you sure you want to {text}?'. */
  text: string;
  /** What the action is about, e.g. a group id. */
  about: string;
  /** `fields` is the address form, `confirm` the question. */
  step: "fields" | "confirm";
  kind: ActionInputKind;
  note: string;
  address: AddressPayload;
  advice: Partial<Record<AddressField, string>>;
  /** JSON text of the configured data that a customer action sends. */
  customerText?: string;
  /** One per dialog: sent twice, it counts once. */
  token: string;
  /** Why nothing can be submitted here; the dialog then offers to close only. */
  refusal?: string;
  problem?: ErrorView;
};

const addressOf = (form: ConfirmForm): AddressPayload => ({
  company: form.company,
  street1: form.street1,
  street2: form.street2,
  suburb: form.suburb,
  postcode: form.postcode,
  state: form.state,
  country: form.country,
});

/** What a person typed, in the shape the payload is made from. */
export const typedValues = (form: ConfirmForm) => ({ note: form.note, address: addressOf(form) });

/** Why this person cannot send this action, or undefined when they can (decisions, Roles; spec 2 §6). */
export function refusalOf(
  username: string,
  offered: AvailableAction | undefined,
  input: ActionInput,
): string | undefined {
  if (username === "") return "Your account has no username, so it is offered no actions.";
  if (!offered) return "This action is not offered any more. It may have been done already.";
  if (input.kind === "unknown") {
    return `This action asks for input of a kind that the portal does not know ("${input.inputType}"), so it cannot be submitted here.`;
  }
  return undefined;
}

type Subject = { username: string; about: string; offered: AvailableAction | undefined; token: string };

/** The dialog as it opens; `draft` is what the person had typed before they had to sign in again. */
export function openDialog({ username, about, offered, token }: Subject, draft?: ConfirmForm): ConfirmDialog {
  const input: ActionInput = offered ? actionInput(offered) : { kind: "none" };
  const refusal = refusalOf(username, offered, input);
  const initial = input.kind === "address" ? input.initial : emptyAddress;
  const address = draft ? addressOf(draft) : initial;
  return {
    text: offered?.text ?? "",
    about,
    step: input.kind === "address" ? "fields" : "confirm",
    kind: input.kind,
    note: draft?.note ?? "",
    address,
    advice: draft && input.kind === "address" ? addressAdvice(address) : {},
    ...(input.kind === "customer" ? { customerText: JSON.stringify(input.data ?? null) } : {}),
    token,
    ...(refusal === undefined ? {} : { refusal }),
  };
}

/** The dialog again with everything as it was typed: at its next step, or with what went wrong. */
export function reopenDialog(
  form: ConfirmForm,
  { username, about, offered }: Omit<Subject, "token">,
  step: ConfirmDialog["step"],
  problem?: ErrorView,
): ConfirmDialog {
  const opened = openDialog({ username, about, offered, token: form.token }, form);
  // Without the product's answer the dialog repeats what it showed before.
  const shown = offered ? opened : { ...opened, text: form.text, kind: form.kind };
  const refusal = problem && !offered ? {} : opened.refusal === undefined ? {} : { refusal: opened.refusal };
  const { refusal: _, ...rest } = shown;
  return {
    ...rest,
    step,
    ...(shown.kind === "address" ? { advice: addressAdvice(shown.address) } : {}),
    ...refusal,
    ...(problem ? { problem } : {}),
  };
}
