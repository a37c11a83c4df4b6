import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { env } from "#app/env.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { failureStatus } from "#app/http/apiError.server.ts";
import { keepDraft, keepingDraft, takeDraft } from "#app/http/drafts.server.ts";
import type { ErrorView } from "#app/http/errorView.ts";
import { redirectWithFlash, type Said } from "#app/http/flash.server.ts";
import { formOf } from "#app/http/forms/read.ts";
import { readToken, tokenToGoOn } from "#app/http/onceToken.server.ts";
import { formatDateTime } from "#app/ui/text/time.ts";
import { type Command, earlierSubmission, type Offer, runCommand, tokenFor } from "./command.server.ts";
import { noQuestion, type OpenCommand, type Question, question, type Told, told } from "./command.ts";

/** A command with the page that asks about it. */
export type CommandPage<Slot> = {
  user: Command<Slot>["user"];
  /** The command with what was typed into the form, or kept of it; the form is absent as the dialog opens. */
  commandWith(form: FormData | undefined): Command<Slot>;
  /** What the dialog holds beside its question while the record cannot be read. */
  unread(form: FormData | undefined): Slot;
  /** The dialog's own address, and where it leads back to, both from `paths.ts`. */
  here: string;
  closeTo: string;
  /** Where the command is undone, asked for after it is done; undefined where it can't be. */
  undoHref?(): Promise<string | undefined>;
  /** The panel that it leads back to, which takes the message; absent where that is a list. */
  panel?: string;
};

/**
 * What the form's field `asked` repeats of its dialog, so that it can be shown again when the record cannot be read.
 */
const asked = z.object({ question, told });

function readAsked(form: FormData): z.output<typeof asked> {
  const nothing = { question: noQuestion, told: { done: "", what: "", name: "" } };
  const text = form.get("asked");
  if (typeof text !== "string") return nothing;
  try {
    const read = asked.safeParse(JSON.parse(text));
    return read.success ? read.data : nothing;
  } catch (problem) {
    if (problem instanceof SyntaxError) return nothing;
    throw problem;
  }
}

type Shown<Slot> = { question: Question; told: Told; slot: Slot; token: string };

const dialogOf = <Slot>(
  { here, closeTo }: CommandPage<Slot>,
  shown: Shown<Slot>,
  more: Partial<OpenCommand<Slot>> = {},
): OpenCommand<Slot> => ({ ...shown, here, closeTo, ...more });

const pathOf = (request: Request): string => new URL(request.url).pathname;

/**
 * The dialog as it opens, with what was typed before a sign-in put back, and with what was submitted before on the
 * same, unchanged record. A record that cannot be read is said in the dialog, so that the page beneath it stays.
 */
export async function openCommand<Slot>(page: CommandPage<Slot>, request: Request) {
  const draft = await takeDraft(page.user, pathOf(request));
  const command = page.commandWith(draft);
  const looked = await attempt(command.read());
  if (!looked.ok) {
    if (draft) await keepDraft(page.user, pathOf(request), draft);
    const nothing = { question: noQuestion, told: { done: "", what: "", name: "" }, token: "" };
    const refusal = "Nothing can be submitted while this cannot be read.";
    const dialog = dialogOf(
      page,
      { ...nothing, slot: page.unread(draft) },
      { refusal, problem: looked.error },
    );
    return data({ dialog }, { status: failureStatus(looked.error) });
  }
  const { question, told, slot, raw, verdict } = looked.value;
  const shown = { question, told, slot };
  if (verdict.is === "refused") {
    const status = verdict.status === 404 ? 404 : 200;
    return data({ dialog: dialogOf(page, { ...shown, token: "" }, { refusal: verdict.words }) }, { status });
  }
  const [token, earlier] = await Promise.all([tokenFor(command, raw), earlierSubmission(command, raw)]);
  return data({ dialog: dialogOf(page, { ...shown, token }, earlier ? { earlier } : {}) });
}

/** The message after a command, with the record's name as a link to it. */
export function saidOf(
  { done, what, name }: Told,
  href: string,
  { at, repeated }: { at: string; repeated: boolean },
): Said {
  const when = formatDateTime(at, env.TIME_ZONE);
  const lead = repeated ? `Already ${done.toLowerCase()}` : done;
  const end = repeated ? `, ${when}. Nothing was sent a second time.` : `, ${when}`;
  return [`${lead}: ${what === "" ? "" : `${what} `}`, { text: name, href }, end];
}

/** The end of such a message where the command can be undone. */
export const undoLink = (href: string | undefined): { text: string; href: string }[] | string[] =>
  href === undefined ? [] : [{ text: "Undo", href }];

/** What is known of a submission that failed: a service that refused it has said so itself. */
const sentOf = ({ write }: ErrorView): Pick<OpenCommand<unknown>, "sent"> => {
  if (write === "unknown") return { sent: "unknown" };
  return write === "notSent" ? { sent: "nothing" } : {};
};

/**
 * The answer to everything that a command's dialog posts. The record is read again: a command is done while it is offered,
 * and once per token. Success leads back and says what was submitted and when; anything else shows the dialog again
 * with everything as it was typed, which a 401 keeps as well.
 */
export async function answerCommand<Slot>(page: CommandPage<Slot>, request: Request) {
  const form = await formOf(request);
  const token = readToken(form);
  if (token === undefined) {
    throw new Response("Part of the form is missing. Open the action again.", { status: 400 });
  }
  const command = page.commandWith(form);
  const leave = (said: Said) => redirectWithFlash(request, page.closeTo, said, "ok", page.panel);
  const answer = async (offer: Offer<Slot>, status: number, more: Partial<OpenCommand<Slot>> = {}) => {
    const { question, told, slot, raw } = offer;
    const earlier = await earlierSubmission(command, raw);
    const dialog = dialogOf(
      page,
      { question, told, slot, token: tokenToGoOn(token, page.user) },
      { ...(earlier ? { earlier } : {}), ...more },
    );
    return data({ dialog }, { status });
  };
  return keepingDraft(page.user, pathOf(request), form, async () => {
    const result = await runCommand(command, token);
    switch (result.is) {
      case "done":
        return leave([...saidOf(result.told, command.href, result), ...undoLink(await page.undoHref?.())]);
      case "held":
        return leave([
          `Already ${result.told.done.toLowerCase()}: `,
          { text: result.told.name, href: command.href },
          ". Nothing was sent.",
        ]);
      case "asked":
        return answer(result.offer, result.status);
      case "refused":
        return answer(result.offer, result.status, { refusal: result.words });
      case "unread": {
        const shown = { ...readAsked(form), slot: page.unread(form), token };
        const dialog = dialogOf(page, shown, { problem: result.problem, sent: "nothing" });
        return data({ dialog }, { status: failureStatus(result.problem) });
      }
      case "failed":
        return answer(result.offer, failureStatus(result.problem), {
          problem: result.problem,
          ...(result.offer.verdict.is === "refused" ? { refusal: result.offer.verdict.words } : {}),
          ...sentOf(result.problem),
        });
    }
  });
}

/** The loader of a route that is a command's dialog; `pageOf` guards it. */
export const confirmLoader =
  <Slot>(pageOf: (args: LoaderFunctionArgs) => Promise<CommandPage<Slot>>) =>
  async (args: LoaderFunctionArgs) =>
    openCommand(await pageOf(args), args.request);

/** The action of such a route. */
export const confirmAction =
  <Slot>(pageOf: (args: ActionFunctionArgs) => Promise<CommandPage<Slot>>) =>
  async (args: ActionFunctionArgs) =>
    answerCommand(await pageOf(args), args.request);
