import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, startNode } from "./processes.ts";

/** The embedded platform on a free port, with the small seed and a data folder of its own. */
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
  const running = await startNode(
    "The platform",
    ["--import", "tsx", "platform/start.ts"],
    {
      PLATFORM_PORT: String(port),
      PLATFORM_SEED: options.seed ?? "small",
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
