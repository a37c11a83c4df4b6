import { describe, expect, test } from "vitest";
import { readEnv } from "./env.ts";

test("without any variable the platform is the demo's on this machine", () => {
  expect(readEnv({})).toMatchObject({
    ...{ port: 4000, host: "127.0.0.1", databaseUrl: undefined, dataDirectory: ".data", seedSize: "demo" },
    ...{ publicUrl: "http://localhost:4000", appUrl: "http://localhost:3000" },
    ...{ returnPaceSeconds: 2, returnTrickleMinutes: 3, production: false },
  });
  expect(readEnv({ PLATFORM_SEED: "small" }).returnTrickleMinutes).toBe(0);
});

test("an empty variable counts as unset, and addresses lose their trailing slash", () => {
  const publicUrl = "http://localhost:80";
  const variables = { PLATFORM_DATABASE_URL: "", PLATFORM_PORT: "", PLATFORM_PUBLIC_URL: `${publicUrl}/` };
  const env = { databaseUrl: undefined, port: 4000, publicUrl };
  expect(readEnv(variables)).toMatchObject(env);
});

test("all invalid variables are reported together", () => {
  const wrong = () =>
    readEnv({ PLATFORM_PORT: "none", PLATFORM_SEED: "huge", PLATFORM_DATABASE_URL: "nowhere" });
  expect(wrong).toThrow(/PLATFORM_PORT[\s\S]*PLATFORM_DATABASE_URL[\s\S]*PLATFORM_SEED/);
});

describe("the store of files", () => {
  const s3 = {
    FILE_STORE_URL: "s3://utopia",
    FILE_STORE_ENDPOINT: "https://objects.example/",
    FILE_STORE_REGION: "ap-southeast-2",
    FILE_STORE_KEY_ID: "portal",
    FILE_STORE_SECRET: "hush",
  };

  test("is a folder of the data, or the one that is named", () => {
    expect(readEnv({}).files).toEqual({ kind: "folder", folder: ".data/files" });
    const named = { kind: "folder", folder: "/srv/files" };
    expect(readEnv({ FILE_STORE_URL: "file:///srv/files" }).files).toEqual(named);
  });

  test("is a bucket, in the path or in the host's name", () => {
    expect(readEnv(s3).files).toMatchObject({ kind: "s3", bucketUrl: "https://objects.example/utopia" });
    expect(readEnv({ ...s3, FILE_STORE_BUCKET_IN: "host" }).files).toMatchObject({
      bucketUrl: "https://utopia.objects.example",
    });
  });

  test.each(Object.keys(s3).filter((name) => name !== "FILE_STORE_URL"))(
    "is refused without %s, and with it alone",
    (name) => {
      expect(() => readEnv({ ...s3, [name]: "" })).toThrow(`${name}: is not set`);
      expect(() => readEnv({ ...s3, FILE_STORE_URL: "" })).toThrow(`${name}: is set, and`);
    },
  );
});

describe("the simulated sign-in, where everybody may be anybody", () => {
  const words = /would open the simulated sign-in/;
  const secret = { MICROSOFT_CLIENT_SECRET: "a secret of their own" };

  test.each([
    [{ PLATFORM_HOST: "0.0.0.0" }],
    [{ PLATFORM_HOST: "192.168.7.1" }],
    [{ APP_URL: "https://portal.example" }],
    [{ APP_URL: "http://portal.example" }],
    [{ PLATFORM_PUBLIC_URL: "https://login.example" }],
    [{ PLATFORM_PUBLIC_URL: "http://192.168.7.1:4000" }],
    [{ NODE_ENV: "production", PLATFORM_HOST: "0.0.0.0", APP_URL: "https://portal.example" }],
  ])("stays on its machine: %j [settings#in-clear]", (variables) => {
    expect(() => readEnv({ ...variables, ...secret })).toThrow(words);
    expect(() => readEnv({ ...variables, ...secret, PLATFORM_OPEN_TO_ALL: "no" })).toThrow(words);
    const open = { ...variables, PLATFORM_OPEN_TO_ALL: "yes" };
    expect(() => readEnv(open)).toThrow(/MICROSOFT_CLIENT_SECRET: is the one of .env.example/);
    expect(readEnv({ ...open, ...secret })).toMatchObject({ port: 4000 });
  });

  test.each([
    [{ PLATFORM_HOST: "localhost" }],
    [{ PLATFORM_HOST: "::1" }],
    [{ APP_URL: "https://localhost:3000", PLATFORM_PUBLIC_URL: "http://[::1]:4000" }],
    [{ APP_URL: "http://127.0.0.1:3000" }],
  ])("works there: %j", (variables) => {
    expect(() => readEnv(variables)).not.toThrow();
  });
});

test("what crosses a network in clear is named [settings#in-clear]", () => {
  const inClear = (variables: object) => readEnv({ ...variables }).inClear;
  expect(inClear({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://spans.example:4318" })).toEqual([
    "OTEL_EXPORTER_OTLP_ENDPOINT",
  ]);
  expect(inClear({ PLATFORM_DATABASE_URL: "postgres://utopia@db.example/utopia" })).toEqual([
    "PLATFORM_DATABASE_URL",
  ]);
  for (const database of [
    "postgres://utopia@db.example/utopia?sslmode=verify-full",
    "postgres://utopia@127.0.0.1:5432/utopia",
    "postgres:///utopia?host=/run/postgresql",
  ])
    expect(inClear({ PLATFORM_DATABASE_URL: database }), database).toEqual([]);
  expect(inClear({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318" })).toEqual([]);
});
