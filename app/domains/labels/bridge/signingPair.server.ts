import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";

/** The pair that signs print requests: the certificate as PEM, its private key, and its expiry. */
export type SigningPair = { certificate: string; key: KeyObject; validTo: Date };

/** Why there is no signing pair, in words for the administrator of the portal. */
export type NoPair = { why: string };

/** Reads and checks a pair of PEM files: they must match, and the certificate be valid at `now`. */
export async function readSigningPair(
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
    return { certificate, key, validTo: new Date(read.validTo) };
  } catch (problem) {
    const code = problem instanceof Error && "code" in problem ? String(problem.code) : "unknown";
    return { why: `The files cannot be read as PEM (${code}).` };
  }
}
