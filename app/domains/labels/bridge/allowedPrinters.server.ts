import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { env } from "#app/env.server.ts";
import { formOf, readForm } from "#app/http/forms/read.ts";
import { allowedPrinterForm } from "../forms.ts";

const yearSeconds = 365 * 24 * 60 * 60;
/** A browser keeps cookies of 4 KB; this one is written in base64, with a signature. */
const mostBytes = 2_000;

/** It goes to the addresses of printing only, and is ours: a page can't write it. */
const cookie = createCookie("labelPrinters", {
  httpOnly: true,
  sameSite: "lax",
  path: "/print",
  maxAge: yearSeconds,
  secrets: [env.SESSION_SECRET],
  secure: env.secure,
});

const names = z.array(z.string()).catch([]);

/** The printers that were chosen on the workstation that asks, the latest last (labels#allowed). */
export const allowedPrinters = async (request: Request): Promise<string[]> =>
  names.parse(await cookie.parse(request.headers.get("Cookie")));

/** Notes that this workstation prints on the form's printer, beside those of before: 204, or 400 for what is no name. */
export async function allowPrinter(request: Request): Promise<Response> {
  const submission = readForm(await formOf(request), allowedPrinterForm);
  if (submission.status !== "success") return new Response(null, { status: 400 });
  const { printer } = submission.value;
  const kept = [...(await allowedPrinters(request)).filter((name) => name !== printer), printer];
  while (kept.length > 1 && Buffer.byteLength(JSON.stringify(kept)) > mostBytes) kept.shift();
  return new Response(null, { status: 204, headers: { "Set-Cookie": await cookie.serialize(kept) } });
}
