import { mkdir, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { repository } from "./processes.ts";

/**
 * Bundles the crashable worker into a new folder and returns its path: some sixty of them start in a run, and each
 * would compile the whole platform.
 */
export async function buildCrashableWorker(): Promise<string> {
  // Inside the repository, so that packages resolve from there.
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
        // The platform finds its migrations and worker threads relative to its source.
        resolveImportMeta: (property, { moduleId }) =>
          property === "url" ? JSON.stringify(pathToFileURL(moduleId).href) : null,
      },
    ],
    build: {
      ssr: true,
      target: "node20",
      outDir,
      // The process runs for seconds: tree shaking takes longer than loading the code.
      rollupOptions: {
        treeshake: false,
        input: join(repository, "tests/support/crashableWorker.ts"),
        output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
      },
    },
  });
  return outDir;
}
