import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { repository } from "./processes.ts";
import { quickCompiler } from "./quickCompiler.ts";

const run = promisify(execFile);

/**
 * Where the platforms of a run find the small seed, loaded once: to load it takes one several times as long as all else
 * of its start. `npm test` names a folder for both of its runners.
 */
const variable = "TESTED_PLATFORM_SEED";

const placesIn = (folder: string) => ({ whole: join(folder, "whole"), growing: join(folder, "growing") });

/** Loads the seed, unless another process does or did. */
async function load(folder: string): Promise<void> {
  const { whole, growing } = placesIn(folder);
  if (existsSync(whole)) return;
  try {
    await mkdir(growing);
  } catch (error) {
    // Another process loads it.
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return;
    throw error;
  }
  try {
    const script = join(repository, "tests/support/seedFolder.ts");
    await run(process.execPath, [...quickCompiler, "--import", "tsx", script, growing], { cwd: repository });
    await rename(growing, whole);
  } catch (error) {
    // Who waits for it tries it next, and says the same.
    await rm(growing, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Gives the run a place for the seed and begins to load it there, beside whatever the run begins with. Returns what
 * takes the place away again, and throws what the loading failed with, whether or not anybody wanted a copy.
 */
export async function startRunSeed(): Promise<() => Promise<void>> {
  const named = process.env[variable];
  const folder = named ?? (await mkdtemp(join(tmpdir(), "utopia-seed-")));
  process.env[variable] = folder;
  // Kept until the end: a rejection that nobody awaits meanwhile would end the run without its tests' words.
  const loading = Promise.allSettled([load(folder)]);
  return async () => {
    const [outcome] = await loading;
    if (named === undefined) await rm(folder, { recursive: true, force: true });
    if (outcome.status === "rejected") throw outcome.reason;
  };
}

/** Copies the run's seed into a data folder; does nothing in a run that has none. Throws an Error where it can't be loaded. */
export async function copyRunSeed(to: string): Promise<void> {
  const folder = process.env[variable];
  if (folder === undefined) return;
  const { whole } = placesIn(folder);
  while (!existsSync(whole)) {
    await load(folder);
    await delay(100);
  }
  await cp(whole, to, { recursive: true });
}
