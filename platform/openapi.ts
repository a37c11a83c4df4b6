import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { actionEvent, postActionEvent } from "#contract/actions.ts";
import { errorBody } from "#contract/envelopes.ts";
import { exo, exoSummary, getBlob, getExo, getExos, postExoAction } from "#contract/exos.ts";
import { getAllProducts, labelProduct } from "#contract/labels.ts";
import { getProducts, masterProduct } from "#contract/masterproducts.ts";
import { getMetaProducts, metaProduct } from "#contract/metaproducts.ts";
import { getOrders, orderRecord } from "#contract/orders.ts";
import {
  customRule,
  customRuleAttribute,
  customRuleConflict,
  getCustomRuleAttributes,
  getCustomRules,
  saveCustomRule,
} from "#contract/rules.ts";
import { getShipments, shipmentRow } from "#contract/shipments.ts";
import { getStores, store } from "#contract/stores.ts";
import { getVoucherBalance } from "#contract/vouchers.ts";
import { ediCalls } from "./domains/edi/documented.ts";
import { enterExo } from "./domains/exos/entry.ts";
import type { DocumentedCall } from "./http/documentedCall.ts";

const anExo = z.object({ item: exo });

const documentedCalls: readonly DocumentedCall[] = [
  { call: getStores, summary: "All stores", answer: z.array(store), failures: [401, 403] },
  {
    call: getMetaProducts,
    summary: "One page of a store's meta products",
    answer: z.array(metaProduct),
    failures: [400, 401, 403],
  },
  {
    call: getOrders,
    summary: "One page of the orders of one store or of all, newest first",
    answer: z.array(orderRecord),
    failures: [400, 401, 403],
  },
  {
    call: getShipments,
    summary: "One page of a store's docket lines, newest first",
    answer: z.array(shipmentRow),
    failures: [400, 401, 403],
  },
  {
    call: getProducts,
    summary: "The whole product master",
    answer: z.array(masterProduct),
    failures: [401, 403],
  },
  {
    call: getAllProducts,
    summary: "One page of the products that labels are printed for; without a price book those of all stores",
    answer: z.array(labelProduct),
    failures: [400, 401, 403],
  },
  {
    call: getCustomRules,
    summary: "A store's custom rules by priority, deleted ones among them",
    answer: z.array(customRule),
    failures: [400, 401, 403],
  },
  {
    call: saveCustomRule,
    summary: "Saves a custom rule whole; without an id it is a new one",
    answer: customRule,
    failures: [400, 401, 403, 404, 409, 422],
    idempotent: true,
    words: {
      409: "The rule is no longer in the version that ifVersion names",
      422: "The rule cannot work, or the Idempotency-Key was used for another rule",
    },
    conflict: customRuleConflict,
  },
  {
    call: getCustomRuleAttributes,
    summary: "The attributes that the rules of a store type may name",
    answer: z.looseObject({ attributes: z.array(customRuleAttribute) }),
    failures: [400, 401, 403],
  },
  {
    call: getVoucherBalance,
    summary: "What a voucher is still worth, in dollars",
    answer: getVoucherBalance.answer,
    failures: [400, 401, 403, 404, 422],
    words: { 422: "Store not supported, or the voucher has expired" },
  },
  {
    call: postActionEvent,
    summary: "Submits an action; it is performed in the background",
    answer: actionEvent.extend({ id: z.string(), submitted: z.literal(true), submittedAt: z.iso.datetime() }),
    failures: [400, 401, 403, 404, 409, 422],
    idempotent: true,
  },
  {
    call: getExos,
    summary: "One page of the returns and exchanges, the latest first; `filters` is a JSON object",
    answer: z.object({ summaries: z.array(exoSummary), currentPage: z.int(), totalPages: z.int() }),
    failures: [400, 401, 403],
  },
  { call: getExo, summary: "One return or exchange", answer: anExo, failures: [401, 403, 404] },
  {
    call: enterExo,
    summary: "Hands in a return; it is processed in the background",
    answer: anExo,
    failures: [400, 401, 403],
    status: 201,
  },
  {
    call: postExoAction,
    summary: "Performs an action that the return offers",
    answer: anExo,
    failures: [401, 403, 404, 409, 422],
    idempotent: true,
  },
  {
    call: getBlob,
    summary: "The file behind a reference's meta or a photo's blob item; exactly one of the two",
    answer: z.string(),
    failures: [400, 401, 403, 404],
    mediaType: "application/octet-stream",
  },
  ...ediCalls,
];

const failureWords: Record<number, string> = {
  400: "The request does not fit the contract",
  401: "No bearer token, or one that is not valid",
  403: "The token lacks the scope 'read'",
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

/** The OpenAPI 3.1 document of the portal API, made from the contract's schemas. */
function openApiDocument(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const documented of documentedCalls) {
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

/** GET /api/openapi.json, for everyone. */
export function openApiRoutes(app: FastifyInstance): void {
  const document = openApiDocument();
  app.get("/api/openapi.json", async () => document);
}
