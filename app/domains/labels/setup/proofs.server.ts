import { createCookie, data } from "@remix-run/node";
import { env } from "#app/env.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { formOf, readForm } from "#app/http/forms/read.ts";
import { readLabelSettings } from "../settings.server.ts";
import { mediaFor } from "../settings.ts";
import { isTestNumber, type Proof, type ProofAnswer, proofForm, proofsFrom, withProof } from "./proofs.ts";

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
  const typed = Object.fromEntries([...formData].map(([name, value]) => [name, String(value)]));
  const refused = (errors: ProofAnswer["errors"]) =>
    data({ typed, errors } satisfies ProofAnswer, { status: 400 });
  if (submission.status !== "success")
    return refused(
      Object.fromEntries(Object.entries(submission.error ?? {}).map(([name, said]) => [name, said ?? []])),
    );
  const { printer, language, scanned } = submission.value;
  const media = mediaFor(await readLabelSettings(request), printer);
  if (!isTestNumber(scanned, media))
    return refused({
      scanned: [`${scanned} is not the number on the test label. Look at what was printed.`],
    });
  const proved = { printer, language, media, at: Date.now() };
  const stored = withProof(await readProofs(request), proved, maxBytes);
  const answer = await redirectWithFlash(request, to, `${printer}: its test label was read back.`);
  answer.headers.append("Set-Cookie", await cookie.serialize(stored));
  return answer;
}
