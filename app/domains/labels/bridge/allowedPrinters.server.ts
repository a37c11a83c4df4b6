import { createCookie } from "@remix-run/node";
import { z } from "zod";
import type { User } from "#app/auth/guard.server.ts";
import { env } from "#app/env.server.ts";
import { ApiError } from "#app/http/apiError.server.ts";
import { formOf, readForm } from "#app/http/forms/read.ts";
import { allowedPrinterForm } from "../forms.ts";
import { labelLanguages } from "../label.ts";

const yearSeconds = 365 * 24 * 60 * 60;
/** A browser keeps cookies of 4 KB; this one is written in base64, with a signature. */
const maxBytes = 2_000;

/** It goes to the addresses of printing only, and is ours: a page can't write it. */
const cookie = createCookie("labelPrinters", {
  httpOnly: true,
  sameSite: "lax",
  path: "/print",
  maxAge: yearSeconds,
  secrets: [env.SESSION_SECRET],
  secure: env.secure,
});

const printers = z
  .array(z.object({ name: z.string(), language: z.enum(labelLanguages).optional() }))
  .catch([]);
type AllowedPrinter = z.output<typeof printers>[number];

/** The printers that were chosen on the workstation that asks, with their languages, the latest last (labels#allowed). */
export const allowedPrinters = async (request: Request): Promise<AllowedPrinter[]> =>
  printers.parse(await cookie.parse(request.headers.get("Cookie")));

/**
 * Notes that this workstation prints on the form's printer, in its language, beside those of before: 204, or 400 for
 * what is no name.
 */
export async function allowPrinter(user: User): Promise<Response> {
  const submission = readForm(await formOf(user.request), allowedPrinterForm);
  if (submission.status !== "success")
    throw new ApiError({
      statusLine: "Bad Request",
      code: 400,
      message: "This is not a printer's name, so the printer was not chosen.",
      correlationId: user.correlationId,
      advice: "Choose the printer from the list.",
    });
  const { printer: name, language } = submission.value;
  const known = await allowedPrinters(user.request);
  const stored = [
    ...known.filter((printer) => printer.name !== name),
    { name, language: language ?? known.find((printer) => printer.name === name)?.language },
  ];
  while (stored.length > 1 && Buffer.byteLength(JSON.stringify(stored)) > maxBytes) stored.shift();
  return new Response(null, { status: 204, headers: { "Set-Cookie": await cookie.serialize(stored) } });
}
