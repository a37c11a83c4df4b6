import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type ExtensionName, extensionBases } from "#contract/extensions.ts";
import { getExtensions } from "#contract/getExtensions.ts";
import { documented } from "./http/documentedCall.ts";

/**
 * GET /api/extensions (calls#extensions): the extensions that the calls registered after this bring, as their routes
 * document them, so that no name is announced without its call. The platform serves both bases under one address.
 */
export function extensionRoutes(app: FastifyInstance): void {
  const names = new Set<ExtensionName>();
  app.addHook("onRoute", ({ config }) => {
    for (const name of config?.documented?.extensions ?? []) names.add(name);
  });
  app.get(
    getExtensions.path,
    documented({
      call: getExtensions,
      beyond: true,
      permission: "stores",
      summary: "What this service can do beyond the calls that every one has, by name",
      answer: z.array(z.enum(Object.keys(extensionBases))),
      failures: [401, 403],
    }),
    async () => [...names],
  );
}
