import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCertificatePair } from "../../scripts/certificate.mjs";

export type PrintCertificate = { certificate: string; privateKey: string };

/** A pair as `npm run demo` generates it. */
export function newPrintCertificate(): PrintCertificate {
  const { certificate, privateKey } = makeCertificatePair("Tests' label printing");
  return { certificate, privateKey: String(privateKey) };
}

/** The pair as files until `remove`, and the environment that names them. */
export function printFiles(pair: PrintCertificate) {
  const folder = mkdtempSync(join(tmpdir(), "print-certificate-"));
  const files = {
    PRINT_CERTIFICATE_FILE: join(folder, "certificate.pem"),
    PRINT_PRIVATE_KEY_FILE: join(folder, "private-key.pem"),
  };
  writeFileSync(files.PRINT_CERTIFICATE_FILE, pair.certificate, { mode: 0o600 });
  writeFileSync(files.PRINT_PRIVATE_KEY_FILE, pair.privateKey, { mode: 0o600 });
  return { environment: files, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
