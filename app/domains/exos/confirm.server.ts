import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import type { User } from "#app/auth/guard.server.ts";
import { env } from "#app/env.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { ApiError, failureStatus } from "#app/http/apiError.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { earlierOutcome, once, onceToken } from "#app/http/once.server.ts";
import { formatDateTime } from "#app/ui/time.ts";
import { shorten } from "#app/values/show.ts";
import { performExoAction, readExo } from "./api.server.ts";
import { type ExoConfirm, refusalOf } from "./confirm.ts";
import { confirmExoForm } from "./forms.ts";
import { toExo } from "./model.ts";

/** An action of one EXO, and the page that its dialog leads back to: a list, or the `panel` of that name. */
export type ExoActionPage = {
  user: User;
  exoId: string;
  action: string;
  closeTo: string;
  panel?: string;
  isOfScope: (store: string) => boolean;
};

async function readOffer({ user, exoId, action, isOfScope }: ExoActionPage) {
  const { item, raw } = await readExo(user, exoId);
  const { store, actions } = toExo(item);
  if (!isOfScope(store)) {
    throw new ApiError({
      statusLine: "Not Found",
      code: 404,
      message: "The exchange order belongs to another store.",
      correlationId: user.correlationId,
      advice: "Look for it among all returns and exchanges.",
    });
  }
  return { offered: actions.find(({ value }) => value === action), raw };
}

const shown = (page: ExoActionPage, name: string, description: string, token: string): ExoConfirm => ({
  exoId: shorten(page.exoId, 120),
  name: shorten(name, 120),
  description: shorten(description, 500),
  token,
});

/** The dialog as it opens. An EXO that cannot be read is said in the dialog, so that the page beneath it stays. */
export async function openExoConfirm(page: ExoActionPage, request: Request): Promise<ExoConfirm> {
  const looked = await attempt(readOffer(page));
  if (!looked.ok) {
    const refusal = "Nothing can be submitted while this cannot be read.";
    return { ...shown(page, "", "", ""), refusal, problem: looked.error };
  }
  const { offered, raw } = looked.value;
  const token = await onceToken(page.user, { action: new URL(request.url).pathname, target: raw });
  const refusal = refusalOf(page.user.username, offered !== undefined);
  return {
    ...shown(page, offered?.label ?? "", offered?.description ?? "", token),
    ...(refusal === undefined ? {} : { refusal }),
  };
}

function submitted({ exoId }: ExoActionPage, name: string, at: string, repeated: boolean): string {
  const when = formatDateTime(at, env.TIME_ZONE);
  const what = `${shorten(name, 120)} for exchange order ${shorten(exoId, 80)}`;
  return repeated
    ? `Already submitted: ${what}, ${when}. Nothing was sent a second time.`
    : `Submitted: ${what}, ${when}`;
}

/**
 * The answer to the confirm dialog. The EXO is read again: an action is only sent while it is offered, and
 * once per token. Success leads back and says what was submitted and when, never what it came to: the
 * server does not say (1 §4). Anything else shows the dialog again.
 */
export async function answerExoConfirm(page: ExoActionPage, request: Request) {
  const submission = parseWithZod(await request.formData(), { schema: confirmExoForm });
  if (submission.status !== "success") {
    throw new Response("The form was not sent whole. Open the action again.", { status: 400 });
  }
  const { token, name } = submission.value;
  const { user, exoId, action, closeTo, panel } = page;
  const looked = await attempt(readOffer(page));
  if (!looked.ok) {
    const dialog = { ...shown(page, name, "", token), problem: looked.error };
    return data(dialog, { status: failureStatus(looked.error) });
  }
  const { offered } = looked.value;
  const refusal = refusalOf(user.username, offered !== undefined);
  if (!offered || refusal !== undefined) {
    // The first submission of this very form may be why the action is not offered any more.
    const earlier = user.username === "" ? undefined : await earlierOutcome(user, token);
    if (earlier)
      return redirectWithFlash(request, closeTo, submitted(page, name, earlier.at, true), "ok", panel);
    const dialog: ExoConfirm = { ...shown(page, name, "", token), ...(refusal ? { refusal } : {}) };
    return data(dialog, { status: user.username === "" ? 403 : 409 });
  }
  const perform = async () => {
    await performExoAction(user, exoId, action, token);
    // The server says nothing of the outcome; that it was sent is what is remembered.
    return "sent";
  };
  const sent = await attempt(once(user, token, perform));
  if (!sent.ok) {
    const dialog = { ...shown(page, offered.label, offered.description, token), problem: sent.error };
    return data(dialog, { status: failureStatus(sent.error) });
  }
  const { at, repeated } = sent.value;
  return redirectWithFlash(request, closeTo, submitted(page, offered.label, at, repeated), "ok", panel);
}
