import { existsSync } from "node:fs";
import { fileInRepository } from "./processes.mjs";
import { ensureSecrets } from "./secrets.mjs";

/** Other sites, so that their links can be seen: no such addresses exist. */
const exampleLinks = {
  MARKETPLACE_PORTAL_URL: "https://marketplace.example/",
  ICONIC_ORDER_URL: "https://iconic.example/orders/{orderId}",
  CATCH_ORDER_URL: "https://catch.example/orders/{orderId}",
};

/** Adds the variables of `.env`, where there is one; what the shell has set stays. */
export function loadEnvFile() {
  const file = fileInRepository(".env");
  // A Node that is too old has no such function: whoever needs a newer one says so in words.
  if (existsSync(file)) process.loadEnvFile?.(file);
}

/**
 * Ports and environment of a portal that works on the embedded platform. Whatever `.env` or the shell says holds,
 * except the portal's upstream: that is the platform. The public address follows the port unless the shell names one.
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
 * What a command beside portal and platform adds to its environment: nothing where they are deployed, whose settings
 * are complete, or a command would make a secret of its own; else what the demo and the platform alone run with.
 */
export const commandEnvironment = () =>
  process.env.NODE_ENV === "production" ? {} : embeddedEnvironment().env;
