import { startNode } from "../support/processes.ts";
import { startStack } from "../support/stack.ts";

/** The portal, working against products that are served from memory: its platform has its people sign in. */
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
