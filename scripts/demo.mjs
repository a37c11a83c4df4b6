import { embeddedEnvironment } from "./environment.mjs";
import { ensureBuild } from "./freshBuild.mjs";
import { ensurePackages } from "./packages.mjs";
import { assertPortsAreFree } from "./ports.mjs";
import { fileInRepository, main, start } from "./processes.mjs";

await main(async () => {
  const { ports, appUrl, env } = embeddedEnvironment();
  await assertPortsAreFree(ports, "npm run demo");
  await ensurePackages({ onlyProduct: true });

  process.stdout.write("Starting the platform …\n");
  const platform = startHere(
    "The platform",
    ["--import", "tsx", "platform/start.ts"],
    /platform ready /,
    "platform",
  );
  await Promise.all([platform.ready, ensureBuild()]);

  process.stdout.write("Starting the portal …\n");
  const portalArguments = ["--max-semi-space-size=64", "scripts/start.mjs"];
  const portal = startHere("The portal", portalArguments, /portal ready /, "portal");
  await portal.ready;

  process.stdout.write(`
Utopia Portal: ${appUrl}

  Log In shows simulated staff to pick from; none needs a password:
    Avery Admin         Admin       every page of every store
    Morgan Merchandiser User        products and their actions
    Riley Clerk         User        orders, returns and exchanges
    Eden Operator       User        EDI with Myer
    Lee Labels          PrintLabel  labels, shipments
    Sam Store           Store       shipments
    Noor Newcomer       none        the pages of all stores
    Nameless Account    User        reads all, may act on nothing: no username

  Data and logs are in .data/. Ctrl-C ends it.
`);
  await Promise.race([platform.ended, portal.ended]);

  function startHere(name, args, readyLine, log) {
    return start(name, process.execPath, args, {
      env: { ...env, NODE_ENV: "production" },
      readyLine,
      logFile: fileInRepository(`.data/logs/${log}.log`),
      progress: /^seeding /,
    });
  }
});
