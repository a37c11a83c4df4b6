import { embeddedEnvironment } from "./environment.mjs";
import { ensureBuild } from "./freshBuild.mjs";
import { ensurePackages } from "./packages.mjs";
import { assertPortsAreFree } from "./ports.mjs";
import { fileInRepository, main, start } from "./processes.mjs";
import { createProgress } from "./progress.mjs";

/** The embedded database's WebAssembly is compiled quickly and lazily: to optimize it would take longer than it saves. */
const quickCompiler = ["--liftoff-only", "--wasm-lazy-validation"];

await main(async () => {
  const { ports, appUrl, env } = embeddedEnvironment();
  await assertPortsAreFree(ports, "npm run demo");
  const progress = createProgress();
  const { platform, portal } = await startAll(env, progress).finally(progress.end);

  process.stdout.write(`
Utopia Portal: ${appUrl}

  Log In shows simulated staff to pick from; none needs a password:
    Avery Admin         Admin       every page of every store
    Morgan Merchandiser User        products and their actions
    Riley Clerk         User        orders, returns and exchanges
    Eden Operator       User        EDI with Myer
    Lee Labels          PrintLabel  labels, shipments
    Sam Store           Store       shipments
    Noor Newcomer       none        the pages that are open to everybody
    Nameless Account    User        reads everything, but may act on nothing: it has no username

  Data and logs are in .data/. Press Ctrl-C to stop.
`);
  await Promise.race([platform.ended, portal.ended]);
});

/** Installs and builds what is missing, and starts both processes; resolves once they answer. */
async function startAll(env, progress) {
  await ensurePackages({ onlyProduct: true, onBegin: () => progress.show("Installing packages") });
  progress.finish("Installing packages");

  progress.show("Starting the platform");
  const platform = startHere(env, {
    name: "The platform",
    args: [...quickCompiler, "--import", "tsx", "packages/platform/start.ts"],
    readyLine: /platform ready /,
    logFile: fileInRepository(".data/logs/platform.log"),
    onLine(line) {
      const [, howFar] = /^seeding \w+: (.+)/.exec(line) ?? [];
      if (howFar) progress.show("Starting the platform", `loading ${howFar}`);
    },
  });
  const isPlatformReady = platform.ready.then(() => progress.finish("Starting the platform"));
  const [portal] = await Promise.all([startBuilt(env, progress), isPlatformReady]);
  return { platform, portal };
}

/** Builds the portal if need be, and starts it: it asks the platform for nothing before its first request. */
async function startBuilt(env, progress) {
  await ensureBuild(() => progress.show("Building the portal"));
  progress.finish("Building the portal");
  progress.show("Starting the portal");
  const portal = startHere(env, {
    name: "The portal",
    args: ["--max-semi-space-size=64", "scripts/start.mjs"],
    readyLine: /portal ready /,
    logFile: fileInRepository(".data/logs/portal.log"),
  });
  await portal.ready;
  return portal;
}

function startHere(env, { name, args, ...options }) {
  return start(name, process.execPath, args, { ...options, env: { ...env, NODE_ENV: "production" } });
}
