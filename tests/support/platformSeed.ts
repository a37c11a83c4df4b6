import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { repository } from "./processes.ts";
import { quickCompiler } from "./quickCompiler.ts";

const run = promisify(execFile);

/** The seed's sources: other sources need another seed. */
const sources = ["platform", "contract", "edifact", "tests/support/seedFolder.ts", "package-lock.json"];

function hashOfSources(): string {
  const hash = createHash("sha256");
  for (const source of sources) {
    const path = join(repository, source);
    const files = /\.\w+$/.test(source)
      ? [path]
      : readdirSync(path, { recursive: true, encoding: "utf8" })
          .filter((name) => /\.(ts|sql|json)$/.test(name) && !name.endsWith(".test.ts"))
          .sort()
          .map((name) => join(path, name));
    for (const file of files) hash.update(file).update(readFileSync(file));
  }
  // Its records' ages count from its loading.
  return hash.update(new Date().toISOString().slice(0, 13)).digest("hex").slice(0, 16);
}

const cache = join(repository, "node_modules/.cache/test-seed");

/** The process of a seed that has been loading for longer than this has died. */
const maxLoadMs = 300_000;

/**
 * The folder of the loaded small seed: loading takes several times as long as the rest of a platform's start, so it is
 * cached for all platforms of these sources. Throws if it can't be loaded.
 */
async function loadedSeed(): Promise<string> {
  const whole = join(cache, hashOfSources());
  const growing = `${whole}.growing`;
  const until = Date.now() + maxLoadMs;
  while (!existsSync(whole)) {
    await mkdir(cache, { recursive: true });
    try {
      await mkdir(growing);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
      // Another process is loading it, unless that was killed.
      if (Date.now() > until) await rm(growing, { recursive: true, force: true });
      await delay(100);
      continue;
    }
    try {
      const script = join(repository, "tests/support/seedFolder.ts");
      await run(process.execPath, [...quickCompiler, "--import", "tsx", script, growing], {
        cwd: repository,
      });
      for (const old of readdirSync(cache).filter((name) => !growing.endsWith(name)))
        await rm(join(cache, old), { recursive: true, force: true });
      await rename(growing, whole);
    } catch (error) {
      await rm(growing, { recursive: true, force: true });
      throw error;
    }
  }
  return whole;
}

export const copySeed = async (to: string): Promise<void> => cp(await loadedSeed(), to, { recursive: true });
