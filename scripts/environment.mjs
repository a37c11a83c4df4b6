import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { makeCertificatePair } from "./certificate.mjs";
import { fileInRepository } from "./processes.mjs";

/** Other sites, to demonstrate their links: no such addresses exist. */
const exampleLinks = {
  MARKETPLACE_PORTAL_URL: "https://marketplace.example/",
  ICONIC_ORDER_URL: "https://iconic.example/orders/{orderId}",
  CATCH_ORDER_URL: "https://catch.example/orders/{orderId}",
};

/** Adds the variables of `.env`, if it exists; those of the shell take precedence. */
export function loadEnvFile() {
  const file = fileInRepository(".env");
  // An old Node has no such function: callers that need a newer one report that.
  if (existsSync(file)) process.loadEnvFile?.(file);
}

/**
 * Ports and environment of a portal with the embedded platform. `.env` and the shell take precedence, except for the
 * portal's upstream: that is the platform. The public address follows the port unless the shell names one.
 */
export function embeddedEnvironment() {
  const { APP_URL } = process.env;
  loadEnvFile();
  const port = Number(process.env.PORT || 3000);
  const platformPort = Number(process.env.PLATFORM_PORT || 4000);
  const platformUrl = process.env.PLATFORM_PUBLIC_URL || `http://localhost:${platformPort}`;
  const secrets = ensureSecrets();
  const appUrl = APP_URL || `http://localhost:${port}`;
  return {
    ports: {
      PORT: { port, whatFor: "the portal" },
      PLATFORM_PORT: { port: platformPort, whatFor: "the platform" },
    },
    appUrl,
    env: {
      PORT: String(port),
      APP_URL: appUrl,
      PLATFORM_PORT: String(platformPort),
      PORTAL_API_URL: platformUrl,
      EDI_API_URL: platformUrl,
      MICROSOFT_AUTHORITY: platformUrl,
      MICROSOFT_GRAPH_URL: platformUrl,
      ...Object.fromEntries(
        Object.entries({ ...exampleLinks, ...secrets }).map(([name, value]) => [
          name,
          process.env[name] || value,
        ]),
      ),
    },
  };
}

/**
 * Additional environment of a command beside portal and platform: none for a deployment, since its settings are complete
 * and a default would create a secret of the command's own; else that of the demo or of the platform alone.
 */
export const commandEnvironment = () =>
  process.env.NODE_ENV === "production" ? {} : embeddedEnvironment().env;

/**
 * The installation's own secrets, created in `.data/` at the first start: sessions and trusted print certificates
 * survive restarts. Only this account can read them.
 */
function ensureSecrets() {
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
