import { createCookie, data } from "@remix-run/node";
import type { User } from "#app/auth/guard.server.ts";
import { env } from "#app/env.server.ts";
import { ApiError } from "#app/http/apiError.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { formOf, readForm } from "#app/http/forms/read.ts";
import {
  type LabelSettings,
  labelSettingsForm,
  labelSettingsFrom,
  maxPrinters,
  mediaOfForm,
  printerChoiceForm,
} from "./forms.ts";
import { type LabelLanguage, labelLanguages } from "./label.ts";
import { type FormAnswer, fileLanguage } from "./settings.ts";

const yearSeconds = 365 * 24 * 60 * 60;

/** Signed, so that a page can't forge what labels are signed for. */
const cookie = createCookie("labelSettings", {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  maxAge: yearSeconds,
  secrets: [env.SESSION_SECRET],
  secure: env.secure,
});

/** The settings of the requesting workstation; an unreadable cookie gives the defaults. */
export const readLabelSettings = async (request: Request): Promise<LabelSettings> =>
  labelSettingsFrom(await cookie.parse(request.headers.get("Cookie")));

/** Browsers drop a longer cookie without a word, and this one goes with every request. */
const maxCookieLength = 4_096;
const tooMuch = "This browser can't keep any more: forget the settings of another printer first.";

/** The settings as a cookie; undefined where they are more than a browser keeps. */
async function keeping(settings: LabelSettings): Promise<string | undefined> {
  const kept = await cookie.serialize(labelSettingsFrom(settings));
  return kept.length <= maxCookieLength ? kept : undefined;
}

/**
 * Stores the settings form on the workstation for a year, for one printer or for all others, or has a printer use those
 * of all others again, and redirects to `to`; else returns the errors.
 */
export async function saveLabelSettings(request: Request, to: string) {
  const formData = await formOf(request);
  const before = await readLabelSettings(request);
  const stored = async (settings: LabelSettings, said: string) => {
    const kept = await keeping(settings);
    if (kept === undefined) return rejectedForm(formData, { printer: [tooMuch] });
    const answer = await redirectWithFlash(request, to, said);
    answer.headers.append("Set-Cookie", kept);
    return answer;
  };
  if (formData.get("intent") === "forget") {
    const name = String(formData.get("printer") ?? "").trim();
    const { [name]: _forgotten, ...profiles } = before.profiles;
    return stored({ ...before, profiles }, `${name} has the settings of every other printer again.`);
  }
  const said = formData.get("of");
  const of = labelLanguages.find((known) => known === said) ?? fileLanguage(before);
  const submission = readForm(formData, labelSettingsForm(of));
  if (submission.status !== "success") return rejectedForm(formData, submission.error);
  const { language, printer } = submission.value;
  const media = mediaOfForm(submission.value);
  if (printer === undefined)
    return stored({ ...before, media, language }, "Label settings of this workstation saved.");
  const { [printer]: _old, ...others } = before.profiles;
  if (Object.keys(others).length >= maxPrinters) {
    const why = `${maxPrinters} printers can have settings of their own: forget one first.`;
    return rejectedForm(formData, { printer: [why] });
  }
  const profiles = { ...others, [printer]: media };
  return stored({ ...before, profiles, language }, `Label settings of ${printer} saved.`);
}

/** What was typed in a form, back beside its errors. */
export function rejectedForm(form: FormData, errors: Record<string, string[] | null> | null | undefined) {
  const answer: FormAnswer = {
    typed: Object.fromEntries([...form].map(([name, value]) => [name, String(value)])),
    errors: Object.fromEntries(Object.entries(errors ?? {}).map(([name, said]) => [name, said ?? []])),
  };
  return data(answer, { status: 400 });
}

/** Of these settings' 4 KB. */
const maxChosenBytes = 500;

/**
 * Has the workstation print on the form's printer from now on, in the form's language (labels#allowed): 204, or 400 for
 * an invalid name.
 */
export async function choosePrinter({ request, correlationId }: Pick<User, "request" | "correlationId">) {
  const refusal = (message: string, advice: string) =>
    new ApiError({ statusLine: "Bad Request", code: 400, message, correlationId, advice });
  const submission = readForm(await formOf(request), printerChoiceForm);
  if (submission.status !== "success")
    throw refusal(
      "This is not a printer's name, so the printer was not chosen.",
      "Choose the printer from the list.",
    );
  const before = await readLabelSettings(request);
  const { printer, language, languages = before.languages } = submission.value;
  const { driver = printer === before.printer ? before.driver : undefined } = submission.value;
  const others = Object.entries(before.chosen).filter(([name]) => name !== printer);
  const chosen: [string, LabelLanguage][] = [...others, [printer, language]];
  while (chosen.length > 1 && Buffer.byteLength(JSON.stringify(chosen)) > maxChosenBytes) chosen.shift();
  const settings = { ...before, printer, driver, languages, chosen: Object.fromEntries(chosen) };
  const kept = await keeping(settings);
  if (kept === undefined) throw refusal("The printer was not chosen.", tooMuch);
  return new Response(null, { status: 204, headers: { "Set-Cookie": kept } });
}
