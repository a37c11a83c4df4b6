import { z } from "zod";
import { readForm } from "#app/http/forms/read.ts";
import { plural } from "#app/values/values.ts";
import { maxReasonLength } from "#contract/ediActions.ts";

/** The confirmation form: the reason, and the confirmed warning, since a different one must be confirmed again. */
export const ediCommandForm = z.object({
  reason: z.string().default(""),
  known: z.string().default(""),
  needsReason: z.string().default(""),
});
export type EdiCommandForm = z.output<typeof ediCommandForm>;

const noForm: EdiCommandForm = { reason: "", known: "", needsReason: "" };

/** Parses the form; an unreadable one is empty, which fails if anything is required. */
export function readCommandForm(form: FormData | undefined): EdiCommandForm | undefined {
  if (!form) return undefined;
  const submission = readForm(form, ediCommandForm);
  return submission.status === "success" ? submission.value : noForm;
}

export type EdiCommandSlot = {
  /** Warning to confirm; empty if none. */
  warning: string;
  isKnown: boolean;
  needsReason: boolean;
  reason: string;
  errors: { known?: string[]; reason?: string[] };
  /** Whether it takes the order's lines, whose form is on the order's page. */
  takesLines: boolean;
  /** Why it is done to one document at a time; empty if it may be done in bulk. */
  alone: string;
  related: { key: string; label: string; href: string }[];
};

/** The slot while the document cannot be read: only the typed values. */
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

/** Errors to fix before an action is sent; empty if none. */
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
