import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin, type Rollup } from "vite";
import remixConfig from "./remix.config.js";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

/**
 * Worker threads of the server, written `new URL("./someThread.ts", import.meta.url)`: the server's build
 * gives each a file of its own and puts that file's address in its place.
 */
const threads: Plugin = {
  name: "server-threads",
  apply: "build",
  enforce: "pre",
  async transform(code, id) {
    if (this.environment.name !== "ssr" || !code.includes("Thread.ts")) return undefined;
    const found = /new URL\("(\.\/\w+Thread\.ts)", import\.meta\.url\)/.exec(code);
    const thread = found?.[1] && (await this.resolve(found[1], id));
    if (!found || !thread) return undefined;
    const file = this.emitFile({ type: "chunk", id: thread.id });
    return code.replace(found[0], `new URL(import.meta.ROLLUP_FILE_URL_${file})`);
  },
};

const libraries = /\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@remix-run)\//;
const frame = /\/app\/(entry\.client|root)\.tsx/;
const lists = [
  /\/app\/routes\/store\.\$alias\.tsx/,
  /\/app\/routes\/store\.\$alias\.products\.tsx/,
  /\/app\/routes\/orders\.tsx/,
];

/** Lists with numbered pages that follow what happens; the two of EDI share their domain's modules, too. */
const ediLists = [/\/app\/routes\/edi\.myer\.interchanges\.tsx/, /\/app\/routes\/edi\.myer\.orders\.tsx/];
const liveLists = [/\/app\/routes\/returns\.tsx/, ...ediLists];

/**
 * The browser's chunks. A slow line pays for every file, so what each list page needs is one chunk beside the
 * libraries' one: the frame's modules, the lists' building blocks, and what they share; live lists have one more
 * of these blocks, EDI's one of their own, and all of EDI its states and addresses. The rest is left to the bundler.
 */
function chunkOf(id: string, { getModuleInfo }: { getModuleInfo: (id: string) => Rollup.ModuleInfo | null }) {
  if (libraries.test(id)) return "libraries";
  // Every dynamic import needs it: it would go with any one of the chunks.
  if (id.includes("vite/preload-helper")) return "frame";
  const leadsTo = (pattern: RegExp, from = id, seen = new Set<string>()): boolean => {
    if (pattern.test(from)) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return (getModuleInfo(from)?.importers ?? []).some((importer) => leadsTo(pattern, importer, seen));
  };
  if (!/\/app\/(?!routes\/)/.test(id) || /\.css/.test(id)) return undefined;
  const reached = lists.filter((list) => leadsTo(list)).length;
  const isBlock = /\/app\/(ui|values|sheets|live)\//.test(id);
  if (leadsTo(frame) || reached > 1 || (isBlock && reached > 0)) return "frame";
  if (isBlock && liveLists.some((list) => leadsTo(list))) return "live";
  if (/\/domains\/edi\/(views\/StateIcon|partner\/paths)/.test(id)) return "edi";
  return ediLists.every((list) => leadsTo(list)) ? "ediLists" : undefined;
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [remix(remixConfig), threads],
  build: {
    target: "es2020",
    cssMinify: true,
    ...(isSsrBuild ? {} : { rollupOptions: { output: { manualChunks: chunkOf } } }),
  },
  worker: { format: "es" },
}));
