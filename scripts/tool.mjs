import { ensureChromium } from "./chromium.mjs";
import { ensureBuild } from "./freshBuild.mjs";
import { ensurePackages } from "./packages.mjs";
import { ensurePostgres } from "./postgres.mjs";
import { main, run, tool } from "./processes.mjs";

// Runs a TypeScript program that needs the production build, a browser and PostgreSQL: `node scripts/tool.mjs <file> [arguments]`.
await main(async () => {
  await ensurePackages();
  const chromium = await ensureChromium();
  await ensurePostgres();
  await ensureBuild();
  await run(process.argv[2], ...tool("tsx/dist/cli.mjs", ...process.argv.slice(2)), {
    env: chromium ? { CHROMIUM_PATH: chromium } : {},
    show: true,
  });
});
