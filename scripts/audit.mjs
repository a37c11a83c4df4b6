import { commandEnvironment } from "./environment.mjs";
import { requirePackages } from "./packages.mjs";
import { main, repository, run, tool } from "./processes.mjs";

// `npm run audit -- [head …]`: checks the audit trail of the local portal, or of the one whose database is in `.env`.
await main(async () => {
  requirePackages();
  const env = commandEnvironment();
  process.chdir(repository);
  await run(
    "The check of the audit trail",
    ...tool("tsx/dist/cli.mjs", "app/core/audit/command.server.ts", ...process.argv.slice(2)),
    {
      env,
      show: true,
    },
  );
});
