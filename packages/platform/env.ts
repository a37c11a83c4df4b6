import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { actionPolicies } from "#contract/capabilities.ts";
import { ediFileLimit } from "#contract/ediCheck.ts";
import { filePlaceOf, fileSettings, refuseHalfFileSettings } from "./outside/files/settings.ts";

const port = z.coerce.number().int().min(1).max(65535);
const optionalUrl = z
  .string()
  .optional()
  .transform((value) => (value ? value : undefined))
  .pipe(z.url().optional());

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);

/** The folder of all persistent data. */
const places = z.object({
  PLATFORM_DATABASE_URL: optionalUrl,
  PLATFORM_DATA_DIR: z.string().min(1).default(".data"),
  PLATFORM_EDI_FOLDER: z.string().min(1).optional(),
  PLATFORM_EDI_PARTNERS: z
    .string()
    .min(1)
    .default(fileURLToPath(new URL("./partners.json", import.meta.url))),
  ...fileSettings.shape,
});

const settings = z.object({
  NODE_ENV: z.string().default("development"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  PORT: port.default(3000),
  APP_URL: optionalUrl,
  MICROSOFT_TENANT_ID: z.string().min(1).default("8f2c1c4e-5d1b-4a7e-9c55-2b7d4f0a6e31"),
  MICROSOFT_CLIENT_ID: z.string().min(1).default("3b9d6a52-1f0e-4c38-8a47-6e2f9d1c5b70"),
  MICROSOFT_CLIENT_SECRET: z.string().min(1).default("embedded-identity-provider-only"),
  PLATFORM_PORT: port.default(4000),
  PLATFORM_HOST: z.string().min(1).default("127.0.0.1"),
  PLATFORM_PUBLIC_URL: optionalUrl,
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl,
  PLATFORM_METRICS_PORT: port.optional(),
  PLATFORM_METRICS_HOST: z.string().min(1).default("127.0.0.1"),
  GLOBAL_ACTIONS: z.enum(actionPolicies).default("everyone"),
  EDI_FILE_LIMIT_KB: ediFileLimit,
  PLATFORM_OPEN_TO_ALL: z.enum(["yes", "no"]).default("no"),
  ...places.shape,
  PLATFORM_SEED: z.enum(["small", "demo", "large"]).default("demo"),
  PLATFORM_RETURN_PACE: z.coerce.number().min(0).max(86_400).default(2),
  PLATFORM_RETURN_TRICKLE: z.coerce.number().int().min(0).max(59).optional(),
});

/** The client secret of `.env.example`: whoever knows it gets API tokens for any role. */
const publishedClientSecret = "embedded-identity-provider-only";

/** Anybody may sign in here as anybody, without a password: it is reachable from its own machine only, by default. */
const environment = settings.superRefine(refuseHalfFileSettings).superRefine((read, check) => {
  const hostOf = (url: string | undefined) => new URL(url ?? "http://localhost").hostname;
  const hosts = {
    PLATFORM_HOST: read.PLATFORM_HOST,
    PLATFORM_PUBLIC_URL: hostOf(read.PLATFORM_PUBLIC_URL),
    APP_URL: hostOf(read.APP_URL),
  };
  const beyond = Object.entries(hosts).filter(([, host]) => !isLoopback(host));
  const refuse = (name: string, message: string) => check.addIssue({ code: "custom", path: [name], message });
  if (beyond.length > 0 && read.MICROSOFT_CLIENT_SECRET === publishedClientSecret) {
    refuse(
      "MICROSOFT_CLIENT_SECRET",
      "is the one of .env.example, which everybody knows: set one of your own, here and for the portal",
    );
  }
  if (read.PLATFORM_OPEN_TO_ALL === "yes") return;
  for (const [name] of beyond) {
    refuse(
      name,
      "would open the simulated sign-in, where everybody may be an Admin without a password, beyond this machine. Use the company's identity provider, or say PLATFORM_OPEN_TO_ALL=yes where that is meant.",
    );
  }
});

/** Settings by which secrets or records cross a network unencrypted, which may be meant: said at start. */
function inClearOf(env: z.output<typeof settings>): string[] {
  const { PLATFORM_DATABASE_URL: database, FILE_STORE_ENDPOINT, OTEL_EXPORTER_OTLP_ENDPOINT } = env;
  const addresses = { FILE_STORE_ENDPOINT, OTEL_EXPORTER_OTLP_ENDPOINT };
  // A socket has no host.
  const isFar = (url: string) => new URL(url).hostname !== "" && !isLoopback(new URL(url).hostname);
  return [
    ...(database && isFar(database) && !/[?&]sslmode=(require|verify)/.test(database)
      ? ["PLATFORM_DATABASE_URL"]
      : []),
    ...Object.entries(addresses).flatMap(([name, url]) =>
      url?.startsWith("http:") && isFar(url) ? [name] : [],
    ),
  ];
}

/** Parses variables, of which an empty one counts as unset; throws an Error that names every invalid one. */
function parsed<T extends z.ZodType>(schema: T, variables: Record<string, string | undefined>): z.output<T> {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const read = schema.safeParse(set);
  if (read.success) return read.data;
  const problems = read.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`The platform's configuration is not usable:\n${problems.join("\n")}`);
}

const placesOf = (env: z.output<typeof places>) => ({
  databaseUrl: env.PLATFORM_DATABASE_URL,
  dataDirectory: env.PLATFORM_DATA_DIR,
  /** Contains the partner's folders `in` and `out`. */
  ediFolder: env.PLATFORM_EDI_FOLDER ?? join(env.PLATFORM_DATA_DIR, "edi"),
  /** The file of trading partners. */
  ediPartners: env.PLATFORM_EDI_PARTNERS,
  files: filePlaceOf(env, join(env.PLATFORM_DATA_DIR, "files")),
});

/** The locations of persistent data: a part of the configuration, parsed as `readEnv` does. */
export const readPlaces = (variables: Record<string, string | undefined>) =>
  placesOf(parsed(places.superRefine(refuseHalfFileSettings), variables));

/**
 * Parses the platform's configuration from environment variables (names: docs and `.env.example`). Throws an Error
 * whose message names every invalid variable. An empty variable counts as unset.
 */
export function readEnv(variables: Record<string, string | undefined>) {
  const env = parsed(environment, variables);
  const withoutSlash = (url: string) => url.replace(/\/+$/, "");
  return {
    production: env.NODE_ENV === "production",
    logLevel: env.LOG_LEVEL,
    appUrl: withoutSlash(env.APP_URL ?? `http://localhost:${env.PORT}`),
    tenantId: env.MICROSOFT_TENANT_ID,
    clientId: env.MICROSOFT_CLIENT_ID,
    clientSecret: env.MICROSOFT_CLIENT_SECRET,
    port: env.PLATFORM_PORT,
    host: env.PLATFORM_HOST,
    /** The users allowed to act on documents of all stores (roles#global-actions). */
    globalActions: env.GLOBAL_ACTIONS,
    /** The largest EDI file that is taken in, in KB of 1,024 bytes. */
    ediFileLimit: env.EDI_FILE_LIMIT_KB,
    traced: env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    metrics:
      env.PLATFORM_METRICS_PORT === undefined
        ? undefined
        : { host: env.PLATFORM_METRICS_HOST, port: env.PLATFORM_METRICS_PORT },
    publicUrl: withoutSlash(env.PLATFORM_PUBLIC_URL ?? `http://localhost:${env.PLATFORM_PORT}`),
    ...placesOf(env),
    /** Names of settings by which secrets or records cross a network in clear. */
    inClear: inClearOf(env),
    seedSize: env.PLATFORM_SEED,
    returnPaceSeconds: env.PLATFORM_RETURN_PACE,
    /** Minutes between two returns that the demo creates; 0 for none. */
    returnTrickleMinutes: env.PLATFORM_RETURN_TRICKLE ?? (env.PLATFORM_SEED === "demo" ? 3 : 0),
  };
}

export type PlatformEnv = ReturnType<typeof readEnv>;
