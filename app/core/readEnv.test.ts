import { expect, test } from "vitest";
import { readEnv } from "./readEnv.server.ts";

const least = {
  PORTAL_API_URL: "http://localhost:4000/",
  SESSION_SECRET: "a secret of the tests, 32 characters or more",
};
const registered = { MICROSOFT_CLIENT_SECRET: "of an app registration" };

test("a variable with a default may be missing or empty", () => {
  const env = readEnv({ ...least, APP_URL: "", PORT: "3100" });
  const apis = { PORTAL_API_URL: "http://localhost:4000", EDI_API_URL: "http://localhost:4000" };
  const zone = { MICROSOFT_AUTHORITY: "https://login.microsoftonline.com", TIME_ZONE: "Australia/Melbourne" };
  expect(env).toMatchObject({ APP_URL: "http://localhost:3100", secure: false, ...apis, ...zone });
  const secure = readEnv({ ...least, ...registered, APP_URL: "https://portal.example/" });
  expect(secure).toMatchObject({ APP_URL: "https://portal.example", secure: true });
});

test.each(["common", "organizations", "Consumers"])(
  "the tenant %s needs a list of those that may sign in",
  (shared) => {
    const named = { ...least, MICROSOFT_TENANT_ID: shared };
    expect(() => readEnv(named)).toThrow(/MICROSOFT_TENANT_ID: .*MICROSOFT_ALLOWED_TENANTS/);
    const allowed = (ids: string) =>
      readEnv({ ...named, MICROSOFT_ALLOWED_TENANTS: ids }).MICROSOFT_ALLOWED_TENANTS;
    expect(() => allowed("everybody")).toThrow(/MICROSOFT_ALLOWED_TENANTS: must be tenant ids/);
    const [one, other] = ["8f2c1c4e-5d1b-4a7e-9c55-2b7d4f0a6e31", "11111111-2222-4333-8444-555555555555"];
    expect(allowed(`${one.toUpperCase()}, ${other}`)).toEqual([one, other]);
  },
);

test("hosts of pictures are origins, of whole domains too, and nothing else gets into the policy", () => {
  const hosts = (PICTURE_HOSTS: string) => readEnv({ ...least, PICTURE_HOSTS }).PICTURE_HOSTS;
  const named = ["https://cdn.example", "https://*.images.example:8443"];
  expect(hosts(named.join("/, "))).toEqual(named);
  expect(hosts("")).toBeUndefined();
  for (const wrong of ["https:", "cdn.example", "https://a.example; script-src *", "https://a.example/path"])
    expect(() => hosts(wrong), wrong).toThrow(/PICTURE_HOSTS: must be origins/);
});

test("every problem is named, and no value is shown [settings#once]", () => {
  const attempt = () =>
    readEnv({ SESSION_SECRET: "hush", TIME_ZONE: "Mars/Olympus", APP_URL: "javascript:1" });
  expect(attempt).toThrow(/PORTAL_API_URL: is required/);
  expect(attempt).toThrow(/SESSION_SECRET: must have 32 characters or more/);
  expect(attempt).toThrow(/TIME_ZONE: is not a time zone/);
  expect(attempt).toThrow(/APP_URL/);
  for (const path of ["/portal", "/?a", "/#a"])
    expect(() => readEnv({ ...least, APP_URL: `https://portal.example${path}` })).toThrow("without a path");
  expect(attempt).not.toThrow(/hush|Olympus/);
});

test("behind https nothing crosses a network in clear [settings#in-clear]", () => {
  const https = {
    ...{ ...least, ...registered },
    ...{ APP_URL: "https://portal.example", PORTAL_API_URL: "https://api.example" },
  };
  expect(() => readEnv(https)).not.toThrow();
  for (const name of ["PORTAL_API_URL", "EDI_API_URL", "MICROSOFT_AUTHORITY", "MICROSOFT_GRAPH_URL"]) {
    const words = new RegExp(`${name}: must be https where APP_URL is`);
    expect(() => readEnv({ ...https, [name]: "http://other.example" }), name).toThrow(words);
    expect(() => readEnv({ ...https, [name]: "http://127.0.0.1:4000" }), name).not.toThrow();
    expect(() => readEnv({ ...https, APP_URL: "", [name]: "http://other.example" }), name).not.toThrow();
  }
});

test("secrets that everybody knows serve no public address [settings#in-clear]", () => {
  for (const APP_URL of ["https://portal.example", "http://portal.example"]) {
    expect(() => readEnv({ ...least, APP_URL })).toThrow(
      /MICROSOFT_CLIENT_SECRET: is the one of .env.example/,
    );
    const published = { SESSION_SECRET: "an-example-secret-for-one-machine-only", HOST: "localhost" };
    expect(() => readEnv({ ...least, ...registered, ...published, APP_URL })).toThrow(
      /SESSION_SECRET: is the one of .env.example/,
    );
    expect(() => readEnv({ ...least, ...published, APP_URL: "https://localhost:3000" })).not.toThrow();
  }
});

test("a secret that somebody could guess is refused [settings#in-clear]", () => {
  for (const SESSION_SECRET of ["a".repeat(32), "abc".repeat(20)])
    expect(() => readEnv({ ...least, SESSION_SECRET })).toThrow(/SESSION_SECRET: is not random/);
});

test("what crosses a network in clear is named [settings#in-clear]", () => {
  const inClear = (variables: object) => readEnv({ ...least, ...variables }).inClear;
  const far = {
    PORTAL_DATABASE_URL: "postgres://portal:word@database:5432/portal",
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://spans.example",
  };
  expect(inClear(far)).toEqual(Object.keys(far));
  const near = {
    PORTAL_DATABASE_URL: "postgresql://portal@127.0.0.1/portal",
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318",
  };
  expect(inClear(near)).toEqual([]);
  for (const url of [
    "postgres://database/portal?sslmode=verify-full",
    "postgres:///portal?host=/run/postgresql",
  ])
    expect(inClear({ PORTAL_DATABASE_URL: url }), url).toEqual([]);
});

test("the portal's database is PostgreSQL, and the setting of before it names the new one [settings#database]", () => {
  expect(readEnv(least).PORTAL_DATABASE_URL).toBeUndefined();
  expect(() => readEnv({ ...least, PORTAL_DATABASE_URL: "redis://localhost" })).toThrow(
    "PORTAL_DATABASE_URL: ",
  );
  const before = { ...least, SESSION_STORE_URL: "redis://:a-password@localhost:6379" };
  expect(() => readEnv(before)).toThrow(/SESSION_STORE_URL: is no setting any more.+PORTAL_DATABASE_URL/);
  expect(() => readEnv(before)).toThrow(expect.not.stringContaining("a-password"));
  expect(() => readEnv({ ...least, SESSION_STORE_URL: "" })).not.toThrow();
});

test("lines of the audit trail that wait have a folder of this machine [settings#audit-spool]", () => {
  expect(readEnv(least).AUDIT_SPOOL_DIR).toBe(".data/audit-late");
});

test("proxies are addresses or networks [settings#gate]", () => {
  expect(() => readEnv({ ...least, TRUSTED_PROXIES: "proxy.example" })).toThrow(/TRUSTED_PROXIES: must be/);
  expect(readEnv({ ...least, TRUSTED_PROXIES: "" }).TRUSTED_PROXIES).toBe("loopback");
});
