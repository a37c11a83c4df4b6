import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";

/** What signs print requests: the certificate as PEM, and its private key. */
export type SigningPair = { certificate: string; key: KeyObject };

/** Why there is no pair to sign with, in words for whoever looks after the portal. */
export type NoPair = { why: string };

let kept: SigningPair | undefined;

/**
 * The pair of `PRINT_CERTIFICATE_FILE` and `PRINT_PRIVATE_KEY_FILE`, read once; until both files are right they are
 * read again at every request. What is wrong with the files goes to the log, without their content.
 */
export async function signingPair(now = Date.now()): Promise<SigningPair | NoPair> {
  if (kept) return kept;
  const { PRINT_CERTIFICATE_FILE: certificateFile, PRINT_PRIVATE_KEY_FILE: keyFile } = env;
  if (!certificateFile || !keyFile)
    return { why: "PRINT_CERTIFICATE_FILE and PRINT_PRIVATE_KEY_FILE are not set." };
  const pair = await readPair(certificateFile, keyFile, now);
  if ("why" in pair)
    log.error({ certificateFile, keyFile, problem: pair.why }, "print requests cannot be signed");
  else kept = pair;
  return pair;
}

/** Reads and checks a pair of PEM files: they must belong together, and the certificate be valid at `now`. */
async function readPair(
  certificateFile: string,
  keyFile: string,
  now: number,
): Promise<SigningPair | NoPair> {
  try {
    const certificate = await readFile(certificateFile, "utf8");
    const key = createPrivateKey(await readFile(keyFile, "utf8"));
    const read = new X509Certificate(certificate);
    if (!read.checkPrivateKey(key))
      return { why: "The certificate and the private key do not belong together." };
    if (key.asymmetricKeyType !== "rsa") return { why: "The private key is not an RSA key." };
    if (now < Date.parse(read.validFrom) || now > Date.parse(read.validTo))
      return { why: `The certificate is valid from ${read.validFrom} to ${read.validTo}.` };
    return { certificate, key };
  } catch (problem) {
    const code = problem instanceof Error && "code" in problem ? String(problem.code) : "unknown";
    return { why: `The files cannot be read as PEM (${code}).` };
  }
}
