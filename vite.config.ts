import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";
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

export default defineConfig({
  plugins: [remix(remixConfig), threads],
  build: { target: "es2020", cssMinify: true },
  worker: { format: "es" },
});
