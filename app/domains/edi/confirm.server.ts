import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import type { User } from "#app/auth/guard.server.ts";
import { env } from "#app/env.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { notFound } from "#app/http/errorPages.server.ts";
import type { ErrorView } from "#app/http/errorView.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { once, onceToken } from "#app/http/once.server.ts";
import { formatDateTime } from "#app/ui/time.ts";
import { shorten } from "#app/values/show.ts";
import { ediAction } from "#contract/ediPartner.ts";
import type { EdiConfirm } from "./confirm.ts";
import { confirmEdiForm } from "./forms.ts";

/** An action on an interchange or order: how it is read and sent, and the page that its dialog leads back to. */
export type EdiActionPage = {
  user: User;
  what: EdiConfirm["what"];
  id: string;
  closeTo: string;
  /** The panel that it leads back to, which takes the message; absent where that is the list. */
  panel?: string;
  /** The document as the server sent it. */
  read: () => Promise<{ raw: unknown }>;
  send: (idempotencyKey: string) => Promise<void>;
};

const noUsername = "Your account has no username, so it is offered no actions.";

const shown = ({ what, id }: EdiActionPage, token: string): EdiConfirm => ({
  what,
  id: shorten(id, 120),
  name: "Process",
  description: `Run any available or outstanding processes for the ${what}.`,
  token,
});

/** Throws the 404 page for an action other than 'process', the only one there is (2 §7). */
export function requireEdiAction(request: Request, action: string | undefined): void {
  if (action !== ediAction) throw notFound(request, "There is no such action.");
}

/** The dialog as it opens. A document that cannot be read is said in the dialog, so that the page beneath it stays. */
export async function openEdiConfirm(page: EdiActionPage, request: Request): Promise<EdiConfirm> {
  const looked = await attempt(page.read());
  if (!looked.ok) {
    const refusal = "Nothing can be submitted while this cannot be read.";
    return { ...shown(page, ""), refusal, problem: looked.error };
  }
  const about = { action: new URL(request.url).pathname, target: looked.value.raw };
  const token = await onceToken(page.user, about);
  return { ...shown(page, token), ...(page.user.username === "" ? { refusal: noUsername } : {}) };
}

const failureStatus = ({ code }: ErrorView): number => (code >= 400 && code <= 599 ? code : 502);

function submitted({ what, id }: EdiActionPage, at: string, repeated: boolean): string {
  const about = `Process for ${what} ${shorten(id, 80)}, ${formatDateTime(at, env.TIME_ZONE)}`;
  return repeated ? `Already submitted: ${about}. Nothing was sent a second time.` : `Submitted: ${about}`;
}

/**
 * The answer to the confirm dialog: sent once per token. Success leads back, where everything is read again, and
 * says what was submitted and when, never what it came to: the server does not say (2 §4.4). A failure is shown in
 * the dialog.
 */
export async function answerEdiConfirm(page: EdiActionPage, request: Request) {
  const submission = parseWithZod(await request.formData(), { schema: confirmEdiForm });
  if (submission.status !== "success") {
    throw new Response("The form was not sent whole. Open the action again.", { status: 400 });
  }
  const { token } = submission.value;
  const { user, closeTo } = page;
  if (user.username === "") return data({ ...shown(page, token), refusal: noUsername }, { status: 403 });
  const perform = async () => {
    await page.send(token);
    // The server says nothing of the outcome; that it was sent is what is remembered.
    return "sent";
  };
  const sent = await attempt(once(user, token, perform));
  if (!sent.ok) {
    const dialog: EdiConfirm = { ...shown(page, token), problem: sent.error };
    return data(dialog, { status: failureStatus(sent.error) });
  }
  const { at, repeated } = sent.value;
  return redirectWithFlash(request, closeTo, submitted(page, at, repeated), "ok", page.panel);
}
