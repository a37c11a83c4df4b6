import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { readEnv as readPortalEnv } from "#app/core/readEnv.server.ts";
import { readEnv as readPlatformEnv } from "#platform/env.ts";
import { repository } from "#tests/support/processes.ts";

const text = readFileSync(join(repository, ".env.example"), "utf8");
const example: Record<string, string | undefined> = { ...parseEnv(text) };

/** The names that operators rely on (settings#once). */
const promised = (
  "AUDIT_SPOOL_DIR PORT HOST APP_URL PORTAL_API_URL EDI_API_URL MICROSOFT_AUTHORITY MICROSOFT_TENANT_ID " +
  "MICROSOFT_CLIENT_ID MICROSOFT_CLIENT_SECRET MICROSOFT_GRAPH_URL PORTAL_API_SCOPE SESSION_SECRET " +
  "SESSION_IDLE_HOURS SESSION_MAX_HOURS PORTAL_DATABASE_URL PRODUCT_TITLE MARKETPLACE_PORTAL_URL " +
  "ICONIC_ORDER_URL CATCH_ORDER_URL PRINT_CERTIFICATE_FILE PRINT_PRIVATE_KEY_FILE TIME_ZONE " +
  "MICROSOFT_ALLOWED_TENANTS LOG_LEVEL PLATFORM_PORT PLATFORM_DATABASE_URL PLATFORM_SEED " +
  "PLATFORM_RETURN_PACE PLATFORM_RETURN_TRICKLE PLATFORM_OPEN_TO_ALL BODY_LIMIT_KB EDI_FILE_LIMIT_KB TRUSTED_PROXIES " +
  "GLOBAL_ACTIONS TODAY_REFRESH_SECONDS METRICS_PORT METRICS_HOST PLATFORM_METRICS_PORT " +
  "PLATFORM_METRICS_HOST OTEL_EXPORTER_OTLP_ENDPOINT FILE_STORE_URL FILE_STORE_ENDPOINT " +
  "FILE_STORE_BUCKET_IN"
).split(" ");

test("the example names every setting, each under a comment [settings#title, settings#files]", () => {
  expect(Object.keys(example)).toEqual(expect.arrayContaining(promised));
  for (const name of promised) {
    expect(text, name).toMatch(new RegExp(`(^#.*\\n)([A-Z_]+=.*\\n){0,2}${name}=`, "m"));
  }
});

test("the example works unedited, for a portal on the embedded platform [settings#edi-file-limit]", () => {
  const portal = readPortalEnv(example);
  const platform = readPlatformEnv(example);
  expect(portal.PORTAL_API_URL).toBe(platform.publicUrl);
  expect(portal.MICROSOFT_AUTHORITY).toBe(platform.publicUrl);
  expect(portal.MICROSOFT_GRAPH_URL).toBe(platform.publicUrl);
  expect(portal.APP_URL).toBe(platform.appUrl);
  expect([portal.EDI_FILE_LIMIT_KB, platform.ediFileLimit]).toEqual([1024, 1024]);
});

test("portal, platform and example agree about the app registration", () => {
  const { SESSION_SECRET, MICROSOFT_TENANT_ID, MICROSOFT_CLIENT_ID, MICROSOFT_CLIENT_SECRET } = example;
  const own = { HOST: "localhost", PORTAL_API_URL: "http://localhost:4000", SESSION_SECRET };
  const portal = readPortalEnv(own);
  const { tenantId, clientId, clientSecret } = readPlatformEnv({});
  const registration = { MICROSOFT_TENANT_ID, MICROSOFT_CLIENT_ID, MICROSOFT_CLIENT_SECRET };
  expect(portal).toMatchObject(registration);
  expect([tenantId, clientId, clientSecret]).toEqual(Object.values(registration));
});

test("the example's secret serves this machine only", () => {
  const { SESSION_SECRET } = example;
  const read = (HOST: string | undefined) => () =>
    readPortalEnv({ PORTAL_API_URL: "http://localhost:4000", SESSION_SECRET, HOST });
  for (const host of ["localhost", "127.0.0.1", "::1"]) expect(read(host)).not.toThrow();
  for (const host of ["0.0.0.0", "::", "192.168.7.1", undefined])
    expect(read(host)).toThrow(/SESSION_SECRET: is the one of \.env\.example/);
});

test("npm start without PORTAL_API_URL stops with one line [settings#upstream]", () => {
  const { status, stderr } = spawnSync(process.execPath, [join(repository, "scripts/start.mjs")], {
    encoding: "utf8",
    env: { NODE_ENV: "production", PATH: process.env.PATH, PORTAL_API_URL: "" },
  });
  expect(status).toBe(1);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(stderr).toContain("PORTAL_API_URL is not set");
});
