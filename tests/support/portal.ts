import { existsSync } from "node:fs";
import { join } from "node:path";
import { freePort, repository, startNode } from "./processes.ts";

/** The secret of every portal that tests start. */
export const sessionSecret = "a secret of the tests, 32 characters or more";

/**
 * Starts the production build as `npm start` does, on a free port.
 * `environment` names the upstream and overrides anything else.
 */
export async function startPortal(environment: Record<string, string>, port?: number) {
  const server = join(repository, "build/server/index.js");
  if (!existsSync(server)) throw new Error("There is no production build to test: run `npm run build` first");
  const chosen = port ?? (await freePort());
  const url = `http://localhost:${chosen}`;
  const running = await startNode(
    "The portal",
    ["--max-semi-space-size=64", join(repository, "node_modules/@remix-run/serve/dist/cli.js"), server],
    {
      NODE_ENV: "production",
      HOST: "localhost",
      PORT: String(chosen),
      APP_URL: url,
      SESSION_SECRET: sessionSecret,
      ...environment,
    },
    /\[remix-serve\] http/,
  );
  return {
    url,
    output: running.output,
    pid: running.pid,
    stop: running.stop,
  };
}

export type Portal = Awaited<ReturnType<typeof startPortal>>;
