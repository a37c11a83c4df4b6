import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { errorBody } from "#contract/envelopes.ts";
import type { DocumentedCall } from "./http/documentedCall.ts";

const failureWords: Record<number, string> = {
  400: "The request does not fit the contract",
  401: "No bearer token, or an invalid one",
  403: "The token lacks the scope 'read', or its person's roles do not allow this (x-deed)",
  404: "No such thing",
  409: "The action is not available now",
  422: "The Idempotency-Key was used for another event",
};

const schemaOf = (schema: z.ZodType) => {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return plain;
};

const json = (schema: object) => ({ "application/json": { schema } });

/** The parameters that a path names as `:name`. */
const namesIn = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");

const pathParameters = (path: string): object[] =>
  namesIn(path).map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));

function queryParameters(query: z.ZodType | undefined): object[] {
  if (!(query instanceof z.ZodObject)) return [];
  return Object.entries(query.shape).map(([name, field]) => {
    const schema = z.toJSONSchema(field, { io: "output", unrepresentable: "any" });
    const { $schema: _, ...plain } = schema;
    return { name, in: "query", required: !z.safeParse(field, undefined).success, schema: plain };
  });
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "The same key gets the first answer again, and no second event",
  schema: { type: "string", maxLength: 200 },
};

function operationOf({
  call,
  deed,
  summary,
  answer,
  failures,
  idempotent,
  status: success = 200,
  mediaType,
  words,
  conflict,
  sends,
}: DocumentedCall): object {
  const failureAnswer = (status: number) => ({
    description: words?.[status] ?? failureWords[status] ?? "Failed",
    content: json(status === 409 && conflict ? schemaOf(conflict) : { $ref: "#/components/schemas/Error" }),
  });
  return {
    operationId: call.name,
    "x-deed": deed,
    summary,
    parameters: [
      ...pathParameters(call.path),
      ...queryParameters(call.query),
      ...(idempotent ? [idempotencyKey] : []),
    ],
    ...(call.body ? { requestBody: { required: true, content: json(schemaOf(call.body)) } } : {}),
    ...(sends ? { requestBody: { required: true, content: { [sends]: {} } } } : {}),
    responses: {
      [success]: {
        description: "Done",
        content: mediaType ? { [mediaType]: {} } : json(schemaOf(answer)),
      },
      ...Object.fromEntries(failures.map((status) => [status, failureAnswer(status)])),
    },
  };
}

/** The OpenAPI 3.1 document of these calls, made from the contract's schemas. */
function openApiDocument(calls: readonly DocumentedCall[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const documented of calls) {
    const { method } = documented.call;
    const path = documented.call.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(documented) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Portal API", version: "1.0.0" },
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: { Error: schemaOf(errorBody) },
    },
  };
}

const documentPath = "/api/openapi.json";

/**
 * GET /api/openapi.json, for everyone: the calls that are registered after this, as their routes document them. A
 * route of the API without its words fails at once.
 */
export function openApiRoutes(app: FastifyInstance): void {
  const calls: DocumentedCall[] = [];
  app.get(documentPath, async () => openApiDocument(calls));
  app.addHook("onRoute", ({ url, method, config }) => {
    if (method === "HEAD" || !url.startsWith("/api/")) return;
    if (!config?.documented) throw new Error(`${method} ${url} is registered without \`documented\``);
    calls.push(config.documented);
  });
}
