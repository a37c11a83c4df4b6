import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { repository } from "./processes.ts";

/** A folder for bundles: inside the repository, so that packages resolve from there. */
export const bundles = join(repository, "node_modules/.cache");

/**
 * Bundles a program of the platform as `<folder>/<its name>.mjs`: many processes of it start in a run, and each would
 * compile the whole platform.
 */
export async function bundle(program: string, folder: string): Promise<void> {
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
      outDir: folder,
      emptyOutDir: false,
      // The process runs for seconds: tree shaking takes longer than loading the code.
      rollupOptions: {
        treeshake: false,
        input: join(repository, program),
        output: { entryFileNames: "[name].mjs", inlineDynamicImports: true },
      },
    },
  });
}
