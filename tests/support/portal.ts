import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, repository, startNode } from "./processes.ts";
import { newDatabase } from "./runPostgres.ts";

export const sessionSecret = "a secret of the tests, 32 characters or more";

/**
 * Starts the production build like `npm start`, on a free port and in a folder of its own, so without records of
 * another one, and a database of its own. `environment` names the upstream and overrides anything else; `home` is a folder that survives it, `nodeArgs` are
 * arguments of `node`.
 */
export async function startPortal(
  environment: Record<string, string>,
  port?: number,
  home?: string,
  nodeArgs: readonly string[] = [],
) {
  const server = join(repository, "build/server/index.js");
  if (!existsSync(server)) throw new Error("There is no production build to test: run `npm run build` first");
  const chosen = port ?? (await freePort());
  const url = `http://localhost:${chosen}`;
  const folder = home ?? (await mkdtemp(join(tmpdir(), "portal-")));
  // One that is started again in the same folder has its database there.
  const database = home === undefined ? await newDatabase() : undefined;
  const running = await startNode(
    "The portal",
    [...nodeArgs, "--max-semi-space-size=64", join(repository, "scripts/serve.mjs")],
    {
      NODE_ENV: "production",
      HOST: "localhost",
      PORT: String(chosen),
      APP_URL: url,
      SESSION_SECRET: sessionSecret,
      ...(database && { PORTAL_DATABASE_URL: database.url }),
      ...environment,
    },
    /portal ready /,
    { cwd: folder },
  );
  return {
    url,
    output: running.output,
    exitCode: running.exitCode,
    pid: running.pid,
    records: join(folder, ".data/sessions"),
    /** The URL of its database; undefined where that is embedded. */
    database: database?.url,
    async stop() {
      await running.stop();
      await database?.drop();
      if (home === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

export type Portal = Awaited<ReturnType<typeof startPortal>>;
