import { createCookie, data } from "@remix-run/node";
import type { User } from "#app/core/auth/guard.server.ts";
import { env } from "#app/core/env.server.ts";
import { ApiError } from "#app/core/http/apiError.server.ts";
import { redirectWithFlash } from "#app/core/http/flash.server.ts";
import { formOf, readForm } from "#app/core/http/forms/read.ts";
import { isObject } from "#app/core/values/values.ts";
import {
  type LabelSettings,
  labelSettingsForm,
  labelSettingsFrom,
  maxPrinters,
  printerChoiceForm,
  proofForm,
} from "./forms.ts";
import { labelLanguages, mediaText, testJob } from "./label.ts";
import { type FormAnswer, fileLanguage, mediaFor } from "./settings.ts";
import { ownStation, workstationName } from "./stations/guard.server.ts";

const yearSeconds = 365 * 24 * 60 * 60;

/** Signed, so that a page can't forge what labels are signed for, and by a secret that no other cookie is signed with. */
const cookie = createCookie(env.secure ? "__Host-labelSettings" : "labelSettings", {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  maxAge: yearSeconds,
  secrets: [`labelSettings ${env.SESSION_SECRET}`],
  secure: env.secure,
});

/** The settings of the requesting workstation; an unreadable cookie, or another workstation's, gives the defaults. */
export async function readLabelSettings(request: Request): Promise<LabelSettings> {
  const stored: unknown = await cookie.parse(request.headers.get("Cookie"));
  const isOwn = isObject(stored) && stored.workstation === (await workstationName(request));
  return labelSettingsFrom(isOwn ? stored : undefined);
}

/** Browsers drop a longer cookie without a word. */
const maxCookieLength = 4_096;
/** It goes with every request: printers for which nobody set anything make room, and then those with a proof only. */
const targetCookieLength = 2_000;
const tooMuch = "This browser can't keep any more: forget the settings of another printer first.";

/** The settings as a cookie, with those of a printer as the latest; undefined where they are more than a browser keeps. */
async function keeping(
  workstation: string | undefined,
  settings: LabelSettings,
  name: string | undefined,
  change: Partial<LabelSettings["printers"][string]> = {},
): Promise<string | undefined> {
  const { [name ?? ""]: old, ...others } = settings.printers;
  const latest = name === undefined ? {} : { [name]: { ...old, ...change } };
  const setCookie = await cookie.serialize({ ...settings, workstation, printers: { ...others, ...latest } });
  const unset = Object.entries(others).filter(([, { media, isSet }]) => media === undefined && !isSet);
  const [oldest] = unset.find(([, { proof }]) => proof === undefined) ?? unset[0] ?? [];
  if (setCookie.length <= targetCookieLength || oldest === undefined)
    return setCookie.length <= maxCookieLength ? setCookie : undefined;
  const { [oldest]: _dropped, ...printers } = settings.printers;
  return keeping(workstation, { ...settings, printers }, name, change);
}

/**
 * Stores the settings form on the workstation for a year, for one printer or for all others, or has a printer use those
 * of all others again, and redirects to `to`; else returns the errors.
 */
export async function saveLabelSettings(request: Request, formData: FormData, to: string) {
  const before = await readLabelSettings(request);
  const name = String(formData.get("printer") ?? "") || undefined;
  if (name !== undefined && formData.get("intent") === "forget") {
    const setCookie = await keeping(await workstationName(request), before, name, { media: undefined });
    return answerWith(
      request,
      to,
      formData,
      setCookie,
      `${name} has the settings of every other printer again.`,
    );
  }
  const chosen = formData.get("of");
  const of = labelLanguages.find((language) => language === chosen) ?? fileLanguage(before);
  const submission = readForm(formData, labelSettingsForm(of));
  if (submission.status !== "success") return rejectedForm(formData, submission.error);
  const { language, printer, media } = submission.value;
  const others = Object.entries(before.printers).filter(([other, { media }]) => media && other !== printer);
  if (printer !== undefined && others.length >= maxPrinters) {
    const why = `${maxPrinters} printers can have settings of their own: forget one first.`;
    return rejectedForm(formData, { printer: [why] });
  }
  const next = { ...before, language, ...(printer === undefined ? { media } : {}) };
  const setCookie = await keeping(await workstationName(request), next, printer, { media });
  return answerWith(
    request,
    to,
    formData,
    setCookie,
    `Label settings of ${printer ?? "this workstation"} saved.`,
  );
}

/** Keeps settings and says so, or that there is no room for them. */
async function answerWith(
  request: Request,
  to: string,
  form: FormData,
  setCookie: string | undefined,
  message: string,
) {
  if (setCookie === undefined) return rejectedForm(form, { printer: [tooMuch] });
  const answer = await redirectWithFlash(request, to, message);
  answer.headers.append("Set-Cookie", setCookie);
  return answer;
}

/**
 * Stores that a printer's test label was scanned back, and redirects to `to`; else returns the error (labels#proof).
 */
export async function saveProof(request: Request, form: FormData, to: string) {
  const submission = readForm(form, proofForm);
  if (submission.status !== "success") return rejectedForm(form, submission.error);
  const { printer: typed, language, scanned } = submission.value;
  const before = await readLabelSettings(request);
  // It may have been typed.
  const printer = before.printers[typed] ? typed : typed.trim();
  const media = mediaFor(before, printer);
  if (scanned !== testJob(media).label.barcode)
    return rejectedForm(form, {
      scanned: [`${scanned} is not the number on the test label. Look at what was printed.`],
    });
  const proof = { language, labels: mediaText(media), at: Date.now() };
  const setCookie = await keeping(await workstationName(request), before, printer, { proof });
  return answerWith(request, to, form, setCookie, `${printer}: its test label was read back.`);
}

/** What was typed in a form, back beside its errors. */
function rejectedForm(form: FormData, errors: Record<string, string[] | null> | null | undefined) {
  const answer: FormAnswer = {
    typed: Object.fromEntries([...form].map(([name, value]) => [name, String(value)])),
    errors: Object.fromEntries(
      Object.entries(errors ?? {}).map(([name, messages]) => [name, messages ?? []]),
    ),
  };
  return data(answer, { status: 400 });
}

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
  const { printer, language, isSet = before.printers[printer]?.isSet } = submission.value;
  // A computer that prints without sign-in may have no name yet.
  const { id, headers } = await ownStation(request);
  const setCookie = await keeping(id, { ...before, printer }, printer, { language, isSet });
  if (setCookie === undefined) throw refusal("The printer was not chosen.", tooMuch);
  const answer = new Response(null, { status: 204, headers });
  answer.headers.append("Set-Cookie", setCookie);
  return answer;
}
