import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";
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

const migrations = fileURLToPath(new URL("./app/core/database/migrations/", import.meta.url));

/** The database's migrations, which the portal reads when it starts: beside its code, as in app/core/database. */
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
    if (own.length !== 1 || chunk?.type !== "chunk" || chunk.moduleIds.some((id) => id.includes("/app/")))
      this.error("qz-tray is to be in one chunk, and alone in it: its licence asks that it can be exchanged");
    chunk.code = `/*! QZ Tray Connector, LGPL-2.1-only. Source: https://github.com/qzind/tray */\n${chunk.code}`;
  },
};

export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [remix(remixConfig), threads, migrationFiles, printClientNotice],
  build: isSsrBuild
    ? { target: "node20", cssTarget: "chrome80" }
    : {
        target: "es2020",
        cssTarget: "chrome80",
        cssMinify: true,
        // A browser asks for each file: without this a page has 80 of them instead of 40.
        rollupOptions: { output: { experimentalMinChunkSize: 20_000 } },
      },
  worker: { format: "es" },
}));
