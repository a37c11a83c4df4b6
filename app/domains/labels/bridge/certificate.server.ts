import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { type NoPair, readSigningPair, type SigningPair } from "./signingPair.server.ts";

let stored: SigningPair | undefined;

/**
 * The pair of `PRINT_CERTIFICATE_FILE` and `PRINT_PRIVATE_KEY_FILE`, read once; until both files are valid they are
 * read again at every request. Errors in the files are logged without their content.
 */
export async function signingPair(now = Date.now()): Promise<SigningPair | NoPair> {
  if (stored) return stored;
  const { PRINT_CERTIFICATE_FILE: certificateFile, PRINT_PRIVATE_KEY_FILE: keyFile } = env;
  if (!certificateFile || !keyFile)
    return { why: "PRINT_CERTIFICATE_FILE and PRINT_PRIVATE_KEY_FILE are not set." };
  const pair = await readSigningPair(certificateFile, keyFile, now);
  if ("why" in pair)
    log.error({ certificateFile, keyFile, problem: pair.why }, "print requests cannot be signed");
  else stored = pair;
  return pair;
}
