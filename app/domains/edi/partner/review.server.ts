import { data } from "@remix-run/node";
import { z } from "zod";
import { askPortalApi, attempt } from "#app/core/api/api.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import { runCommand, withoutUsername } from "#app/core/commands/command.server.ts";
import { saidOf } from "#app/core/commands/confirm.server.ts";
import { failureStatus } from "#app/core/http/apiError.server.ts";
import { keepingDraft, takeDraft } from "#app/core/http/drafts.server.ts";
import { redirectWithFlash } from "#app/core/http/flash.server.ts";
import { formOf, malformedForm, readForm } from "#app/core/http/forms/read.ts";
import { requireToken, tokens, tokenToGoOn } from "#app/core/http/once.server.ts";
import { shorten, toText } from "#app/core/values/values.ts";
import {
  type EdiActionPreview,
  type EdiOrderAnswer,
  ediLineDecision,
  previewPartnerOrderAction,
} from "#contract/ediReview.ts";
import { ediCommand } from "./commands.server.ts";
import { type LineField, lineFields, maxAsked, type ReviewState, storedText } from "./detail/review.ts";
import { ediOrderKind } from "./documents.server.ts";

/** The form of the lines: the fields of a line without an answer must be empty. */
export const reviewForm = z.object({
  intent: z.enum(["answer-lines", "preview", "confirm"]),
  known: z.string().default(""),
  others: z.enum(["accept", "refuse"]).optional(),
  lines: z
    .array(
      ediLineDecision
        .partial({ answer: true })
        .extend({ stored: z.string().optional() })
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

const draftOf = ({ request }: User): string => new URL(request.url).pathname;

export const openReview = async (user: User): Promise<ReviewState> =>
  typedReview(await takeDraft(user, draftOf(user)), tokens.make(user));

const maxReplyLength = 100_000;

/** A reply, one segment per line, up to a limit. */
const toPreview = ({ outcome, replies }: EdiActionPreview): ReviewState["preview"] => ({
  outcome: shorten(toText(outcome), 1000),
  replies: (replies ?? []).slice(0, 20).map(({ message_type, interchange_text }, index) => ({
    key: String(index),
    title: shorten(toText(message_type), 20) || "Message",
    lines: shorten(toText(interchange_text), maxReplyLength)
      .split(/(?<=(?<!\?)(?:\?\?)*')/)
      .map((line) => line.trim())
      .filter(Boolean),
  })),
});

/** The response to every post of the lines' form (edi#review-answers, edi#review-preview). */
export async function answerReview(user: User, id: string) {
  const form = await formOf(user.request);
  const token = requireToken(form);
  const typed = typedReview(form, tokenToGoOn(token, user));
  const again = (status: number, more: Partial<ReviewState>) =>
    data({ review: { ...typed, ...more } satisfies ReviewState }, { status });
  if (user.username === "") return again(withoutUsername.status, { refusal: withoutUsername.words });
  const read = readForm(form, reviewForm);
  if (read.status !== "success") {
    const lines = errorsByPlace(form, read.error ?? {});
    // A button or choice that the form does not have.
    if (Object.keys(lines).length === 0) throw malformedForm();
    return again(400, { errors: { lines } });
  }
  const { intent, known } = read.value;
  const answer = toAnswer(read.value);
  return keepingDraft(user, draftOf(user), form, async () => {
    if (intent === "preview") {
      const tried = await attempt(
        // Nothing is stored (edi#review-preview).
        askPortalApi(user, previewPartnerOrderAction, {
          query: { order_document_id: id, action: "confirm" },
          body: answer,
        }),
      );
      return tried.ok
        ? again(200, { preview: toPreview(tried.value.item) })
        : again(failureStatus(tried.error), { problem: tried.error });
    }
    const ticked = new FormData();
    ticked.set("known", known);
    const { filter, view } = ediOrderKind.placeOf(user.request);
    const href = ediOrderKind.paths.one({ id, ...view }, filter);
    const command = ediCommand({ kind: ediOrderKind, user, id, action: intent, href, answer }, ticked);
    const outcome = await runCommand(command, token);
    switch (outcome.is) {
      case "done":
        return redirectWithFlash(
          user.request,
          href,
          saidOf(outcome.receipt, href, outcome),
          "ok",
          ediOrderKind.panelName(id),
        );
      case "alreadyDone":
        return again(409, { refusal: "Nothing to change. Nothing was sent." });
      case "unconfirmed":
        return again(outcome.status, {
          errors: { known: outcome.offer.slot.errors.known ?? [], lines: {} },
        });
      case "refused":
        return again(outcome.status, { refusal: outcome.words });
      case "unread":
      case "failed":
        return again(failureStatus(outcome.problem), { problem: outcome.problem });
    }
  });
}
