import { shorten } from "#app/core/values/values.ts";
import type { AddressPayload } from "#contract/actions.ts";
import type { AvailableAction } from "#contract/metaproducts.ts";

/** Whether an action is irreversible: its button looks dangerous, and it is never the first. */
export const isFinalAction = (action: string): boolean =>
  /^(reject|withdraw|cancel|delete|refund|void)/i.test(action);

/** Whether an action stops the work on a record, so that colleagues ask why: the focus is on its note. */
export const wantsRemark = (action: string): boolean => /^(hold|move-to-manual)/i.test(action);

export type OfferedAction = { label: string; value: string };

/** One action as a link to its confirm dialog; `danger` styles it as dangerous. */
export type ActionLink = { label: string; href: string; danger?: true };

const maxLabelLength = 80;

/** The actions to choose from; none for an empty username (roles#no-username). */
export const offeredActions = (
  actions: readonly Pick<AvailableAction, "text" | "value">[],
  username: string,
): OfferedAction[] =>
  username === ""
    ? []
    : actions.map(({ text, value }) => ({ label: shorten(text || value, maxLabelLength), value }));

/** What the dialog of an action is over: the list alone, or the target's panel too, which stays in sight. */
export type AskedOver = "list" | "panel";

/** The URL of an action's confirm dialog: below that of its target (actions#confirm). */
export function actionPath(targetPath: string, action: string, over: AskedOver = "list"): string {
  const end = targetPath.indexOf("?");
  const [path, search] = end < 0 ? [targetPath, ""] : [targetPath.slice(0, end), targetPath.slice(end)];
  return `${path}${over === "panel" ? "/panel" : ""}/actions/${encodeURIComponent(action)}${search}`;
}

/** What the dialog at such a URL is over. */
export const askedOver = (pathname: string): AskedOver =>
  /\/panel\/actions\/[^/]+$/.test(pathname) ? "panel" : "list";

/** In the service's order, but an irreversible action is never the first. */
export const actionLinks = (
  targetPath: string,
  actions: readonly OfferedAction[],
  over?: AskedOver,
): ActionLink[] =>
  actions
    .toSorted((one, other) => Number(isFinalAction(one.value)) - Number(isFinalAction(other.value)))
    .map(({ label, value }) => ({ label, href: actionPath(targetPath, value, over) }));

/** What a record offers that can be done to several at once: nothing irreversible (bulk#outcomes). */
export const waysOf = (actions: readonly OfferedAction[]): { action: string; label: string }[] =>
  actions
    .filter(({ value }) => !isFinalAction(value))
    .map(({ value, label }) => ({ action: value, label: shorten(label, maxLabelLength) }));

/** 'failed again at Triage (tried 3 times)' */
export const outcomeWords = ({ words, tried }: { words: string; tried?: string | undefined }): string =>
  tried ? `${words} (${tried})` : words;

export type AddressField = keyof AddressPayload;
export type AddressTrouble = { words: string; field?: AddressField | undefined };

export const emptyAddress: AddressPayload = {
  company: "",
  street1: "",
  street2: "",
  suburb: "",
  postcode: "",
  state: "",
  country: "",
};

/**
 * The input of an action (actions#note, actions#customer, actions#address); `unknown` names a kind
 * that this portal does not know (actions#unknown-input).
 */
export type ActionInput =
  | { kind: "none" }
  | { kind: "note" }
  | { kind: "address"; initial: AddressPayload }
  | { kind: "customer"; data: unknown }
  | { kind: "unknown"; inputType: string };
export type ActionInputKind = ActionInput["kind"];

/** The fields of an action event's dialog. */
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

/** The fields of an address as the service sent it; empty where it has none. */
export function addressIn(data: unknown): AddressPayload {
  if (typeof data !== "object" || data === null) return emptyAddress;
  const given = new Map<string, unknown>(Object.entries(data));
  const textOf = (name: AddressField): string => {
    const value = given.get(name);
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  };
  return {
    company: textOf("company"),
    street1: textOf("street1"),
    street2: textOf("street2"),
    suburb: textOf("suburb"),
    postcode: textOf("postcode"),
    state: textOf("state"),
    country: textOf("country"),
  };
}

export function actionInput(action: AvailableAction): ActionInput {
  const inputType = action.config?.inputType?.trim() ?? "";
  switch (inputType) {
    case "":
      return { kind: "none" };
    case "note":
      return { kind: "note" };
    case "address":
      // The form edits the configured address rather than starting empty.
      return { kind: "address", initial: addressIn(action.config?.data) };
    case "customer":
      return { kind: "customer", data: action.config?.data };
    default:
      return { kind: "unknown", inputType };
  }
}

/** The same of action events: an address only where a correction of each can be proposed, and nothing else of each record. */
export const eventWays = (actions: readonly AvailableAction[], { address = false } = {}) =>
  waysOf(
    actions
      .filter((action) =>
        ["none", "note", ...(address ? ["address"] : [])].includes(actionInput(action).kind),
      )
      .map(({ text, value }) => ({ label: text || value, value })),
  );

/**
 * The event's payload: the note as typed, the seven address fields as a JSON string, the configured
 * customer data as a JSON string, else an empty string (actions#payload).
 */
export function actionPayload(
  input: Exclude<ActionInput, { kind: "unknown" }>,
  typed: { note: string; address: AddressPayload },
): string {
  switch (input.kind) {
    case "note":
      return typed.note;
    case "address":
      return JSON.stringify(typed.address);
    case "customer":
      return JSON.stringify(input.data ?? null);
    case "none":
      return "";
  }
}

/** What a review says of a record, and what is chosen once for all of them (bulk#rows). */
export type RowFact = { label: string; value: string };
export type Choice = { value: string; label: string };

/** Where what was done to a row is taken back, and what that is called. */
export type WayBack = { label: string; href: string };
