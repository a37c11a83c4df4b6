import { mkdir, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { repository } from "./processes.ts";

const scripts = ["mortalEdi", "mortalOrders", "mortalPlatform", "mortalReturns"];

/**
 * The processes that tests kill, as JavaScript in a new folder whose path is returned: some eighty of them start in a
 * run, and each would translate the whole platform.
 */
export async function buildMortals(): Promise<string> {
  // Their packages are found from where they stand, so that is inside the repository.
  const cache = join(repository, "node_modules/.cache");
  await mkdir(cache, { recursive: true });
  const outDir = await mkdtemp(join(cache, "mortals-"));
  await build({
    root: repository,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    plugins: [
      {
        name: "modules-keep-their-place",
        // The platform finds its migrations and its threads beside its source.
        resolveImportMeta: (property, { moduleId }) =>
          property === "url" ? JSON.stringify(pathToFileURL(moduleId).href) : null,
      },
    ],
    build: {
      ssr: true,
      target: "node20",
      outDir,
      // The scripts live for seconds: to look for what they don't need takes longer than to load it.
      rollupOptions: {
        treeshake: false,
        input: scripts.map((script) => join(repository, `tests/support/${script}.ts`)),
        output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
      },
    },
  });
  return outDir;
}
