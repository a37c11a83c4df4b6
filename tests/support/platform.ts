import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { patience } from "#scripts/patience.mjs";
import { copySeed, prepared } from "./preparedPlatform.ts";
import { freePort, startNode } from "./processes.ts";
import { quickCompiler } from "./quickCompiler.ts";
import { newDatabase, templates } from "./runPostgres.ts";

/** Platforms of vitest's files run for seconds; those of browsers and benchmarks for minutes, which pays for optimizing. */
const compiler = process.env.VITEST === undefined ? [] : quickCompiler;

/**
 * The embedded platform on a free port, with the small seed, and a data folder and database of its own, copied from the
 * run's: on the run's PostgreSQL if there is one, and the environment names no other place.
 */
export async function startPlatform(options: {
  appUrl: string;
  seed?: "small" | "demo";
  /** Seconds between two jobs of a return. */
  returnPace?: number;
  environment?: Record<string, string>;
  /** Arguments of `node`, for its threads, too. */
  nodeArgs?: readonly string[];
}) {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "platform-"));
  const url = `http://localhost:${port}`;
  const seed = options.environment?.PLATFORM_SEED ?? options.seed ?? "small";
  const { PLATFORM_DATA_DIR, PLATFORM_DATABASE_URL } = options.environment ?? {};
  const isCopied = seed === "small" && PLATFORM_DATA_DIR === undefined && PLATFORM_DATABASE_URL === undefined;
  const database = isCopied ? await newDatabase(templates.platform) : undefined;
  if (isCopied && !database) await copySeed(folder);
  const running = await startNode(
    "The platform",
    [...(options.nodeArgs ?? []), ...compiler, join(await prepared("programs"), "start.mjs")],
    {
      PLATFORM_PORT: String(port),
      PLATFORM_SEED: seed,
      PLATFORM_DATA_DIR: folder,
      ...(database && { PLATFORM_DATABASE_URL: database.url }),
      ...(options.returnPace === undefined ? {} : { PLATFORM_RETURN_PACE: String(options.returnPace) }),
      APP_URL: options.appUrl,
      LOG_LEVEL: "warn",
      ...options.environment,
    },
    /platform ready /,
    { timeout: patience(180_000) },
  );
  return {
    url,
    output: running.output,
    pid: running.pid,
    /** The folder of partners' files. */
    ediFolder: options.environment?.PLATFORM_EDI_FOLDER ?? join(folder, "edi"),
    /** The environment of a portal for this platform. */
    environment: { PORTAL_API_URL: url, MICROSOFT_AUTHORITY: url, MICROSOFT_GRAPH_URL: url },
    async stop() {
      await running.stop();
      await database?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
