import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { prepared } from "./preparedPlatform.ts";
import { startRunPostgres } from "./runPostgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The dump that databases of PGlite start from; undefined where none is tested. */
    pgliteDump: string | undefined;
    crashableWorker: string;
  }
}

/** `npm test` proves each promise on one engine, PostgreSQL; everything else runs on both. */
export default async function startDatabaseRun({ provide }: TestProject) {
  const stop = await startRunPostgres();
  const isTested = process.env.TEST_SUITE !== "promises";
  const [programs, pglite] = await Promise.all([prepared("programs"), isTested && prepared("pglite")]);
  provide("pgliteDump", pglite ? join(pglite, "database.tar") : undefined);
  provide("crashableWorker", join(programs, "crashableWorker.mjs"));
  return stop;
}
