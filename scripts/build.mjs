import { build } from "./freshBuild.mjs";
import { ensurePackages } from "./packages.mjs";
import { main } from "./processes.mjs";

await main(async () => {
  await ensurePackages({ onlyProduct: true });
  await build();
  process.stdout.write("The portal is built: build/\n");
});
