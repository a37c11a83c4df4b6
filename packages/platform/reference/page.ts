import type { FastifyInstance } from "fastify";
import type { ActionPolicy } from "#contract/capabilities.ts";
import { escapeHtml, htmlPage } from "#platform/htmlPage.ts";
import type { DocumentedCall } from "#platform/http/requests.ts";
import {
  type Answer,
  type OpenApiDocument,
  type Operation,
  openApiDocument,
  type Parameter,
  type Schema,
  typeText,
} from "./openapi.ts";

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

const pageStyle = `
:root{color-scheme:light dark;--ink:#16202a;--soft:#4b5763;--line:#c9d1d9;--ground:#f5f6f8;--card:#fff;--accent:#0b5567;--code:#eef1f4}
@media (prefers-color-scheme:dark){:root{--ink:#e6eaee;--soft:#aab4be;--line:#3a444e;--ground:#12171c;--card:#1a2128;--accent:#7cc7dc;--code:#232c35}}
*{box-sizing:border-box}
body{margin:0;padding:1rem;color:var(--ink);background:var(--ground);font:1rem/1.5 system-ui,sans-serif}
header,nav,main{max-width:72rem;margin:0 auto}
h1{font-size:1.5rem;margin:0}
h2{font-size:1.2rem;margin:1.5rem 0 .5rem}
h3{font-size:1rem;margin:0 0 .5rem;overflow-wrap:anywhere}
h4{font-size:.875rem;margin:1rem 0 .25rem;color:var(--soft)}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
section{margin:0 0 1rem;padding:1rem;border:1px solid var(--line);border-radius:.5rem;background:var(--card)}
section:target{border-color:var(--accent);box-shadow:0 0 0 1px var(--accent)}
code,pre{font:.875rem/1.45 ui-monospace,Menlo,Consolas,monospace}
td code,h3 code{overflow-wrap:anywhere;white-space:pre-wrap}
pre{margin:.25rem 0;padding:.5rem .75rem;overflow-x:auto;max-height:24rem;border-radius:.25rem;background:var(--code)}
dl{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;margin:0}
dl>div{display:flex;gap:.5rem}
dt{color:var(--soft)}
dd{margin:0}
.wide{overflow-x:auto}
table{border-collapse:collapse}
th,td{padding:.25rem 1rem .25rem 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;font-weight:400}
thead th{color:var(--soft)}
.answers{padding-left:1.25rem}
.contents{columns:20rem;padding:0;list-style:none}
.contents>li{break-inside:avoid;margin-bottom:.5rem}
.contents ul{padding:0;list-style:none}
.contents a{display:inline-block;padding:.125rem 0;overflow-wrap:anywhere}
.method{font-weight:700}
@media print{body{background:#fff}pre{max-height:none;white-space:pre-wrap}section{break-inside:auto}}
`;

type Call = { method: string; path: string; operation: Operation };

const callsOf = ({ paths }: OpenApiDocument): Call[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );

const code = (text: string) => `<code>${escapeHtml(text)}</code>`;
const pre = (text: string) => `<pre tabindex="0">${escapeHtml(text)}</pre>`;

/** An example request: the address with its parameters, and its headers and body. */
function exampleOf({ method, path, operation }: Call): string {
  const sentAs = ({ example, content }: Parameter): string | undefined => {
    const inner = Object.values(content ?? {})[0]?.example;
    if (inner !== undefined) return JSON.stringify(inner);
    return example === undefined ? undefined : String(example);
  };
  const query = new URLSearchParams();
  let address = path;
  for (const parameter of operation.parameters) {
    const value = sentAs(parameter);
    if (value === undefined) continue;
    if (parameter.in === "path") address = address.replace(`{${parameter.name}}`, encodeURIComponent(value));
    if (parameter.in === "query") query.set(parameter.name, value);
  }
  const example = query.size > 0 ? `?${query}` : "";
  const [type, sent] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  return [
    `${method} ${address}${example}`,
    "Authorization: Bearer …",
    ...(type ? [`Content-Type: ${type}`] : []),
    ...(sent?.example === undefined ? [] : ["", JSON.stringify(sent.example, null, 2)]),
  ].join("\n");
}

const typeOf = ({ schema, content }: Parameter): string =>
  typeText(schema ?? Object.values(content ?? {})[0]?.schema ?? {});

/** A multi-line type is below the table, which may be narrow. */
const isLong = (type: string) => type.includes("\n");

function parameterRow(parameter: Parameter): string {
  const { name, in: place, required, description } = parameter;
  const type = typeOf(parameter);
  const facts = [
    ...(description ? [escapeHtml(description)] : []),
    isLong(type) ? "as below" : code(type),
  ].join(", ");
  return `<tr><th scope="row">${code(name)}</th><td>${place}${required ? ", required" : ""}</td><td>${facts}</td></tr>`;
}

const longTypes = (parameters: readonly Parameter[]): string =>
  parameters
    .filter((parameter) => isLong(typeOf(parameter)))
    .map((parameter) => `<p>${code(parameter.name)}:</p>${pre(typeOf(parameter))}`)
    .join("");

const parameterTable = ({ operationId, parameters }: Operation): string =>
  parameters.length === 0
    ? ""
    : `<h4>Parameters</h4><div class="wide" role="region" tabindex="0" aria-label="Parameters of ${escapeHtml(operationId)}"><table><thead><tr><th scope="col">Name</th><th scope="col">Where</th><th scope="col">What</th></tr></thead><tbody>${parameters
        .map(parameterRow)
        .join("")}</tbody></table></div>${longTypes(parameters)}`;

const contentOf = (content: Answer["content"]): string =>
  Object.entries(content)
    .map(([type, { schema }]) =>
      schema ? `<p>${code(type)}</p>${pre(typeText(schema))}` : `<p>${code(type)}: the file as it is</p>`,
    )
    .join("");

const isError = (schema: Schema | undefined) => schema?.$ref === "#/components/schemas/Error";

/** Responses, the successful one unfolded; the common failure body `Error` is shown once. */
const answers = ({ responses }: Operation): string =>
  Object.entries(responses)
    .map(([status, { description, content }]) => {
      const plain = Object.values(content).every(({ schema }) => isError(schema));
      const words = `<strong>${status}</strong> ${escapeHtml(description)}`;
      if (plain) return `<li>${words}</li>`;
      return `<li>${words}${contentOf(content)}</li>`;
    })
    .join("");

const rolesText = ({ "x-roles": roles }: Operation): string => {
  if (!roles) return "those that the record’s own page asks for";
  return roles.length === 0 ? "everybody who is signed in" : roles.join(", ");
};

function callSection(call: Call): string {
  const { method, path, operation } = call;
  const { operationId, summary, requestBody } = operation;
  const { "x-extensions": extensions, "x-beyond": beyond } = operation;
  return `<section id="${operationId}" aria-labelledby="${operationId}-name">
<h3 id="${operationId}-name"><span class="method ${method.toLowerCase()}">${method}</span> ${code(path)}</h3>
<p>${escapeHtml(summary).replace(/`([^`]*)`/g, "<code>$1</code>")}.</p>
<dl><div><dt>Roles</dt><dd>${escapeHtml(rolesText(operation))}</dd></div>
<div><dt>Kind</dt><dd>${beyond ? "beyond the documented calls" : "documented"}</dd></div>${
    extensions ? `<div><dt>Extensions</dt><dd>${extensions.map(code).join(", ")}</dd></div>` : ""
  }</dl>
${parameterTable(operation)}
${requestBody ? `<h4>Body</h4>${contentOf(requestBody.content)}` : ""}
<h4>Example</h4>${pre(exampleOf(call))}
<h4>Answers</h4><ul class="answers">${answers(operation)}</ul>
</section>`;
}

const slugOf = (name: string) => name.toLowerCase().replace(/[^a-z]+/g, "-");

function listOf(title: string, calls: readonly Call[], tags: OpenApiDocument["tags"]): string {
  const groups = tags.flatMap(({ name }) => {
    const own = calls.filter(({ operation }) => operation.tags.includes(name));
    return own.length === 0 ? [] : [{ name, own }];
  });
  return `<h2>${title}</h2><ul class="contents">${groups
    .map(
      ({ name, own }) =>
        `<li>${escapeHtml(name)}<ul>${own
          .map(
            ({ method, path, operation }) =>
              `<li><a href="#${operation.operationId}"><span class="method ${method.toLowerCase()}">${method}</span> ${escapeHtml(path)}</a></li>`,
          )
          .join("")}</ul></li>`,
    )
    .join("")}</ul>`;
}

/** The document for people: one page without scripting, with its response headers. */
function referencePage(document: OpenApiDocument, documentPath: string) {
  const calls = callsOf(document);
  const documented = calls.filter(({ operation }) => !operation["x-beyond"]);
  const beyond = calls.filter(({ operation }) => operation["x-beyond"]);
  const { info, tags, components } = document;
  const sections = tags.map(({ name }) => {
    const own = calls.filter(({ operation }) => operation.tags.includes(name));
    return `<h2 id="${slugOf(name)}">${escapeHtml(name)}</h2>${own.map(callSection).join("\n")}`;
  });
  const body = `<header><h1>${escapeHtml(info.title)}</h1>
<p>${escapeHtml(info.summary)}: ${documented.length} documented calls, and ${beyond.length} beyond them. The same as <a href="${documentPath}">OpenAPI ${document.openapi} (JSON)</a>.</p></header>
<nav aria-label="Calls">
${listOf("Documented calls", documented, tags)}
${listOf("Beyond the documented calls", beyond, tags)}
<p>The portal works whole without these. A service announces what it can do besides under <a href="#getExtensions"><code>GET /api/extensions</code></a>; extensions that widen a documented call stand with it.</p>
</nav>
<main>
<h2 id="every-call">Every call</h2>
<ul>
<li>bears <code>Authorization: Bearer</code> with an access token whose scope holds <code>read</code>;</li>
<li>is answered with <code>X-Correlation-Id</code>, the one that was sent or a new one;</li>
<li>fails as JSON with a status of its own and this body, which holds a stack outside of production only:</li>
</ul>
${pre(typeText(components.schemas.Error ?? {}))}
<p>Fields that are not named may come, and pass through. A type with <code>?</code> may be left out.</p>
${sections.join("\n")}
</main>`;
  return htmlPage({ title: info.title, style: pageStyle, body });
}
