import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import type { User } from "#app/auth/guard.server.ts";
import { env } from "#app/env.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { failureStatus } from "#app/http/apiError.server.ts";
import { keepingDraft, takeDraft } from "#app/http/drafts.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { onceToken } from "#app/http/once.server.ts";
import { formatDateTime } from "#app/ui/time.ts";
import { earlierSubmission, type Submitted, submitActionEvent } from "./api.server.ts";
import { type ConfirmDialog, openDialog, refusalOf, reopenDialog, typedValues } from "./dialog.ts";
import { type ConfirmForm, confirmForm } from "./forms.ts";
import { type ActionTarget, actionInput, actionPayload } from "./model.ts";

const readForm = (form: FormData): ConfirmForm | undefined => {
  const submission = parseWithZod(form, { schema: confirmForm });
  return submission.status === "success" ? submission.value : undefined;
};

/**
 * The dialog as it opens, with what was typed before a sign-in put back. A target that cannot be read is
 * said in the dialog, so that the page beneath it stays.
 */
export async function openConfirmDialog(
  user: User,
  request: Request,
  findTarget: () => Promise<ActionTarget | undefined>,
): Promise<ConfirmDialog> {
  const looked = await attempt(findTarget());
  const target = looked.ok ? looked.value : undefined;
  const opened = { username: user.username, about: target?.about ?? "", offered: target?.offered };
  if (!looked.ok) {
    const refusal = "Nothing can be submitted while this cannot be read.";
    return { ...openDialog({ ...opened, token: "" }), refusal, problem: looked.error };
  }
  const draft = await takeDraft(user, new URL(request.url).pathname);
  const token = await onceToken(user, { action: new URL(request.url).pathname, target: target?.raw });
  return openDialog({ ...opened, token }, draft && readForm(draft));
}

const answer = (dialog: ConfirmDialog, status: number) => data(dialog, { status });

function submittedMessage(text: string, about: string, { submittedAt, repeated }: Submitted): string {
  const at = formatDateTime(submittedAt, env.TIME_ZONE);
  const what = about === "" ? text : `${text} for ${about}`;
  return repeated
    ? `Already submitted: ${what}, ${at}. Nothing was sent a second time.`
    : `Submitted: ${what}, ${at}`;
}

/**
 * The answer to every step of a confirm dialog. `findTarget` reads the target again: an action is only sent
 * while it is offered. Success redirects to `backTo` and says what was submitted and when; anything else
 * shows the dialog again with everything as it was typed. A refused sign-in keeps it, too.
 */
export async function answerConfirmDialog(
  user: User,
  request: Request,
  findTarget: () => Promise<ActionTarget | undefined>,
  action: string,
  backTo: string,
) {
  const formData = await request.formData();
  const form = readForm(formData);
  if (!form) throw new Response("The form was not sent whole. Open the action again.", { status: 400 });
  const { username } = user;

  return keepingDraft(user, new URL(request.url).pathname, formData, async () => {
    const looked = await attempt(findTarget());
    if (!looked.ok) {
      const step = form.kind === "address" && form.intent !== "submit" ? "fields" : "confirm";
      const dialog = reopenDialog(form, { username, about: "", offered: undefined }, step, looked.error);
      return answer(dialog, failureStatus(looked.error));
    }
    const target = looked.value;
    const offered = target?.offered;
    const about = target?.about ?? "";
    const shown = { username, about, offered };
    if (!target || !offered) {
      // The first submission of this very form may be why the action is not offered any more.
      const earlier = await earlierSubmission(user, form.token);
      if (earlier) return redirectWithFlash(request, backTo, submittedMessage(form.text, about, earlier));
      return answer(reopenDialog(form, shown, "confirm"), 409);
    }

    const input = actionInput(offered);
    if (refusalOf(username, offered, input) !== undefined || input.kind === "unknown") {
      return answer(reopenDialog(form, shown, "confirm"), username === "" ? 403 : 422);
    }
    if (input.kind === "address" && form.intent !== "submit") {
      return answer(reopenDialog(form, shown, form.intent === "review" ? "confirm" : "fields"), 200);
    }
    const sent = await attempt(
      submitActionEvent(
        user,
        {
          action,
          target: target.id,
          storeGroup: target.storeGroup,
          payload: actionPayload(input, typedValues(form)),
          sourceType: target.sourceType,
        },
        form.token,
      ),
    );
    if (!sent.ok) return answer(reopenDialog(form, shown, "confirm", sent.error), failureStatus(sent.error));
    return redirectWithFlash(request, backTo, submittedMessage(offered.text, about, sent.value));
  });
}
