import { createCookie, data } from "@remix-run/node";
import { env } from "#app/env.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { formOf, readForm } from "#app/http/forms/read.ts";
import { labelSettingsForm, printerChoiceForm } from "./forms.ts";
import { mediaFrom } from "./label.ts";
import { type LabelSettings, labelSettingsFrom, type SettingsAnswer } from "./settings.ts";

const yearSeconds = 365 * 24 * 60 * 60;

const cookie = createCookie("labelSettings", {
  httpOnly: true,
  sameSite: "lax",
  path: "/store",
  maxAge: yearSeconds,
  secure: env.secure,
});

/** The settings of the workstation that asks; a cookie that can't be read falls back. */
export const readLabelSettings = async (request: Request): Promise<LabelSettings> =>
  labelSettingsFrom(await cookie.parse(request.headers.get("Cookie")));

const keeping = async (settings: LabelSettings): Promise<string> =>
  cookie.serialize(labelSettingsFrom(settings));

/** Keeps the settings form on the workstation for a year, and leads to `to`; else says what must be mended. */
export async function saveLabelSettings(request: Request, to: string) {
  const formData = await formOf(request);
  const submission = readForm(formData, labelSettingsForm);
  if (submission.status !== "success") {
    const typed = Object.fromEntries([...formData].map(([name, value]) => [name, String(value)]));
    const answer: SettingsAnswer = { typed, errors: errorsOf(submission.error) };
    return data(answer, { status: 400 });
  }
  const { language, ...media } = submission.value;
  const answer = await redirectWithFlash(request, to, "Label settings of this workstation saved.");
  const before = await readLabelSettings(request);
  answer.headers.append("Set-Cookie", await keeping({ ...before, media: mediaFrom(media), language }));
  return answer;
}

const errorsOf = (found: Record<string, string[] | null> | null | undefined): Record<string, string[]> =>
  Object.fromEntries(Object.entries(found ?? {}).map(([name, errors]) => [name, errors ?? []]));

/** Keeps the printer that was picked, and the languages set for printers. */
export async function savePrinterChoice(request: Request): Promise<Response> {
  const submission = readForm(await formOf(request), printerChoiceForm);
  if (submission.status !== "success") return Response.json({ saved: false }, { status: 400 });
  const before = await readLabelSettings(request);
  const { printer, driver, languages = before.languages } = submission.value;
  const chosen = printer === undefined ? {} : { printer, driver };
  const headers = { "Set-Cookie": await keeping({ ...before, ...chosen, languages }) };
  return Response.json({ saved: true }, { headers });
}
