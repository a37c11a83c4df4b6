import { mkdir, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { repository } from "./processes.ts";

/** The folder of bundles: inside the repository, so that packages resolve from there. */
export const bundles = join(repository, "node_modules/.cache");

async function newFolder(): Promise<string> {
  await mkdir(bundles, { recursive: true });
  return mkdtemp(join(bundles, "bundle-"));
}

/**
 * Bundles programs, or threads, each as `<its name>.mjs`: many of them start in a run, and each would compile all of its
 * modules. Returns the folder, by default a new one.
 */
export async function bundle(programs: readonly string[], folder?: string): Promise<string> {
  const outDir = folder ?? (await newFolder());
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
      emptyOutDir: false,
      // The process runs for seconds: tree shaking takes longer than loading the code.
      rollupOptions: {
        treeshake: false,
        input: programs.map((program) => join(repository, program)),
        output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
      },
    },
  });
  return outDir;
}
