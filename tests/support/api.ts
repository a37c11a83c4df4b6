import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import pino, { type Logger } from "pino";
import { afterAll, beforeAll } from "vitest";
import type { ActionPolicy } from "#contract/capabilities.ts";
import type { Connection } from "#database/connect.ts";
import { type Identity, mountIdentity } from "#platform/identity/mount.ts";
import { startJobs } from "#platform/jobs/start.ts";
import { openEdiFolder } from "#platform/outside/ediFolder.ts";
import type { FileStore } from "#platform/outside/files/fileStore.ts";
import { openFolderStore } from "#platform/outside/files/folderStore.ts";
import { type Outside, simulatedOutside } from "#platform/outside/simulated.ts";
import { buildServer } from "#platform/server.ts";
import { createMemoryIdentityStore, mintAccessToken } from "./identityDoubles.ts";
import { promptReturns } from "./returns.ts";

export type TestApi = {
  app: FastifyInstance;
  /** The partner's folders. */
  ediFolder: string;
  /** For labels and slips. */
  files: FileStore;
  /** With a valid token: a response's raw text, and a file as body. */
  text(path: string): Promise<{ status: number; type: string; body: string }>;
  drop(content: string | Uint8Array, name?: string, key?: string): Promise<{ status: number; body: unknown }>;
  mint(options?: Parameters<typeof mintAccessToken>[1]): Promise<string>;
  /** GET with the token of a person with all permissions, like the calls below. */
  get(path: string): Promise<{ status: number; body: unknown }>;
  act(event: object, idempotencyKey?: string): Promise<{ status: number; body: unknown }>;
  /** POST with a valid token, and an optional body. */
  post(path: string, body?: object, idempotencyKey?: string): Promise<{ status: number; body: unknown }>;
  close(): Promise<void>;
};

export const testPublicUrl = "http://platform.test";

/**
 * The API with its jobs and a real identity provider on an open database, called by injection without a port. The
 * outside companies are simulated unless a test brings its own.
 */
export async function startTestApi(
  connection: Connection,
  {
    production = false,
    globalActions = "everyone",
    ediFileLimit = 1024,
    outside = simulatedOutside,
    log = pino({ level: "silent" }),
  }: {
    production?: boolean;
    globalActions?: ActionPolicy;
    ediFileLimit?: number;
    outside?: Outside;
    log?: Logger;
  } = {},
): Promise<TestApi> {
  const returns = promptReturns(connection.database);
  const home = await mkdtemp(join(tmpdir(), "utopia-edi-"));
  const ediFolder = await openEdiFolder(home);
  const files = await openFolderStore(join(home, "files"));
  const jobs = await startJobs(connection, outside, { returns, ediFolder, ediFileLimit, files }, log);
  const app = await buildServer({
    database: connection.database,
    verifyAccessToken: (token) => identity.verifyAccessToken(token),
    ...jobs,
    returns: returns.outside,
    files,
    publicUrl: testPublicUrl,
    globalActions,
    ediFileLimit,
    production,
    log,
  });
  const identity: Identity = await mountIdentity(app, {
    origin: testPublicUrl,
    tenant: "8f2c1c4e-5d1b-4a7e-9c55-2b7d4f0a6e31",
    clientId: "3b9d6a52-1f0e-4c38-8a47-6e2f9d1c5b70",
    clientSecret: "embedded-identity-provider-only",
    portalOrigin: "http://portal.test",
    store: createMemoryIdentityStore(),
    log,
  });
  const mint: TestApi["mint"] = (options) => mintAccessToken(identity, options);
  const authorization = `Bearer ${await mint({ roles: ["Admin"] })}`;
  const post: TestApi["post"] = async (url, payload, idempotencyKey) => {
    const headers = { authorization, ...(idempotencyKey ? { "idempotency-key": idempotencyKey } : {}) };
    const answer = await app.inject({ method: "POST", url, headers, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, body: answer.json() };
  };
  return {
    app,
    ediFolder: home,
    files,
    text: async (url) => {
      const answer = await app.inject({ url, headers: { authorization } });
      return { status: answer.statusCode, type: String(answer.headers["content-type"]), body: answer.body };
    },
    drop: async (content, name = "test.edi", key) => {
      const answer = await app.inject({
        method: "POST",
        url: `/api/bc-myer/v1/documents/interchanges?name=${encodeURIComponent(name)}`,
        headers: {
          authorization,
          "content-type": "application/edifact",
          ...(key ? { "idempotency-key": key } : {}),
        },
        payload: Buffer.from(content),
      });
      return { status: answer.statusCode, body: answer.json() };
    },
    mint,
    get: async (url) => {
      const answer = await app.inject({ url, headers: { authorization } });
      return { status: answer.statusCode, body: answer.json() };
    },
    act: (event, idempotencyKey) => post("/api/ActionEvent", event, idempotencyKey),
    post,
    close: async () => {
      await app.close();
      await jobs.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** The API on a database of its own for the tests of a `describe`. */
export function useApi(
  open: () => Promise<Connection>,
  options: Parameters<typeof startTestApi>[1] = {},
): { readonly api: TestApi; readonly connection: Connection } {
  let started: { api: TestApi; connection: Connection } | undefined;
  const there = () => {
    if (!started) throw new Error("The API has not started yet");
    return started;
  };
  beforeAll(async () => {
    const connection = await open();
    started = { connection, api: await startTestApi(connection, options) };
  });
  afterAll(async () => {
    await there().api.close();
    await there().connection.close();
  });
  return {
    get api() {
      return there().api;
    },
    get connection() {
      return there().connection;
    },
  };
}
