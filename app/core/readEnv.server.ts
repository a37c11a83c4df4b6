import { compile as compileProxies } from "proxy-addr";
import { z } from "zod";
import { actionPolicies } from "#contract/capabilities.ts";
import { ediFileLimit } from "#contract/ediCheck.ts";

const origin = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ""));
/** Where browsers reach the portal: its cookies, redirects and forms know no path below it. */
const publicOrigin = origin.refine((value) => {
  const { pathname, search, hash } = new URL(value);
  return pathname === "/" && search === "" && hash === "";
}, "must be an origin such as https://portal.example, without a path");
const link = z.url({ protocol: /^https?$/ });
const orderLink = link.refine((value) => value.includes("{orderId}"), "must contain {orderId}");

/** The secrets of `.env.example`, which are public. */
const exampleSecret = "an-example-secret-for-one-machine-only";
const exampleClientSecret = "embedded-identity-provider-only";
/** Fewer different characters make no secret; one that was generated has more than twice as many. */
const minSecretCharacters = 6;

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);

/** Whether secrets would be sent over a network unencrypted. A database's socket has no host. */
function isInClear(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  if (hostname === "" || isLoopback(hostname)) return false;
  return (
    protocol === "http:" || (/^postgres/.test(protocol) && !/[?&]sslmode=(require|verify)/.test(address))
  );
}

const isTimeZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en-AU", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch (problem) {
    if (problem instanceof RangeError) return false;
    throw problem;
  }
};

/** Tenants of Entra that accept anybody's Microsoft account. */
const sharedTenants = /^(common|organizations|consumers)$/i;

const listed = (list: string): string[] => list.split(",").map((entry) => entry.trim().toLowerCase());
const tenantIds = z
  .string()
  .refine(
    (list) => listed(list).every((id) => z.guid().safeParse(id).success),
    "must be tenant ids, with commas between them",
  )
  .transform(listed);

const hostsOf = (list: string): string[] =>
  list
    .split(",")
    .map((entry) => entry.trim().replace(/\/$/, ""))
    .filter((entry) => entry !== "");
/** Origins for the content security policy: nothing else may get into its header. */
const pictureHosts = z
  .string()
  .refine(
    (list) => hostsOf(list).every((host) => /^https?:\/\/(\*\.)?[a-z0-9.-]+(:\d+)?$/i.test(host)),
    "must be origins such as https://cdn.example or https://*.cdn.example, with commas between them",
  )
  .transform(hostsOf);

/** Whether a text is a list of proxies: addresses, networks such as `10.0.0.0/8`, `loopback`, separated by commas. */
function isProxyList(text: string): boolean {
  try {
    compileProxies(text.split(",").map((part) => part.trim()));
    return true;
  } catch (problem) {
    if (problem instanceof TypeError) return false;
    throw problem;
  }
}

const hours = z.coerce.number().positive().default(12);

const schema = z
  .object({
    NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
    PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
    HOST: z.string().default("0.0.0.0"),
    APP_URL: publicOrigin.optional(),
    PORTAL_API_URL: origin,
    EDI_API_URL: origin.optional(),
    MICROSOFT_AUTHORITY: origin.default("https://login.microsoftonline.com"),
    MICROSOFT_TENANT_ID: z.string().default("8f2c1c4e-5d1b-4a7e-9c55-2b7d4f0a6e31"),
    MICROSOFT_ALLOWED_TENANTS: tenantIds.optional(),
    MICROSOFT_CLIENT_ID: z.string().default("3b9d6a52-1f0e-4c38-8a47-6e2f9d1c5b70"),
    MICROSOFT_CLIENT_SECRET: z.string().default(exampleClientSecret),
    MICROSOFT_GRAPH_URL: origin.default("https://graph.microsoft.com"),
    PORTAL_API_SCOPE: z.string().default("api://utopia-portal/read"),
    SESSION_SECRET: z
      .string()
      .min(32, "must have 32 characters or more")
      .refine((secret) => new Set(secret).size >= minSecretCharacters, "is not random: generate one"),
    GLOBAL_ACTIONS: z.enum(actionPolicies).default("everyone"),
    EDI_FILE_LIMIT_KB: ediFileLimit,
    BODY_LIMIT_KB: z.coerce.number().int().min(16).max(1_000_000).default(256),
    TRUSTED_PROXIES: z
      .string()
      .refine(isProxyList, "must be addresses or networks, with commas between, or loopback")
      .default("loopback"),
    SESSION_IDLE_HOURS: hours,
    SESSION_MAX_HOURS: hours,
    TODAY_REFRESH_SECONDS: z.coerce.number().int().min(0).max(86_400).default(60),
    AUDIT_SPOOL_DIR: z.string().default(".data/audit-late"),
    PORTAL_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    SESSION_STORE_URL: z
      .undefined(
        "is no setting any more: the portal's own data are in PostgreSQL. Remove it, and name a database in PORTAL_DATABASE_URL",
      )
      .optional(),
    PRODUCT_TITLE: z.string().default("Utopia Portal"),
    PICTURE_HOSTS: pictureHosts.optional(),
    MARKETPLACE_PORTAL_URL: link.optional(),
    ICONIC_ORDER_URL: orderLink.optional(),
    CATCH_ORDER_URL: orderLink.optional(),
    PRINT_CERTIFICATE_FILE: z.string().optional(),
    PRINT_PRIVATE_KEY_FILE: z.string().optional(),
    TIME_ZONE: z.string().refine(isTimeZone, "is not a time zone").default("Australia/Melbourne"),
    OTEL_EXPORTER_OTLP_ENDPOINT: origin.optional(),
    METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
    METRICS_HOST: z.string().default("127.0.0.1"),
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  })
  .superRefine((read, check) => {
    const refuse = (name: string, message: string) =>
      check.addIssue({ code: "custom", path: [name], message });
    const isPublic = read.APP_URL !== undefined && !isLoopback(new URL(read.APP_URL).hostname);
    if (read.SESSION_SECRET === exampleSecret && (isPublic || !isLoopback(read.HOST))) {
      refuse(
        "SESSION_SECRET",
        "is the one of .env.example, which everybody knows: set one of your own, or HOST to localhost",
      );
    }
    if (read.MICROSOFT_CLIENT_SECRET === exampleClientSecret && isPublic) {
      refuse(
        "MICROSOFT_CLIENT_SECRET",
        "is the one of .env.example, which everybody knows: set that of your app registration",
      );
    }
    if (sharedTenants.test(read.MICROSOFT_TENANT_ID) && !read.MICROSOFT_ALLOWED_TENANTS) {
      refuse(
        "MICROSOFT_TENANT_ID",
        "lets every Microsoft account in: name your own tenant, or list those that may sign in in MICROSOFT_ALLOWED_TENANTS",
      );
    }
    if (!read.APP_URL?.startsWith("https:")) return;
    for (const name of [
      "PORTAL_API_URL",
      "EDI_API_URL",
      "MICROSOFT_AUTHORITY",
      "MICROSOFT_GRAPH_URL",
    ] as const) {
      const address = read[name];
      if (address !== undefined && isInClear(address))
        refuse(name, "must be https where APP_URL is, or on this machine");
    }
  })
  .transform((read) => {
    const appUrl = read.APP_URL ?? `http://localhost:${read.PORT}`;
    return {
      ...read,
      APP_URL: appUrl,
      EDI_API_URL: read.EDI_API_URL ?? read.PORTAL_API_URL,
      secure: appUrl.startsWith("https:"),
      /** Names of settings by which sessions or spans cross a network unencrypted, which may be meant: said at start. */
      inClear: (["PORTAL_DATABASE_URL", "OTEL_EXPORTER_OTLP_ENDPOINT"] as const).filter((name) => {
        const address = read[name];
        return address !== undefined && isInClear(address);
      }),
    };
  });

/** The portal's configuration. `APP_URL` and the API bases have no trailing slash. */
export type Env = z.output<typeof schema>;

/**
 * Reads the configuration from environment variables; an empty value counts as unset. Throws an
 * Error that names every missing or invalid variable, and never shows its value.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value));
  const read = schema.safeParse(set);
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path, message, code }) => {
    const name = path.join(".");
    return `  ${name}: ${set[name] === undefined && code !== "custom" ? "is required" : message}`;
  });
  throw new Error(`The portal cannot start. Its configuration needs attention:\n${problems.join("\n")}`);
}
