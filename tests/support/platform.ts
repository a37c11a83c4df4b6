import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort, repository, startNode } from "./processes.ts";
import { quickCompiler } from "./quickCompiler.ts";

const run = promisify(execFile);

/**
 * Copies the small seed into a data folder, from a place that the first to ask for it fills: to load it takes a platform
 * several times as long as all else of its start.
 */
async function copySeed(place: string, folder: string): Promise<void> {
  const whole = join(place, "whole");
  if (!existsSync(whole)) {
    const growing = join(place, "growing");
    const isFirst = await mkdir(growing).then(
      () => true,
      () => false,
    );
    // While another worker loads it, this one's platform loads its own.
    if (!isFirst) return;
    const script = join(repository, "tests/support/seedFolder.ts");
    await run(process.execPath, [...quickCompiler, "--import", "tsx", script, growing], { cwd: repository });
    await rename(growing, whole);
  }
  await cp(whole, folder, { recursive: true });
}

/**
 * The embedded platform on a free port, with the small seed and a data folder of its own. In a run that names a place
 * for the seed (`TESTED_PLATFORM_SEED`) it starts quickly, and is not for long.
 */
export async function startPlatform(options: {
  appUrl: string;
  seed?: "small" | "demo";
  /** Seconds between two jobs of a return. */
  returnPace?: number;
  /** Further settings. */
  environment?: Record<string, string>;
}) {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "platform-"));
  const url = `http://localhost:${port}`;
  const seed = options.environment?.PLATFORM_SEED ?? options.seed ?? "small";
  const place = process.env.TESTED_PLATFORM_SEED;
  if (place !== undefined && seed === "small" && options.environment?.PLATFORM_DATA_DIR === undefined)
    await copySeed(place, folder);
  const running = await startNode(
    "The platform",
    [...(place === undefined ? [] : quickCompiler), "--import", "tsx", "platform/start.ts"],
    {
      PLATFORM_PORT: String(port),
      PLATFORM_SEED: seed,
      PLATFORM_DATA_DIR: folder,
      ...(options.returnPace === undefined ? {} : { PLATFORM_RETURN_PACE: String(options.returnPace) }),
      APP_URL: options.appUrl,
      LOG_LEVEL: "warn",
      ...options.environment,
    },
    /platform ready /,
    { patience: 180_000 },
  );
  return {
    url,
    output: running.output,
    pid: running.pid,
    /** What the portal is started with, to work against this platform. */
    environment: { PORTAL_API_URL: url, MICROSOFT_AUTHORITY: url, MICROSOFT_GRAPH_URL: url },
    async stop() {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
