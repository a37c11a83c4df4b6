import { startNode } from "../support/processes.ts";
import { startStack } from "../support/stack.ts";

/** The portal, with products served from memory; its platform is used for sign-in. */
export async function startMemoryStack(products: number, environment: Record<string, string> = {}) {
  const args = ["--import", "tsx", "tests/bench/upstream.ts", String(products)];
  const api = await startNode("The products", args, {}, /products at http/);
  const apiUrl = api.output().match(/http:\S+/)?.[0] ?? "";
  const stack = await startStack({ PORTAL_API_URL: apiUrl, LOG_LEVEL: "warn", ...environment });
  return {
    ...stack,
    apiUrl,
    async stop() {
      await stack.stop();
      await api.stop();
    },
  };
}
