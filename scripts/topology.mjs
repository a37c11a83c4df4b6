import { spawnSync } from "node:child_process";
import { ensureTestChromium } from "./chromium.mjs";
import { installDebianPackages } from "./debian.mjs";
import { ensureBuild } from "./freshBuild.mjs";
import { ensurePackages } from "./packages.mjs";
import { findPostgres } from "./postgres.mjs";
import { main, run } from "./processes.mjs";

const answers = (command, ...options) => spawnSync(command, options, { stdio: "ignore" }).status === 0;

/** Debian packages, and whether their programs are installed. */
const services = {
  "nginx-light": () => answers("nginx", "-v") || answers("/usr/sbin/nginx", "-v"),
  postgresql: findPostgres,
  "python3-swift": () => answers("/usr/bin/python3", "-c", "import swift.proxy, swift.obj"),
};

// The whole deployed product on this machine, and its behaviour when a part of it stops.
await main(async () => {
  await ensurePackages();
  const missing = Object.keys(services).filter((name) => !services[name]());
  if (missing.length > 0 && !(await installDebianPackages(...missing)))
    throw new Error(`This needs ${missing.join(", ")}: install them first, as root, with apt-get install.`);
  const chromium = await ensureTestChromium();
  await ensureBuild();
  await run(
    "The topology",
    process.execPath,
    ["--import", "tsx", "tests/topology/run.ts", ...process.argv.slice(2)],
    {
      env: {
        PATH: `${process.env.PATH}:/usr/sbin`,
        ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
      },
      show: true,
    },
  );
});
