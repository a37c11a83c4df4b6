import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { makeCertificatePair } from "./certificate.mjs";
import { fileInRepository } from "./processes.mjs";

/**
 * The installation's own secrets, created in `.data/` at the first start: sessions and trusted print certificates
 * survive restarts. Only this account can read them.
 */
export function ensureSecrets() {
  mkdirSync(fileInRepository(".data"), { recursive: true, mode: 0o700 });
  const secretFile = fileInRepository(".data/session-secret");
  const certificateFile = fileInRepository(".data/print-certificate.pem");
  const keyFile = fileInRepository(".data/print-private-key.pem");

  if (!existsSync(secretFile)) write(secretFile, randomBytes(36).toString("base64url"));
  if (!existsSync(certificateFile) || !existsSync(keyFile)) {
    const pair = makeCertificatePair("Utopia Portal label printing");
    write(certificateFile, pair.certificate);
    write(keyFile, pair.privateKey);
  }
  return {
    SESSION_SECRET: readFileSync(secretFile, "utf8").trim(),
    PRINT_CERTIFICATE_FILE: certificateFile,
    PRINT_PRIVATE_KEY_FILE: keyFile,
  };
}

const write = (file, text) => writeFileSync(file, text, { mode: 0o600 });
