import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { attempt } from "#app/core/api/api.server.ts";
import { env } from "#app/core/env.server.ts";
import { failureStatus } from "#app/core/http/apiError.server.ts";
import { keepDraft, keepingDraft, takeDraft } from "#app/core/http/drafts.server.ts";
import type { ErrorView } from "#app/core/http/errorView.ts";
import { redirectWithFlash, type Said } from "#app/core/http/flash.server.ts";
import { formOf } from "#app/core/http/forms/read.ts";
import { requireToken, tokenToGoOn } from "#app/core/http/once.server.ts";
import { outcomePath } from "#app/core/records/listPaths.ts";
import { maxNoteLength, type RecordRef } from "#app/core/records/record.ts";
import { formatDateTime } from "#app/core/ui/text/time.ts";
import { type Command, earlierSubmission, type Offer, runCommand, tokenFor } from "./command.server.ts";
import { noQuestion, type OpenCommand, type Question, question, type Receipt, receipt } from "./command.ts";
import { wantsRemark } from "./model.ts";
import type { ConfirmedIn, WayOn } from "./settled.server.ts";

export type CommandPage<Slot> = {
  user: Command<Slot>["user"];
  /** The command with the typed or restored form; the form is absent when the dialog opens. */
  commandWith(form: FormData | undefined): Command<Slot>;
  /** The dialog's slot while the record cannot be read. */
  unread(form: FormData | undefined): Slot;
  /** The dialog's own URL, and the one to return to, both from `paths.ts`. */
  here: string;
  closeTo: string;
  /** URL that undoes the command, requested after it is done; undefined if there is none. */
  undoHref?(): Promise<string | undefined>;
  /** The panel to return to, which shows the message; absent for a list. */
  panel?: string;
  /** The record whose notes a person may add to with the command; absent where it has none. */
  notes?: RecordRef;
};

/** The page of a command that takes nothing from its form, over the list at `closeTo`. */
export function plainCommandPage(
  { key, ...page }: Pick<CommandPage<null>, "user" | "here" | "closeTo"> & Pick<Command<null>, "key">,
  read: Command<null>["read"],
): CommandPage<null> {
  const command: Command<null> = { user: page.user, key, href: page.closeTo, read };
  return { ...page, commandWith: () => command, unread: () => null };
}

/** The content of the form field `asked`, a copy of the dialog, to show it again when the record cannot be read. */
const requested = z.object({ question, receipt });

const emptyDialog = { question: noQuestion, receipt: { verb: "", object: "", name: "" } };

function readQuestion(form: FormData): z.output<typeof requested> {
  const text = form.get("asked");
  if (typeof text !== "string") return emptyDialog;
  try {
    const read = requested.safeParse(JSON.parse(text));
    return read.success ? read.data : emptyDialog;
  } catch (problem) {
    if (problem instanceof SyntaxError) return emptyDialog;
    throw problem;
  }
}

/** The form's field of a note on the record, besides the command's own fields. */
const remarkOf = (form: FormData | undefined): string =>
  String(form?.get("remark") ?? "")
    .trim()
    .slice(0, maxNoteLength);

type DialogView<Slot> = { question: Question; receipt: Receipt; slot: Slot; token: string };

const dialogOf = <Slot>(
  { here, closeTo, notes, commandWith }: CommandPage<Slot>,
  form: FormData | undefined,
  view: DialogView<Slot>,
  more: Partial<OpenCommand<Slot>> = {},
): OpenCommand<Slot> => ({
  ...view,
  here,
  closeTo,
  remark: notes && { text: remarkOf(form), isWanted: wantsRemark(commandWith(form).follows?.action ?? "") },
  ...more,
});

const pathOf = (request: Request): string => new URL(request.url).pathname;

/**
 * The dialog when it opens, with values restored after a sign-in, and the earlier submission on the same, unchanged
 * record. An unreadable record is reported in the dialog, so that the page below stays.
 */
export async function openCommand<Slot>(page: CommandPage<Slot>, request: Request) {
  const draft = await takeDraft(page.user, pathOf(request));
  const command = page.commandWith(draft);
  const looked = await attempt(command.read());
  if (!looked.ok) {
    if (draft) await keepDraft(page.user, pathOf(request), draft);
    const nothing = { ...emptyDialog, token: "" };
    const refusal = "Nothing can be submitted while this cannot be read.";
    const dialog = dialogOf(
      page,
      draft,
      { ...nothing, slot: page.unread(draft) },
      { refusal, problem: looked.error },
    );
    return data({ dialog }, { status: failureStatus(looked.error) });
  }
  const { question, receipt, slot, raw, availability } = looked.value;
  const opened = { question, receipt, slot };
  if (availability.is === "refused") {
    const status = availability.status === 404 ? 404 : 200;
    return data(
      { dialog: dialogOf(page, draft, { ...opened, token: "" }, { refusal: availability.words }) },
      { status },
    );
  }
  const [token, earlier] = await Promise.all([tokenFor(command, raw), earlierSubmission(command, raw)]);
  return data({ dialog: dialogOf(page, draft, { ...opened, token }, earlier ? { earlier } : {}) });
}

/** The message after a command, with the record's name as a link. */
export function saidOf(
  { verb, object, name }: Receipt,
  href: string,
  { at, repeated }: { at: string; repeated: boolean },
): Said {
  const words = object === "" ? "" : `${object} `;
  const record = { text: name, href };
  if (!repeated) return [`${verb}: ${words}`, record];
  const when = formatDateTime(at, env.TIME_ZONE);
  return [`Already ${verb.toLowerCase()}: ${words}`, record, `, ${when}. Nothing was sent a second time.`];
}

/** The end of a message about a command whose outcome the record will show. */
export const notKnownYet = ". What became of it is not known yet.";

/** The end of such a message if the command can be undone. */
export const undoLink = (href: string | undefined): { text: string; href: string }[] | string[] =>
  href === undefined ? [] : [{ text: "Undo", href }];

/** The outcome of a failed submission: a refusal by the service says so itself. */
const sentOf = ({ write }: ErrorView): Pick<OpenCommand<unknown>, "sent"> => {
  if (write === "unknown") return { sent: "unknown" };
  return write === "notSent" ? { sent: "nothing" } : {};
};

/**
 * The response to everything that a command's dialog posts. The record is read again: a command is done if it is
 * offered, and once per token. Success redirects back with a message what was submitted and when; anything else shows
 * the dialog again with the typed values, which also survive a 401.
 */
export async function answerCommand<Slot>(page: CommandPage<Slot>, request: Request) {
  const form = await formOf(request);
  const token = requireToken(form);
  const command = page.commandWith(form);
  const { closeTo, panel, notes } = page;
  let way: WayOn = { to: closeTo, panel };
  const dialog: ConfirmedIn = {
    request,
    remark: notes && { about: notes, text: remarkOf(form) },
    leadTo: (elsewhere) => {
      way = elsewhere;
    },
  };
  const leave = (message: Said, tone: "ok" | "background" = "ok", follow?: string) =>
    redirectWithFlash(request, way.to, message, tone, way.panel, follow);
  const answer = async (offer: Offer<Slot>, status: number, more: Partial<OpenCommand<Slot>> = {}) => {
    const { question, receipt, slot, raw } = offer;
    const earlier = await earlierSubmission(command, raw);
    const dialog = dialogOf(
      page,
      form,
      { question, receipt, slot, token: tokenToGoOn(token, page.user) },
      { earlier, ...more },
    );
    return data({ dialog }, { status });
  };
  return keepingDraft(page.user, pathOf(request), form, async () => {
    const result = await runCommand(command, token, { closeTo, panel, dialog });
    switch (result.is) {
      case "done": {
        // Where its message asks what became of a command that the service only took (actions#outcome).
        const follow = command.follows && result.before ? outcomePath(token) : undefined;
        return leave(
          [
            ...saidOf(result.receipt, command.href, result),
            ...(follow === undefined ? [] : [notKnownYet]),
            ...undoLink(await page.undoHref?.()),
          ],
          // That the service took it does not say that it helped.
          result.receipt.verb === "Submitted" ? "background" : "ok",
          follow,
        );
      }
      case "alreadyDone":
        return leave([
          `Already ${result.receipt.verb.toLowerCase()}: `,
          { text: result.receipt.name, href: command.href },
          ". Nothing was sent.",
        ]);
      case "unconfirmed":
        return answer(result.offer, result.status);
      case "refused":
        return answer(result.offer, result.status, { refusal: result.words });
      case "unread": {
        const unreadView = { ...readQuestion(form), slot: page.unread(form), token };
        const dialog = dialogOf(page, form, unreadView, { problem: result.problem, sent: "nothing" });
        return data({ dialog }, { status: failureStatus(result.problem) });
      }
      case "failed":
        return answer(result.offer, failureStatus(result.problem), {
          problem: result.problem,
          refusal: result.offer.availability.is === "refused" ? result.offer.availability.words : undefined,
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
