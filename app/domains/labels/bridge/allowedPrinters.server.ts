import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { env } from "#app/env.server.ts";
import { ApiError } from "#app/http/apiError.server.ts";
import { formOf, readForm } from "#app/http/forms/read.ts";
import { allowedPrinterForm } from "../forms.ts";
import { labelLanguages } from "../label.ts";
import type { Printing } from "../stations/key.server.ts";

const yearSeconds = 365 * 24 * 60 * 60;
/** It goes with every request; base64-encoded and signed. */
const maxBytes = 1_000;

/** Signed, so that a page can't forge it. */
const cookie = createCookie("printers", {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  maxAge: yearSeconds,
  secrets: [env.SESSION_SECRET],
  secure: env.secure,
});

const printers = z
  .array(z.object({ name: z.string(), language: z.enum(labelLanguages).optional() }))
  .catch([]);
type AllowedPrinter = z.output<typeof printers>[number];

/** The printers chosen on the requesting workstation with their languages, latest last (labels#allowed). */
export const allowedPrinters = async (request: Request): Promise<AllowedPrinter[]> =>
  printers.parse(await cookie.parse(request.headers.get("Cookie")));

/** Adds the form's printer and language to this workstation's allowed printers: 204, or 400 for an invalid name. */
export async function allowPrinter(user: Printing): Promise<Response> {
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
