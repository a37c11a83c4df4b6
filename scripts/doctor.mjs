import { spawnSync } from "node:child_process";
import { loadEnvFile } from "./environment.mjs";
import { requirePackages } from "./packages.mjs";
import { main, repository, tool } from "./processes.mjs";

// `npm run doctor [-- --json]`, with the settings of `.env` and the shell; a portal stores its records in the
// repository.
await main(async () => {
  requirePackages();
  loadEnvFile();
  const [command, args] = tool("tsx/dist/cli.mjs", "doctor/run.ts", ...process.argv.slice(2));
  const { status } = spawnSync(command, args, { cwd: repository, stdio: "inherit" });
  process.exitCode = status ?? 1;
});
