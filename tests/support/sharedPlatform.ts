import { startSharedPlatform } from "./stack.ts";

/** Prepares and starts the platform that all runners of `npm test` share, prints its URL, and stops with its parent. */
const stop = await startSharedPlatform();
process.stdout.write(`shared platform ready ${process.env.SHARED_PLATFORM_URL}\n`);
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void stop().finally(() => process.exit(0)));
