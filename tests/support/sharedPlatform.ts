import { startSharedPlatform } from "./stack.ts";

/** Prepares and starts the platform that all runners of `npm test` share, prints its URL and that of the run's PostgreSQL, and stops with its parent. */
const stop = await startSharedPlatform();
const { SHARED_PLATFORM_URL, TEST_POSTGRES_URL } = process.env;
process.stdout.write(`shared platform ready ${SHARED_PLATFORM_URL} on ${TEST_POSTGRES_URL}\n`);
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void stop().finally(() => process.exit(0)));
