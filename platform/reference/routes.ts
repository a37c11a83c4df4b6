import type { FastifyInstance } from "fastify";
import type { ActionPolicy } from "#contract/capabilities.ts";
import type { DocumentedCall } from "#platform/http/requests.ts";
import { openApiDocument } from "./openapi.ts";
import { referencePage } from "./page.ts";

/** The addresses of the document and its page; both are public (calls#reference). */
const documentPath = "/api/openapi.json";
const pagePath = "/docs";

/**
 * GET /api/openapi.json and GET /docs, public: the calls that are registered after this, from their routes'
 * documentation. An undocumented route of the API fails at once.
 */
export function referenceRoutes(app: FastifyInstance, policy: ActionPolicy): void {
  const calls: DocumentedCall[] = [];
  let made: ReturnType<typeof openApiDocument> | undefined;
  const document = () => {
    made ??= openApiDocument(calls, policy);
    return made;
  };
  app.get(documentPath, async () => document());
  app.get(pagePath, async (_request, reply) => {
    const { html, headers } = referencePage(document(), documentPath);
    return reply.headers(headers).send(html);
  });
  app.addHook("onRoute", ({ url, method, config }) => {
    if (method === "HEAD" || !url.startsWith("/api/")) return;
    if (!config?.documented) throw new Error(`${method} ${url} is registered without \`documented\``);
    calls.push(config.documented);
  });
}
