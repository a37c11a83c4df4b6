import { data, replace } from "@remix-run/node";
import { z } from "zod";
import { attempt } from "#app/core/api/api.server.ts";
import { audit } from "#app/core/audit/audit.server.ts";
import { assertMay, type User } from "#app/core/auth/guard.server.ts";
import { conflict, failureStatus, notFound } from "#app/core/http/apiError.server.ts";
import { keepDraft, keepingDraft, takeDraft } from "#app/core/http/drafts.server.ts";
import type { ErrorView } from "#app/core/http/errorView.ts";
import { formOf, readForm } from "#app/core/http/forms/read.ts";
import { hashOf, once, requireToken, tokens } from "#app/core/http/once.server.ts";
import { safeReturnTo } from "#app/core/http/safeRedirect.ts";
import { log } from "#app/core/log.server.ts";
import { maxNoteLength, type RecordRef, recordPermissions } from "#app/core/records/record.ts";
import type { NamedState, RecordReader } from "#app/core/records/recordReader.server.ts";
import type { Changed } from "./ledger.server.ts";
import { doerOf, notesOf, portalNotes } from "./notes.server.ts";
import { maxBecauseLength, type NotesAnswer, type NotesIntent, notesIntents } from "./notes.ts";
import { notesPath, notesSearch } from "./paths.ts";

/** A form of the part: `text` is a note, or why it is handled; `seen` how the record stood as that was said. */
export const notesForm = z.object({
  intent: z.enum(notesIntents).default("write"),
  text: z.string().default(""),
  seen: z.string().default(""),
});
type NotesForm = z.output<typeof notesForm>;

export type NotesPage = { user: User; kind: RecordReader; ref: RecordRef };

/** What is said to the audit trail of each. */
const did: Record<NotesIntent, string> = {
  write: "Note",
  take: "I have this",
  takeOver: "Take over",
  giveBack: "Give back",
  handle: "Handled",
  unhandle: "Not handled after all",
};

const pathOf = (request: Request): string => new URL(request.url).pathname;

/** Where they lead back to: the page that they stood on, else the record. */
function backOf({ kind, ref }: NotesPage, request: Request): string {
  const { back } = notesSearch.read(request.url);
  return back === "" ? kind.href(ref) : safeReturnTo(back);
}

const nothingOf: NotesForm = { intent: "write", text: "", seen: "" };

function typedIn(form: FormData): NotesForm {
  const read = readForm(form, notesForm);
  return read.status === "success" ? read.value : nothingOf;
}

async function recordOf({ user, kind, ref }: NotesPage, request: Request): Promise<NamedState> {
  const current = await kind.read(user, ref);
  if (!current) throw notFound(request, `There is no such ${kind.noun}.`);
  return current;
}

export async function openNotes(page: NotesPage, request: Request) {
  const draft = await takeDraft(page.user, pathOf(request));
  const back = backOf(page, request);
  const place = { back, here: notesPath(page.ref, back) };
  const looked = await attempt(recordOf(page, request));
  if (!looked.ok) {
    if (draft) await keepDraft(page.user, pathOf(request), draft);
    const screen = {
      ...place,
      name: page.kind.noun,
      notes: undefined,
      error: looked.error,
      stored: undefined,
    };
    return data(screen, { status: failureStatus(looked.error) });
  }
  const notes = await notesOf(page.user, page.ref, back, looked.value);
  const typed = draft && typedIn(draft);
  const what = typed?.intent === "handle" ? "reason" : "note";
  const stored: NotesAnswer | undefined =
    typed && typed.text !== ""
      ? { ...typed, problem: `You were signed out. Your ${what} is safe.`, isSafe: true }
      : undefined;
  return data({ ...place, name: `${page.kind.noun} ${looked.value.name}`, notes, error: undefined, stored });
}

/** What is wrong with a text; undefined where nothing is. */
function problemOf({ intent, text }: NotesForm): string | undefined {
  if (intent !== "write" && intent !== "handle") return undefined;
  const [most, what, nothing] =
    intent === "write"
      ? [maxNoteLength, "A note", "Write something first."]
      : [maxBecauseLength, "A reason", "Say why, for whoever looks for it."];
  const { length } = text.trim();
  if (length === 0) return nothing;
  return length <= most ? undefined : `${what} has at most ${most} characters; this one has ${length}.`;
}

async function change(page: NotesPage, current: NamedState, form: NotesForm, id: string): Promise<Changed> {
  const { user, ref } = page;
  const doer = doerOf(user);
  const text = form.text.trim();
  const namedRecord = { name: `${page.kind.noun} ${current.name}`, href: page.kind.href(ref) };
  switch (form.intent) {
    case "write":
      return portalNotes.write(ref, doer, id, text);
    case "take":
    case "takeOver":
      return portalNotes.take(ref, doer, form.intent === "takeOver", namedRecord);
    case "giveBack":
      return portalNotes.giveBack(ref, doer);
    case "handle": {
      const { revision, lines, since } = current;
      if (lines.length === 0) return { is: "refused", words: "This no longer needs attention." };
      if (form.seen !== revision)
        return {
          is: "refused",
          words: "It changed a moment ago. Look again before you say that it is handled.",
        };
      const state = { ...namedRecord, revision, lines: [...lines], since, because: text };
      return portalNotes.handle(ref, doer, id, state);
    }
    case "unhandle":
      return portalNotes.unhandle(ref);
  }
}

/** Does what the form asks for, once; what changed nothing is not written down. Throws ApiError. */
async function perform(page: NotesPage, request: Request, form: NotesForm, token: string): Promise<void> {
  const current = await recordOf(page, request);
  const { user, kind, ref } = page;
  // Whoever mends a text and sends it again under the same token has written another one.
  const submission = `${token}.${form.intent}.${hashOf(form.text).slice(0, 22)}`;
  const { outcome, repeated } = await once(user, submission, async () => {
    const changed = await change(page, current, form, hashOf(submission));
    if (changed.is === "refused") throw conflict(user, changed.words, "record");
    return changed;
  });
  if (repeated || outcome.is === "same") return;
  await audit({
    kind: "action",
    did: did[form.intent],
    record: `${kind.noun} ${current.name}`,
    href: kind.href(ref),
    outcome: "done",
    // What a note says stays with its record.
    why: form.intent === "handle" ? form.text.trim() : "",
  });
}

/** As `attempt`, for a store that fails as well: then nothing was kept, and the page says so. */
async function savedOr(user: User, work: Promise<void>): Promise<ErrorView | undefined> {
  try {
    const result = await attempt(work);
    return result.ok ? undefined : result.error;
  } catch (problem) {
    if (problem instanceof Response) throw problem;
    const { correlationId } = user;
    log.error({ err: problem, correlationId }, "notes could not be kept");
    const message = "Could not save. Nothing of it is lost: send it again in a moment.";
    return {
      statusLine: "Service Unavailable",
      code: 503,
      message,
      correlationId,
      advice: "Send it again in a moment.",
    };
  }
}

/** The answer to a form: back to where it stood once done; else what was typed, and what is wrong (notes#part). */
export async function answerNotes(page: NotesPage, request: Request) {
  const posted = await formOf(request);
  const token = requireToken(posted);
  const form = typedIn(posted);
  if (form.intent === "handle" || form.intent === "unhandle")
    await assertMay(page.user, recordPermissions[page.ref.kind].act);
  const again = (problem: string, status: number) => {
    const answered: NotesAnswer = { intent: form.intent, text: form.text, problem };
    return data({ answered }, { status });
  };
  return keepingDraft(page.user, pathOf(request), posted, async () => {
    const isTheirs = tokens.isOf(token, page.user);
    const problem = isTheirs ? problemOf(form) : "This form was opened by somebody else. Send it again.";
    if (problem) return again(problem, 400);
    const failed = await savedOr(page.user, perform(page, request, form, token));
    if (failed) return again(failed.message, failureStatus(failed));
    return replace(backOf(page, request));
  });
}
