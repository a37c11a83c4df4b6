import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, normalizePath, type Plugin, type Rollup } from "vite";
import remixConfig from "./remix.config.js";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

/**
 * Worker threads of the server, written `new URL("./someThread.ts", import.meta.url)` (or `.mjs`): the server's build gives each a
 * file of its own and replaces the URL by that file's.
 */
const threads: Plugin = {
  name: "server-threads",
  apply: "build",
  enforce: "pre",
  // The browsers' target knows no `await` at the top of a module.
  config: (_, { isSsrBuild }) => (isSsrBuild ? { build: { target: "node20" } } : {}),
  async transform(code, id) {
    if (this.environment.name !== "ssr") return undefined;
    const found = /new URL\("(\.\/\w+Thread\.m?[jt]s)", import\.meta\.url\)/.exec(code);
    const thread = found?.[1] && (await this.resolve(found[1], id));
    if (!found || !thread) return undefined;
    const file = this.emitFile({ type: "chunk", id: thread.id });
    // A function, since the bundler's names contain '$', which a replacement string would interpret.
    return code.replace(found[0], () => `new URL(import.meta.ROLLUP_FILE_URL_${file})`);
  },
};

const migrations = fileURLToPath(new URL("./app/database/migrations/", import.meta.url));

/** The database's migrations, which the portal reads when it starts: beside its code, as in app/database. */
const migrationFiles: Plugin = {
  name: "migrations",
  apply: "build",
  generateBundle() {
    if (this.environment.name !== "ssr") return;
    for (const name of readdirSync(migrations, { recursive: true, encoding: "utf8" }))
      if (/\.(sql|json)$/.test(name) && !name.endsWith("_snapshot.json"))
        this.emitFile({
          type: "asset",
          fileName: `assets/migrations/${name}`,
          source: readFileSync(join(migrations, name)),
        });
  },
};

const libraries = /\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@remix-run)\//;

const app = normalizePath(fileURLToPath(new URL("./app/", import.meta.url)));

/** Modules of the app, by the bundler's names. A moved one fails the build: its chunk would fall apart. */
const modules = (...files: string[]): string[] =>
  files.map((file) => {
    if (!existsSync(app + file))
      throw new Error(`vite.config.ts makes a chunk by app/${file}, which is not there`);
    return app + file;
  });

const frame = modules("entry.client.tsx", "root.tsx");
const lists = modules(
  "stores/routes/store.tsx",
  "domains/metaproducts/routes/products.tsx",
  "domains/orders/routes/orders.tsx",
);

/** Blocks of list screens alone: no other page loads them. */
const ofListScreens = modules(
  "lists/DayFilters.tsx",
  "lists/cells.tsx",
  "recordPages/ListScreen.tsx",
  "recordPages/siblingRecords.ts",
  "sheets/views/DownloadToExcel.tsx",
  "ui/fields/MultiSelect.tsx",
  "ui/fields/multiSelectChoice.ts",
);

/** What is loaded once a page is interactive. */
const later = modules("interactive.tsx", "today/views/TodayFollower.tsx", "lists/Follower.tsx");

/** What panels share with that: they don't load the rest of it. */
const besideLater = modules("ui/dialogs/useModal.ts");

/** Live lists with numbered pages; the two of EDI share their domain's modules, too. */
const ediLists = modules(
  "domains/edi/partner/routes/interchanges.tsx",
  "domains/edi/partner/routes/ediOrders.tsx",
);
const liveLists = [...modules("domains/exos/routes/exos.tsx"), ...ediLists];
/** Blocks of panels that other pages need as well: these don't load the panels' chunk for them. */
const besidePanels = modules("ui/Card.tsx", "ui/fields/CopyField.tsx", "ui/text/Timeline.tsx");
const ofAllEdi = modules("domains/edi/views/StateBadge.tsx", "domains/edi/partner/paths.ts");

/** Print Label, and its printing modules. */
const labels = modules("domains/labels/routes/labels.tsx");
const printing = modules("domains/labels/bridge/island.ts");

/** Record panels. */
const panels = modules(
  "domains/metaproducts/routes/product.tsx",
  "domains/orders/routes/order.tsx",
  "domains/exos/routes/exo.tsx",
  "domains/edi/partner/routes/interchange.tsx",
  "domains/edi/partner/routes/ediOrder.tsx",
);

const chunkNames = [
  "libraries",
  "frame",
  "lists",
  "later",
  "live",
  "ediLists",
  "edi",
  "panels",
  "labels",
] as const;

/**
 * The browser's chunks. A slow connection pays for every file, so each list page's code is two chunks beside the
 * libraries' one: the frame's modules with the blocks that lists share with other pages, and the blocks of list screens
 * alone; live lists have one more of these blocks, EDI's one of their own, and all of EDI its states and addresses.
 * Modules shared by several panels are one chunk again, except for the few blocks that Print Label needs, and those that
 * Print Label shares with its printing are one. The rest is left to the bundler.
 */
function chunkOf(
  id: string,
  { getModuleInfo }: { getModuleInfo: (id: string) => Rollup.ModuleInfo | null },
): (typeof chunkNames)[number] | undefined {
  if (libraries.test(id)) return "libraries";
  // Every dynamic import needs it: it would otherwise end up in any one of the chunks.
  if (id.includes("vite/preload-helper")) return "frame";
  const leadsTo = (wanted: readonly string[], from = id, seen = new Set<string>()): boolean => {
    if (wanted.includes(withoutQuery(from))) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return (getModuleInfo(from)?.importers ?? []).some((importer) => leadsTo(wanted, importer, seen));
  };
  if (!id.startsWith(app)) return undefined;
  const file = id.slice(app.length);
  if (/(^|\/)routes\/|\.css/.test(file)) return undefined;
  if (ofListScreens.includes(id)) return "lists";
  // Every list's addresses are parsed and written by it.
  if (file.startsWith("search/")) return "frame";
  const reached = lists.filter((list) => leadsTo([list])).length;
  const isBlock = !file.startsWith("domains/");
  if (leadsTo(frame) || besideLater.includes(id) || reached > 1 || (isBlock && reached > 0)) return "frame";
  if (leadsTo(later)) return "later";
  if (isBlock && leadsTo([...liveLists, ...besidePanels])) return "live";
  if (file.startsWith("domains/edi/") && leadsTo(ofAllEdi)) return "edi";
  if (ediLists.every((list) => leadsTo([list]))) return "ediLists";
  if (leadsTo(labels)) {
    if (isBlock) return "frame";
    if (file.startsWith("domains/labels/") && leadsTo(printing)) return "labels";
  }
  return isBlock && panels.filter((panel) => leadsTo([panel])).length > 1 ? "panels" : undefined;
}

const withoutQuery = (id: string) => id.replace(/\?.*$/, "");

/** Every page's script names all others but those that are loaded on demand: a name is no longer than tells builds apart. */
const fileNames = {
  entryFileNames: "assets/[hash:7].js",
  chunkFileNames: ({ isDynamicEntry }: { isDynamicEntry: boolean }) =>
    isDynamicEntry ? "assets/[name]-[hash:7].js" : "assets/[hash:7].js",
};

/** Creates the browser's chunks; an empty one fails the build, since its modules have moved. */
function chunks(): Plugin {
  const empty = new Set<string>(chunkNames);
  const manualChunks: Rollup.GetManualChunk = (id, api) => {
    const chunk = chunkOf(id, api);
    if (chunk) empty.delete(chunk);
    return chunk;
  };
  return {
    name: "client-chunks",
    apply: "build",
    config: (_, { isSsrBuild }) =>
      isSsrBuild ? {} : { build: { rollupOptions: { output: { manualChunks, ...fileNames } } } },
    generateBundle() {
      if (this.environment.name !== "client" || empty.size === 0) return;
      this.error(`vite.config.ts makes these chunks of nothing: ${[...empty].join(", ")}`);
    },
  };
}

/** The licence of the print service's client requires a notice in its file with its owner and its source. */
const printClientNotice: Plugin = {
  name: "print-client-notice",
  apply: "build",
  generateBundle(_, bundle) {
    if (this.environment.name !== "client") return;
    const own = Object.values(bundle).filter(
      (file) => file.type === "chunk" && file.moduleIds.some((id) => id.includes("/node_modules/qz-tray/")),
    );
    const [chunk] = own;
    if (own.length !== 1 || chunk?.type !== "chunk" || chunk.moduleIds.some((id) => id.startsWith(app)))
      this.error("qz-tray is to be in one chunk, and alone in it: its licence asks that it can be exchanged");
    chunk.code = `/*! QZ Tray Connector, LGPL-2.1-only. Source: https://github.com/qzind/tray */\n${chunk.code}`;
  },
};

const flag = /\b(?:window\.__remixContext\.)?future\.(v3_\w+)/g;

/** What the flags decide in code that does not ask for them: the condition, and its value. */
const decided: readonly [file: string, condition: string | RegExp, value: string][] = [
  // Single fetch: every request is one, and nothing is deferred.
  ["@remix-run/react/dist/esm/routes.js", 'typeof singleFetch === "function"', "true"],
  ["@remix-run/router/dist/router.js", "result.type === ResultType.deferred", "false"],
  ["@remix-run/router/dist/router.js", "if (isDeferredData(result)) {", "if (false) {"],
  [
    "@remix-run/router/dist/router.js",
    /(?<=Promise\.all\()\[resolveNavigationDeferredResults\(.*\)\]/g,
    "[]",
  ],
  [
    "@remix-run/react/dist/esm/components.js",
    'if (!isStatic && typeof __remixContext === "object" && __remixContext.a) {',
    "if (false) {",
  ],
  // The browser.
  [
    "@remix-run/react/dist/esm/components.js",
    "routeModulesScript = !isStatic ?",
    "routeModulesScript = true ?",
  ],
  ["@remix-run/router/dist/router.js", "if (isServer) {", "if (false) {"],
  // All routes are known.
  ["@remix-run/router/dist/router.js", "= init.patchRoutesOnNavigation;", "= undefined;"],
  [
    "@remix-run/router/dist/router.js",
    /\b(isFogOfWar|fogOfWar\.active)(?=( && fogOfWar\.matches)?\) \{)/g,
    "false",
  ],
  // What Remix's browser entry says to its router.
  ["@remix-run/router/dist/router.js", "future.v7_fetcherPersist", "true"],
  ["@remix-run/router/dist/router.js", "future.v7_partialHydration", "true"],
  // No page asks for view transitions.
  [
    "@remix-run/router/dist/router.js",
    /isBrowser(?=\) \{\s+\/\/.*\s+\/\/.*\s+restoreAppliedTransitions)/g,
    "false",
  ],
  [
    "@remix-run/router/dist/router.js",
    /(?<=let viewTransitionOpts;\s+\/\/.*\s+if )\(pendingAction === Action.Pop\)/g,
    "(false)",
  ],
  ["@remix-run/router/dist/router.js", "else if (pendingViewTransitionEnabled) {", "else if (false) {"],
  [
    "react-router-dom/dist/index.js",
    "if (!viewTransitionOpts || isViewTransitionUnavailable) {",
    "if (true) {",
  ],
  ["react-router-dom/dist/index.js", "if (vtContext.isTransitioning && ", "if (false && "],
  ["react-router-dom/dist/index.js", "if (!vtContext.isTransitioning && ", "if (false && "],
  ["react-router-dom/dist/index.js", "if (renderDfd && pendingState && ", "if (false && "],
];

/**
 * Sets Remix's feature flags, and what follows from them, at build time, which the browser would otherwise look up at
 * run time: code behind disabled ones is then removed. What `remix.config.js` does not name, or a library no longer has,
 * fails the build.
 */
const flagsOfRemix: Plugin = {
  name: "flags-of-remix",
  apply: "build",
  transform(code, id) {
    const [, file] = id.split("/node_modules/");
    if (this.environment.name !== "client" || file === undefined) return undefined;
    const flags = new Map(Object.entries(remixConfig.future));
    let constant = code.replace(flag, (_, name: string) => {
      const isOn = flags.get(name);
      if (isOn === undefined) this.error(`remix.config.js says nothing of ${name}, which Remix asks for`);
      return String(isOn);
    });
    for (const [, condition, value] of decided.filter(([of]) => of === file)) {
      const before = constant;
      constant = before.replaceAll(condition, value);
      if (constant === before) this.error(`${file} no longer asks for ${condition}`);
    }
    return { code: constant, map: null };
  },
};

export default defineConfig({
  plugins: [remix(remixConfig), threads, migrationFiles, flagsOfRemix, chunks(), printClientNotice],
  build: { target: "es2020", cssTarget: "chrome80", cssMinify: true },
  worker: { format: "es" },
});
