import { existsSync } from "node:fs";
import { loadEnvFile } from "./environment.mjs";
import { assertPortsAreFree } from "./ports.mjs";
import { fileInRepository, main, repository } from "./processes.mjs";

await main(async () => {
  loadEnvFile();
  const { env } = process;
  if (!env.PORTAL_API_URL) {
    throw new Error(
      "PORTAL_API_URL is not set: name the base address of the portal API, or try `npm run demo`, which needs nothing.",
    );
  }
  if (!existsSync(fileInRepository("build/server/index.js")))
    throw new Error("There is no build yet: run `npm run build` first.");

  env.NODE_ENV ||= "production";
  env.HOST ||= "0.0.0.0";
  env.PORT ||= "3000";
  await assertPortsAreFree({ PORT: { port: Number(env.PORT), whatFor: "the portal" } }, "npm start");

  // Records are stored in `.data/` of the working directory.
  process.chdir(repository);
  await import("./serve.mjs");
});
