import { z } from "zod";
import type { User } from "#app/auth/guard.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { formOf, readForm } from "#app/http/forms/read.ts";
import { records } from "#app/records/portalRecords.server.ts";
import { findPath } from "./paths.ts";

const yearSeconds = 365 * 24 * 60 * 60;
const keyOf = ({ subject }: User): string => `find-slash:${subject}`;
const choice = z.object({ slash: z.enum(["on", "off"]) });

/** Whether '/' leads this person to the field: unless they turned it off (find#keys). */
export const isSlashOn = async (user: User): Promise<boolean> =>
  (await records.get(keyOf(user), z.boolean())) ?? true;

/** Keeps the choice for a year, and leads back to the page. */
export async function chooseSlash(user: User): Promise<Response> {
  const read = readForm(await formOf(user.request), choice);
  if (read.status !== "success") {
    return redirectWithFlash(user.request, findPath(""), "Nothing was changed: choose on or off.");
  }
  const isOn = read.value.slash === "on";
  await records.set(keyOf(user), isOn, yearSeconds);
  const said = isOn
    ? "'/' leads to the field from every page."
    : "'/' does nothing any more. Ctrl-K still leads to the field.";
  return redirectWithFlash(user.request, findPath(""), said);
}
