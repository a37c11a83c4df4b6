import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { cp, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { patience } from "#scripts/patience.mjs";
import { bundles } from "./bundle.ts";
import { repository } from "./processes.ts";
import { quickCompiler } from "./quickCompiler.ts";

const run = promisify(execFile);

/** The sources of what is prepared. */
const sources = [
  ...["packages", "package-lock.json"],
  ...[
    "preparePlatform",
    "runPostgres",
    "postgres",
    "bundle",
    "testSeed",
    "ediFiles",
    "crashableWorker",
    "crashingDatabase",
    "due",
    "returns",
  ].map((name) => `tests/support/${name}.ts`),
];

function hashSources(): string {
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
  return hash.digest("hex").slice(0, 16);
}

let hashOfSources: string | undefined;

/** What tests start from, each prepared when the first one needs it. */
export type Prepared = "programs" | "pglite" | "postgres";

/** The name of what was prepared of these sources in this hour, since the seed's ages count from its loading. */
function nameNow(part: Prepared): string {
  hashOfSources ??= hashSources();
  return `${part}-${hashOfSources}-${new Date().toISOString().slice(0, 13)}`;
}

const cache = join(bundles, "test-platform");

/** Platforms of an earlier hour still load parts of themselves from its folder. */
const maxRunMs = 2 * 3_600_000;

/** Who has been preparing for longer than this has died. */
const maxLoadMs = patience(300_000);

/**
 * A folder that `preparePlatform.ts` fills: compiling and loading take several times as long as the rest of a platform's
 * start, so both are done once for all platforms and databases of these sources. `programs` are the bundled platform and
 * the crashable worker; `pglite` is the data folder of a platform that has just loaded the small seed, and the dump that
 * the tests' databases start from; `postgres` a data folder with templates of both. Throws if that fails.
 */
export async function prepared(part: Prepared): Promise<string> {
  const whole = join(cache, nameNow(part));
  const growing = `${whole}.growing`;
  const until = Date.now() + maxLoadMs;
  while (!existsSync(whole)) {
    await mkdir(cache, { recursive: true });
    try {
      await mkdir(growing);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
      // Another process is preparing it, unless that was killed.
      if (Date.now() > until) await rm(growing, { recursive: true, force: true });
      await delay(100);
      continue;
    }
    try {
      const program = join(repository, "tests/support/preparePlatform.ts");
      await run(process.execPath, [...quickCompiler, "--import", "tsx", program, part, growing], {
        cwd: repository,
      });
      const unused = readdirSync(cache)
        .map((name) => join(cache, name))
        .filter((old) => statSync(old).mtimeMs < Date.now() - maxRunMs);
      for (const old of unused) await rm(old, { recursive: true, force: true });
      await rename(growing, whole);
    } catch (error) {
      await rm(growing, { recursive: true, force: true });
      throw error;
    }
  }
  return whole;
}

/** Copies the data folder of a platform with an embedded database and the small seed. */
export const copySeed = async (to: string): Promise<void> =>
  cp(join(await prepared("pglite"), "data"), to, { recursive: true });
