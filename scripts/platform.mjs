import { loadEnvFile } from "./environment.mjs";
import { ensurePackages } from "./packages.mjs";
import { assertPortsAreFree } from "./ports.mjs";
import { main, start, tool } from "./processes.mjs";

await main(async () => {
  loadEnvFile();
  const port = Number(process.env.PLATFORM_PORT || 4000);
  await assertPortsAreFree({ PLATFORM_PORT: { port, whatFor: "the platform" } }, "npm run platform");
  await ensurePackages({ onlyProduct: true });
  const platform = start("The platform", ...tool("tsx/dist/cli.mjs", "packages/platform/start.ts"), {
    readyLine: /platform ready /,
  });
  await platform.ready;
  await platform.ended;
});
