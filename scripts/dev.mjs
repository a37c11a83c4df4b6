import { embeddedEnvironment } from "./environment.mjs";
import { ensurePackages } from "./packages.mjs";
import { assertPortsAreFree } from "./ports.mjs";
import { main, start, tool } from "./processes.mjs";

await main(async () => {
  const { ports, env } = embeddedEnvironment();
  await assertPortsAreFree(ports, "npm run dev");
  await ensurePackages();

  const options = { env: { ...env, NODE_ENV: "development" } };
  const platform = start(
    "The platform",
    ...tool("tsx/dist/cli.mjs", "watch", "--clear-screen=false", "packages/platform/start.ts"),
    {
      ...options,
      readyLine: /platform ready /,
    },
  );
  const portalArguments = ["vite:dev", "--port", env.PORT, "--strictPort"];
  const portal = start("The portal", ...tool("@remix-run/dev/dist/cli.js", ...portalArguments), {
    ...options,
    readyLine: /Local:/,
  });
  await Promise.all([platform.ready, portal.ready]);
  await Promise.race([platform.ended, portal.ended]);
});
