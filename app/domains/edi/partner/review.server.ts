import { data } from "@remix-run/node";
import type { User } from "#app/auth/guard.server.ts";
import { runCommand, withoutUsername } from "#app/confirm/command.server.ts";
import { saidOf } from "#app/confirm/confirm.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { failureStatus } from "#app/http/apiError.server.ts";
import { keepingDraft, takeDraft } from "#app/http/drafts.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { formOf, malformedForm, readForm } from "#app/http/forms/read.ts";
import { requireToken, tokens, tokenToGoOn } from "#app/http/once.server.ts";
import { shorten, toText } from "#app/values/values.ts";
import type { EdiActionPreview, EdiOrderAnswer } from "#contract/ediReview.ts";
import { previewConfirmation } from "./api.server.ts";
import { ediCommand, ediOrderKind } from "./command.server.ts";
import type { ReviewState } from "./detail/review.ts";
import { errorsByPlace, reviewForm, toAnswer, typedReview } from "./detail/reviewForm.ts";
import type { OrderHref } from "./references.ts";

const draftOf = ({ url }: Request): string => new URL(url).pathname;

export const openReview = async (user: User, request: Request): Promise<ReviewState> =>
  typedReview(await takeDraft(user, draftOf(request)), tokens.make(user));

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

/** An order's page with its lines: its URL, the panel to return to, and the URL of its messages. */
export type ReviewPlace = { id: string; href: string; panel: string; orderHref: OrderHref };

/**
 * The response to every post of the lines' form (edi#review-answers, edi#review-preview). Errors,
 * the service's included, are shown in the form with the typed values.
 */
export async function answerReview(user: User, request: Request, place: ReviewPlace) {
  const form = await formOf(request);
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
  return keepingDraft(user, draftOf(request), form, async () => {
    if (intent === "preview") {
      const tried = await attempt(previewConfirmation(user, place.id, answer));
      return tried.ok
        ? again(200, { preview: toPreview(tried.value) })
        : again(failureStatus(tried.error), { problem: tried.error });
    }
    return run(user, request, place, { action: intent, known, answer, token }, again);
  });
}

type Again = (status: number, more: Partial<ReviewState>) => ReturnType<typeof data<{ review: ReviewState }>>;

async function run(
  user: User,
  request: Request,
  { id, href, panel, orderHref }: ReviewPlace,
  said: { action: string; known: string; answer: EdiOrderAnswer; token: string },
  again: Again,
) {
  const { action, answer, token } = said;
  const ticked = new FormData();
  ticked.set("known", said.known);
  const command = ediCommand({ kind: ediOrderKind, user, id, action, href, orderHref, answer }, ticked);
  const outcome = await runCommand(command, token);
  switch (outcome.is) {
    case "done":
      return redirectWithFlash(request, href, saidOf(outcome.receipt, href, outcome), "ok", panel);
    case "alreadyDone":
      return again(409, { refusal: "Nothing to change. Nothing was sent." });
    case "unconfirmed":
      return again(outcome.status, { errors: { known: outcome.offer.slot.errors.known ?? [], lines: {} } });
    case "refused":
      return again(outcome.status, { refusal: outcome.words });
    case "unread":
    case "failed":
      return again(failureStatus(outcome.problem), { problem: outcome.problem });
  }
}
