import { data, redirect } from "@remix-run/node";
import { requireMay, type User } from "#app/auth/guard.server.ts";
import { checkedFilePath, checkFilePath } from "#app/domains/edi/partner/paths.ts";
import { notFound } from "#app/http/apiError.server.ts";
import { takeDraft } from "#app/http/drafts.server.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { isMarkup, kindByBytes } from "#app/http/fileKind.ts";
import { formOf } from "#app/http/forms/read.ts";
import { tokens } from "#app/http/once.server.ts";
import { maxEdiFileBytes } from "#contract/ediCheck.ts";
import type { CheckForm } from "./check.ts";
import { keepUpload } from "./uploads.server.ts";

const tooLarge = `The file is larger than ${maxEdiFileBytes / 1_000_000} MB, which is the most that is taken in. Nothing was read.`;

/** Whoever may take files in; throws the 404 page if the service can't check them (edi#check-page). */
export async function requireCheck(request: Request): Promise<User> {
  const user = await requireMay(request, "edi.takeIn");
  if (!(await hasExtension(user, "edi-check"))) throw notFound(request);
  return user;
}

/** The form for a file or a pasted text, with the text restored after a sign-in. */
export async function checkForm(user: User): Promise<CheckForm> {
  const draft = await takeDraft(user, checkFilePath);
  const text = draft?.get("text");
  return { token: tokens.make(user), text: typeof text === "string" ? text : "" };
}

const beginnings = "An EDIFACT file is a text that begins with UNA or UNB.";

/** Why these bytes are rejected outright; undefined if they may be EDIFACT. */
export function refusalOf(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return "Choose a file, or paste its text.";
  if (bytes.length > maxEdiFileBytes) return tooLarge;
  const kind = kindByBytes(bytes)?.ending ?? (isMarkup(bytes) ? "xml or html" : undefined);
  const archive = Buffer.from(bytes.subarray(0, 2)).toString("latin1") === "PK" ? "zip or xlsx" : undefined;
  const other = kind ?? archive;
  if (other !== undefined) return `This is a file of another kind (${other}), not EDIFACT. ${beginnings}`;
  const beginning = Buffer.from(bytes.subarray(0, 64)).toString("latin1");
  return /^(\u00ef\u00bb\u00bf)?\s*UN[AB]/.test(beginning) ? undefined : `This is not EDIFACT. ${beginnings}`;
}

/** The file, or else the pasted text; a file without a name gets a generic one. */
async function chosenIn(form: FormData): Promise<{ name: string; text: string; bytes: Uint8Array }> {
  const file = form.get("file");
  const typed = form.get("text");
  const text = typeof typed === "string" ? typed : "";
  if (file instanceof File && file.size > 0) {
    const name = file.name.trim().slice(0, 200) || "file.edi";
    return { name, text, bytes: new Uint8Array(await file.arrayBuffer()) };
  }
  return { name: "pasted.edi", text, bytes: new TextEncoder().encode(text.trim() === "" ? "" : text) };
}

/** Stores the chosen file and redirects to its dry run; or returns the form with the reason for the rejection. */
export async function answerCheckForm(user: User) {
  const { request } = user;
  const again = (problem: string, text: string, status: number) =>
    data({ token: tokens.make(user), text, problem } satisfies CheckForm, { status });
  const { name, text, bytes } = await chosenIn(await formOf(request));
  const refusal = refusalOf(bytes);
  if (refusal !== undefined) return again(refusal, text, refusal === tooLarge ? 413 : 422);
  return redirect(checkedFilePath(await keepUpload(user, name, bytes)));
}
