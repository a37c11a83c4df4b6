import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { env } from "#app/env.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { formOf, readForm } from "#app/http/forms/read.ts";
import { mediaFrom, printableLine } from "../forms.ts";
import { labelLanguages, type Media, testJob } from "../label.ts";
import { readLabelSettings, rejectedForm } from "../settings.server.ts";
import { mediaFor } from "../settings.ts";

const proofs = z.array(z.unknown()).catch([]);

/** Proof of a printer: its test label, in this language on these media, was scanned back. */
const proof = z.object({
  printer: printableLine.min(1),
  language: z.enum(labelLanguages),
  media: z.unknown().transform(mediaFrom),
  at: z.number().int().positive(),
});
export type Proof = z.output<typeof proof>;

/** Parses the proofs of a cookie, latest first; invalid ones are skipped. */
export const proofsFrom = (raw: unknown): Proof[] =>
  proofs.parse(raw).flatMap((one) => {
    const read = proof.safeParse(one);
    return read.success ? [read.data] : [];
  });

/** Adds a proof: each printer keeps only its latest, and the oldest are dropped when there is no room. */
export function withProof(before: readonly Proof[], proved: Proof, maxBytes: number): Proof[] {
  const stored = [proved, ...before.filter(({ printer }) => printer !== proved.printer)];
  while (stored.length > 1 && new TextEncoder().encode(JSON.stringify(stored)).length > maxBytes)
    stored.pop();
  return stored;
}

/** Whether the scan is the number on the test label; scanners may add blanks around it. */
export const isTestNumber = (scanned: string, media: Media): boolean =>
  scanned.trim() === testJob(media).label.barcode;

/** The form that proves a printer: the printer and language of the test label, and what was scanned from it. */
export const proofForm = z.object({
  printer: printableLine.trim().min(1, "Name the printer that the test label came out of."),
  language: z.enum(labelLanguages),
  scanned: z.string({ error: "Scan the barcode of the test label." }).trim().max(100),
});

const yearSeconds = 365 * 24 * 60 * 60;
/** Browsers limit a cookie to 4 KB; this one is base64-encoded. */
const maxBytes = 2_000;

const cookie = createCookie("labelProofs", {
  httpOnly: true,
  sameSite: "lax",
  path: "/store",
  maxAge: yearSeconds,
  secure: env.secure,
});

/** The proofs of the requesting workstation's printers, latest first. */
export const readProofs = async (request: Request): Promise<Proof[]> =>
  proofsFrom(await cookie.parse(request.headers.get("Cookie")));

/**
 * Stores that a printer's test label was scanned back, and redirects to `to`; else returns the error (labels#proof).
 */
export async function saveProof(request: Request, to: string) {
  const formData = await formOf(request);
  const submission = readForm(formData, proofForm);
  if (submission.status !== "success") return rejectedForm(formData, submission.error);
  const { printer, language, scanned } = submission.value;
  const media = mediaFor(await readLabelSettings(request), printer);
  if (!isTestNumber(scanned, media))
    return rejectedForm(formData, {
      scanned: [`${scanned} is not the number on the test label. Look at what was printed.`],
    });
  const proved = { printer, language, media, at: Date.now() };
  const stored = withProof(await readProofs(request), proved, maxBytes);
  const answer = await redirectWithFlash(request, to, `${printer}: its test label was read back.`);
  answer.headers.append("Set-Cookie", await cookie.serialize(stored));
  return answer;
}
