import { z } from "zod";
import { readForm } from "#app/http/forms/read.ts";
import { plural } from "#app/values/show.ts";
import { maxReasonLength } from "#contract/ediActions.ts";

/**
 * What is typed and ticked for an action on an EDI document: the reason, and the warning that was read, word by word,
 * so that another warning has to be read anew.
 */
export const ediCommandForm = z.object({
  reason: z.string().default(""),
  known: z.string().default(""),
  needsReason: z.string().default(""),
});
export type EdiCommandForm = z.output<typeof ediCommandForm>;

const noForm: EdiCommandForm = { reason: "", known: "", needsReason: "" };

/** What a form says; one that cannot be read says nothing, which is not enough where anything is asked for. */
export function readCommandForm(form: FormData | undefined): EdiCommandForm | undefined {
  if (!form) return undefined;
  const submission = readForm(form, ediCommandForm);
  return submission.status === "success" ? submission.value : noForm;
}

/** What the dialog of an action holds beside its question. */
export type EdiCommandSlot = {
  /** What has to be known before; empty where nothing has. */
  warning: string;
  isKnown: boolean;
  needsReason: boolean;
  reason: string;
  errors: { known?: string[]; reason?: string[] };
  /** Whether the lines of the order are answered with it, which its page has the form for. */
  takesLines: boolean;
  /** Why it is done to one document at a time; empty where it may be done to many at once. */
  alone: string;
  /** The records that the action speaks of. */
  related: { key: string; label: string; href: string }[];
};

/** What the slot shows while the document cannot be read: what was typed. */
export const unreadSlot = (form: EdiCommandForm | undefined): EdiCommandSlot => ({
  warning: form?.known ?? "",
  isKnown: (form?.known ?? "") !== "",
  needsReason: (form?.needsReason ?? "") !== "",
  reason: form?.reason ?? "",
  errors: {},
  takesLines: false,
  alone: "",
  related: [],
});

/** What has to be mended before an action is sent; nothing where all is well. */
export function errorsIn(
  { warning, needs_reason }: { warning: string; needs_reason: boolean },
  { known, reason }: EdiCommandForm,
): EdiCommandSlot["errors"] {
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
