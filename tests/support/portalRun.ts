import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Gives the run a folder for the platform's small seed, which the first test that starts a platform loads. */
export default async function startPortalRun() {
  const folder = await mkdtemp(join(tmpdir(), "utopia-seed-"));
  process.env.TESTED_PLATFORM_SEED = folder;
  return () => rm(folder, { recursive: true, force: true });
}
