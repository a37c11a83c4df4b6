import { existsSync } from "node:fs";
import { loadEnvFile } from "./environment.mjs";
import { assertPortsAreFree } from "./ports.mjs";
import { fileInRepository, main, repository } from "./processes.mjs";

const exampleSecret = "an-example-secret-for-one-machine-only";

await main(async () => {
  loadEnvFile();
  const { env } = process;
  if (!env.PORTAL_API_URL) {
    throw new Error(
      "PORTAL_API_URL is not set: name the base address of the portal API, or try `npm run demo`, which needs nothing.",
    );
  }
  if (env.SESSION_SECRET === exampleSecret && env.APP_URL?.startsWith("https:")) {
    throw new Error("SESSION_SECRET is the one of .env.example, which everybody knows: set one of your own.");
  }
  const server = fileInRepository("build/server/index.js");
  if (!existsSync(server)) throw new Error("There is no build yet: run `npm run build` first.");

  env.NODE_ENV ||= "production";
  env.HOST ||= "0.0.0.0";
  env.PORT ||= "3000";
  await assertPortsAreFree({ PORT: { port: Number(env.PORT), whatFor: "the portal" } }, "npm start");

  // The server serves `public/` of the working directory and takes the build from its first argument.
  process.chdir(repository);
  process.argv[2] = server;
  await import("../node_modules/@remix-run/serve/dist/cli.js");
});
