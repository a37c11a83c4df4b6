import { z } from "zod";
import { type ActionPolicy, rolesFor } from "#contract/capabilities.ts";
import { errorBody, shapeOf } from "#contract/envelopes.ts";
import type { DocumentedCall } from "#platform/http/requests.ts";
import { recorded } from "#platform/seed/fixtures.ts";

type Example = {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
};

/** Example parameters of each call, by its name, for the demo's records; a parameter without one is its own example. */
export const examples: Readonly<Record<string, Example>> = recorded("callExamples");

type Part = Schema | boolean | undefined;

const indent = "  ";

const isSimple = (text: string) => !/[\s|&]/.test(text);

const union = (parts: readonly Part[], joint: " | " | " & ", depth: number): string =>
  [...new Set(parts.map((part) => textOf(part, depth)))].join(joint);

const fieldName = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

function objectText({ properties = {}, required = [], additionalProperties }: Schema, depth: number): string {
  const room = indent.repeat(depth + 1);
  const lines = Object.entries(properties).map(
    ([name, part]) =>
      `${room}${fieldName(name)}${required.includes(name) ? "" : "?"}: ${textOf(part, depth + 1)}`,
  );
  const others = typeof additionalProperties === "object" ? textOf(additionalProperties, depth + 1) : "any";
  if (others !== "any") lines.push(`${room}[name]: ${others}`);
  return lines.length === 0 ? "object" : `{\n${lines.join("\n")}\n${indent.repeat(depth)}}`;
}

function arrayText({ items }: Schema, depth: number): string {
  const element = Array.isArray(items) ? union(items, " | ", depth) : textOf(items, depth);
  const isOne =
    isSimple(element) || (typeof items === "object" && "type" in items && items.type === "object");
  return isOne ? `${element}[]` : `(${element})[]`;
}

const bounds = ({ minimum, maximum, maxLength, format, pattern }: Schema): string => {
  const limits = [
    ...(format ? [format] : []),
    ...(pattern && !format ? [pattern] : []),
    ...(minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? [`from ${minimum}`] : []),
    ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? [`to ${maximum}`] : []),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
  ];
  return limits.length > 0 ? ` (${limits.join(", ")})` : "";
};

function textOf(part: Part, depth: number): string {
  if (typeof part !== "object") return "any";
  if (part.$ref) return part.$ref.split("/").at(-1) ?? part.$ref;
  if (part.const !== undefined) return JSON.stringify(part.const);
  if (part.enum) return part.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (part.anyOf ?? part.oneOf) return union(part.anyOf ?? part.oneOf ?? [], " | ", depth);
  if (part.allOf) return union(part.allOf, " & ", depth);
  if (Array.isArray(part.type))
    return union(
      part.type.map((type: Schema["type"]) => ({ ...part, type })),
      " | ",
      depth,
    );
  if (part.type === "array") return arrayText(part, depth);
  if (part.type === "object") return objectText(part, depth);
  return part.type ? `${part.type}${bounds(part)}` : "any";
}

/** A JSON schema as a readable type: one field per line, with `?` if optional. */
export const typeText = (schema: Schema): string => textOf(schema, 0);

const failureWords: Record<number, string> = {
  400: "The request does not fit the contract",
  401: "No bearer token, or an invalid one",
  403: "The token lacks the scope 'read', or its person's roles do not allow this (x-roles)",
  404: "No such thing",
  409: "The action is not available now",
  422: "The Idempotency-Key was used for another event",
};

export type Schema = z.core.JSONSchema.BaseSchema;
type Content = Record<string, { schema?: Schema; example?: unknown }>;
export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema?: Schema;
  content?: Content;
  example?: unknown;
};
export type Answer = { description: string; content: Content };

/**
 * A call. `x-permission` is its row of the table of capabilities and `x-roles` the permitted roles, empty for everybody
 * who is signed in; a call that checks its record has none. `x-beyond`: no documented call; `x-extensions` names the
 * extension that a service with it, or with a wider form of it, announces (calls#extensions).
 */
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  "x-permission": string;
  "x-roles"?: readonly string[];
  "x-beyond"?: boolean;
  "x-extensions"?: readonly string[];
  parameters: Parameter[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, Answer>;
};

/** A body by its schema: what a server is to send where the portal accepts more. */
function schemaOf(schema: z.ZodType): Schema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const shape = shapeOf(zodSchema);
      if (shape) Object.assign(jsonSchema, schemaOf(shape));
    },
  });
  return plain;
}

const queryField = (field: z.ZodType): Schema => {
  const { $schema: _, ...plain } = z.toJSONSchema(field, { io: "output", unrepresentable: "any" });
  return plain;
};

const json = (schema: Schema, example?: unknown): Content => ({
  "application/json": { schema, ...(example === undefined ? {} : { example }) },
});

const namesIn = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");

const pathParameters = ({ call: { name: call, path } }: DocumentedCall): Parameter[] =>
  namesIn(path).map((name) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
    example: examples[call]?.path?.[name],
  }));

function queryParameters({ call, filters }: DocumentedCall): Parameter[] {
  if (!(call.query instanceof z.ZodObject)) return [];
  return Object.entries(call.query.shape).map(([name, field]) => {
    const example = examples[call.name]?.query?.[name];
    const parameter = { name, in: "query", required: !z.safeParse(field, undefined).success } as const;
    if (name === "filters" && filters)
      return {
        ...parameter,
        description: "A JSON object",
        content: json(schemaOf(filters), typeof example === "string" ? JSON.parse(example) : undefined),
      };
    return { ...parameter, schema: queryField(field), ...(example === undefined ? {} : { example }) };
  });
}

const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "The same key gets the first answer again, and no second event",
  schema: { type: "string", maxLength: 200 },
};

/** The subjects of the calls, by row of the table of capabilities, in the order of the page. */
const subjects: Record<string, string> = {
  stores: "Stores",
  products: "Meta Products",
  orders: "Orders",
  masterproducts: "Product Master",
  customrules: "Custom rules",
  nswvoucher: "Vouchers",
  returns: "Returns and exchanges",
  edi: "EDI with the partner",
  interchanges: "EDI of a store",
  ediorders: "EDI of a store",
  printlabel: "Labels",
  shipments: "Shipments",
  today: "Work that waits",
  record: "Actions",
};

function tagOf({ permission }: DocumentedCall): string {
  const subject = subjects[permission.replace(/^store\//, "").replace(/\..*$/, "")];
  if (!subject) throw new Error(`Nothing says what a call for '${permission}' is about`);
  return subject;
}

function rolesOf(permission: DocumentedCall["permission"], policy: ActionPolicy): Pick<Operation, "x-roles"> {
  if (permission === "record") return {};
  const roles = rolesFor(permission, policy);
  return { "x-roles": roles === "everyone" ? [] : roles };
}

function operationOf(documented: DocumentedCall, policy: ActionPolicy): Operation {
  const {
    call,
    permission,
    summary,
    answer = call.answer,
    failures,
    idempotent,
    extensions,
    beyond,
  } = documented;
  const { status: success = 200, mediaType, words, conflict, sends } = documented;
  const failureAnswer = (status: number): Answer => ({
    description: words?.[status] ?? failureWords[status] ?? "Failed",
    content: json(status === 409 && conflict ? schemaOf(conflict) : { $ref: "#/components/schemas/Error" }),
  });
  return {
    operationId: call.name,
    tags: [tagOf(documented)],
    summary,
    "x-permission": permission,
    ...rolesOf(permission, policy),
    ...(beyond ? { "x-beyond": beyond } : {}),
    ...(extensions.length > 0 ? { "x-extensions": extensions } : {}),
    parameters: [
      ...pathParameters(documented),
      ...queryParameters(documented),
      ...(idempotent ? [idempotencyKey] : []),
    ],
    ...(call.body && {
      requestBody: { required: true, content: json(schemaOf(call.body), examples[call.name]?.body) },
    }),
    ...(sends ? { requestBody: { required: true, content: { [sends]: {} } } } : {}),
    responses: {
      [success]: {
        description: "Done",
        content: mediaType ? { [mediaType]: {} } : json(schemaOf(shapeOf(answer) ?? answer)),
      },
      ...Object.fromEntries(failures.map((status) => [status, failureAnswer(status)])),
    },
  };
}

/** The OpenAPI 3.1 document of these calls, generated from the contract's schemas. */
export function openApiDocument(calls: readonly DocumentedCall[], policy: ActionPolicy) {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const documented of calls) {
    const { method } = documented.call;
    const path = documented.call.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(documented, policy) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Portal API",
      version: "1.0.0",
      summary: "What the Utopia Portal asks of the service behind it",
      description:
        "Calls that are marked `x-beyond` are not among the documented ones: the portal works whole without them. `x-extensions` are the names under which a service announces what it can do besides.",
    },
    security: [{ bearer: [] }],
    tags: [...new Set(Object.values(subjects))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: { Error: schemaOf(errorBody) },
    },
  };
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>;
