import { checkAll } from "./checks.mjs";
import { ensurePackages } from "./packages.mjs";
import { main } from "./processes.mjs";

await main(async () => {
  await ensurePackages();
  await checkAll(process.stdout.isTTY ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" });
});
