import { mkdir, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { repository } from "./processes.ts";

/**
 * The process that tests kill, as JavaScript in a new folder whose path is returned: some sixty of them start in a run,
 * and each would compile the whole platform.
 */
export async function buildCrashableWorker(): Promise<string> {
  // Its packages are resolved from its path, so that is inside the repository.
  const cache = join(repository, "node_modules/.cache");
  await mkdir(cache, { recursive: true });
  const outDir = await mkdtemp(join(cache, "crashable-worker-"));
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
      // It lives for seconds: to look for what it doesn't need takes longer than to load it.
      rollupOptions: {
        treeshake: false,
        input: join(repository, "tests/support/crashableWorker.ts"),
        output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
      },
    },
  });
  return outDir;
}
