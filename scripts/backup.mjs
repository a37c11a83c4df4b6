import { resolve } from "node:path";
import { commandEnvironment } from "./environment.mjs";
import { requirePackages } from "./packages.mjs";
import { main, repository, run, tool } from "./processes.mjs";

// `npm run backup -- <folder>` and `npm run restore -- <folder> [--force]`, with the locations of `.env` or `.data/`.
await main(async () => {
  const [what = "", ...given] = process.argv.slice(2);
  requirePackages();
  const env = commandEnvironment();
  // npm runs scripts in the repository, wherever it was started.
  const from = process.env.INIT_CWD ?? process.cwd();
  const paths = given.map((one) => (one.startsWith("-") ? one : resolve(from, one)));
  process.chdir(repository);
  await run(`npm run ${what}`, ...tool("tsx/dist/cli.mjs", "backup/run.ts", what, ...paths), {
    env,
    show: true,
  });
});
