import { z } from "zod";
import { type EdiOrderAnswer, ediLineAnswers } from "#contract/ediReview.ts";
import { type LineField, lineFields, maxAsked, type ReviewState, storedText } from "./review.ts";

const maxPartnerReasonLength = 350;

const words = (error: string) => z.number({ error });

/** The form of the lines: the fields of a line without an answer must be empty. */
export const reviewForm = z.object({
  intent: z.enum(["answer-lines", "preview", "confirm"]),
  known: z.string().default(""),
  others: z.enum(["accept", "refuse"]).optional(),
  lines: z
    .array(
      z
        .object({
          place: z.number().int().min(1),
          stored: z.string().optional(),
          answer: z.enum(ediLineAnswers).optional(),
          quantity: words("A quantity is a number of pieces.")
            .int("A quantity is a whole number of pieces.")
            .min(1, "A quantity is 1 or more.")
            .max(10_000_000, "A quantity is at most 10,000,000.")
            .optional(),
          unit_price: words("A price is a number, e.g. 12.50.")
            .min(0, "A price is 0 or more.")
            .max(10_000_000, "A price is at most 10,000,000.")
            .optional(),
          reason: z
            .string()
            .trim()
            .max(maxPartnerReasonLength, `A reason has at most ${maxPartnerReasonLength} characters.`)
            .optional(),
        })
        .superRefine(({ answer, quantity, unit_price, reason }, { addIssue }) => {
          const isAmended = quantity !== undefined || unit_price !== undefined;
          const say = (path: LineField, message: string) =>
            addIssue({ code: "custom", path: [path], message });
          if (answer === "amend" && !isAmended) say("quantity", "Say how many pieces, or at which price.");
          if (answer !== "amend" && isAmended) say("answer", "A quantity or price belongs to Amend.");
          else if (answer === undefined && reason) say("answer", "Choose what is said to this line.");
        }),
    )
    .max(maxAsked)
    .default([]),
});

/** The call's body, without unchanged answers. */
export const toAnswer = ({ lines, others }: z.output<typeof reviewForm>): EdiOrderAnswer => ({
  lines: lines.flatMap(({ answer, stored, ...line }) =>
    answer === undefined || stored === storedText({ ...line, answer }) ? [] : [{ ...line, answer }],
  ),
  others,
});

const typedText = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** The typed values by the position of their lines; lines may have moved since. */
export function typedReview(form: FormData | undefined, token: string): ReviewState {
  const state: ReviewState = { token, lines: {}, others: "", isKnown: false, errors: { lines: {} } };
  if (!form) return state;
  for (let index = 0; index < maxAsked; index += 1) {
    const name = (field: string) => `lines[${index}].${field}`;
    const place = typedText(form, name("place"));
    if (place === "") break;
    state.lines[place] = {
      answer: typedText(form, name("answer")),
      quantity: typedText(form, name("quantity")),
      unit_price: typedText(form, name("unit_price")),
      reason: typedText(form, name("reason")),
    };
  }
  return { ...state, others: typedText(form, "others"), isKnown: typedText(form, "known") !== "" };
}

/** The errors of a form, e.g. of `lines[0].quantity`, by the position of their lines. */
export function errorsByPlace(
  form: FormData,
  errors: Record<string, string[] | null>,
): ReviewState["errors"]["lines"] {
  const byPlace: ReviewState["errors"]["lines"] = {};
  for (const [name, found] of Object.entries(errors)) {
    const [, row = "", path = ""] = /^(lines\[\d+\])\.(\w+)$/.exec(name) ?? [];
    const field = lineFields.find((one) => one === path);
    if (!field || !found) continue;
    const place = typedText(form, `${row}.place`);
    byPlace[place] = { ...byPlace[place], [field]: found };
  }
  return byPlace;
}
