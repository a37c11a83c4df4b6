import { randomUUID } from "node:crypto";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { z } from "zod";
import { type ExtensionName, extensionBases } from "#contract/extensions.ts";
import { getExtensions } from "#contract/getExtensions.ts";
import { openSpan } from "#telemetry/traces.ts";
import { imageRoutes } from "./domains/images/routes.ts";
import { allow, authorise, type VerifyAccessToken } from "./http/authorisation.ts";
import { Problem, serve, unstorable } from "./http/requests.ts";
import { countRequest } from "./metrics.ts";
import { referenceRoutes } from "./reference/page.ts";
import { type ApiDeps, resources } from "./resources.ts";

/**
 * GET /api/extensions (calls#extensions): the extensions of the calls registered after this, from their routes'
 * documentation, so that no name is announced without its call. The platform serves both bases under one address.
 */
function extensionRoutes(app: FastifyInstance): void {
  const names = new Set<ExtensionName>();
  app.addHook("onRoute", ({ config }) => {
    for (const name of config?.documented?.extensions ?? []) names.add(name);
  });
  serve(app, {
    call: getExtensions,
    beyond: true,
    permission: "stores",
    summary: "What this service can do beyond the calls that every one has, by name",
    answer: z.array(z.enum(Object.keys(extensionBases))),
    answerWith: async () => [...names],
  });
}

export type ServerDeps = ApiDeps & {
  verifyAccessToken: VerifyAccessToken;
  /** In production an error response has no stack. */
  production: boolean;
  log: FastifyBaseLogger;
};

/** The documented call of a request, or its route's pattern: never the requested address. */
const callOf = ({ routeOptions: { config, url } }: FastifyRequest): string =>
  config.documented?.call.name ?? url ?? "none";

const correlationHeader = "x-correlation-id";

/** Correlation ids are for logs: an illegible one is replaced. */
const correlationIdOf = (header: string | string[] | undefined) =>
  typeof header === "string" && /^[\w.-]{1,100}$/.test(header) ? header : randomUUID();

const statusOf = (error: FastifyError | Problem): number => {
  if (error instanceof Problem) return error.status;
  const { statusCode = 500 } = error;
  return statusCode >= 400 && statusCode < 600 ? statusCode : 500;
};

function answerFailures(app: FastifyInstance, production: boolean): void {
  app.setErrorHandler<FastifyError | Problem>((error, request, reply) => {
    const status = statusOf(error);
    if (status < 500) return reply.code(status).send({ error: error.message });
    request.log.error({ err: error }, "request failed");
    const stack = production ? {} : { stack: error.stack };
    return reply
      .code(status)
      .send({ error: `The platform failed; its log knows more under ${request.id}`, ...stack });
  });
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ error: `There is no ${request.method} ${request.url.split("?")[0]}` }),
  );
}

/**
 * The platform's HTTP server, not listening yet. Every failure is JSON with `error`; `/api` calls need a bearer token
 * with the `read` scope, the reference of the calls, the product pictures and `/health` don't.
 */
export async function buildServer(deps: ServerDeps): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => correlationIdOf(request.headers[correlationHeader]),
    routerOptions: { ignoreTrailingSlash: true },
    // PostgreSQL cannot look for a text with NUL: this finds nothing either.
    rewriteUrl: ({ url = "/" }) => url.replaceAll("%00", "%EF%BF%BD"),
    // A URL that can't be decoded fails before any route or error handler.
    frameworkErrors: (error, _request, reply: FastifyReply) => {
      void reply.code(statusOf(error)).send({ error: error.message });
    },
  });
  app.decorateRequest("caller", null);
  app.addHook("onRequest", async (request, reply) => {
    void reply.header(correlationHeader, request.id);
    void reply.header("x-content-type-options", "nosniff");
  });
  // All later hooks run in the request's span, if requests are traced.
  app.addHook("onRequest", (request, reply, done) => {
    const { traceparent } = request.headers;
    const name = callOf(request);
    const span = openSpan({
      kind: "server",
      name,
      attributes: { "http.request.method": request.method, "correlation.id": request.id },
      parent: typeof traceparent === "string" ? traceparent : undefined,
    });
    if (!span) return done();
    reply.raw.once("close", () =>
      span.end({ "http.response.status_code": reply.statusCode }, reply.statusCode >= 500),
    );
    span.run(done);
  });
  app.addHook("onResponse", async (request, reply) => {
    const { method } = request;
    // A query may contain a voucher code, which is as good as cash.
    const path = request.url.split("?")[0];
    countRequest(callOf(request), method, reply.statusCode, reply.elapsedTime);
    request.log.debug({ method, path, status: reply.statusCode, ms: reply.elapsedTime }, "answered");
  });
  answerFailures(app, deps.production);

  app.get("/health", async () => {
    await deps.database.execute("select 1");
    return { status: "ok" };
  });
  referenceRoutes(app, deps.globalActions);
  imageRoutes(app);
  await app.register((api, _options, done) => {
    api.addHook("onRequest", authorise(deps.verifyAccessToken));
    api.addHook("onRequest", allow(deps.globalActions));
    api.addHook("preValidation", async ({ body }) => {
      if (Buffer.isBuffer(body) || !unstorable(body)) return;
      throw new Problem(400, "body: holds a character that cannot be stored");
    });
    extensionRoutes(api);
    for (const { routes } of resources) routes(api, deps);
    done();
  });
  return app;
}
