import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { readEdi } from "./edi.ts";
import { type Answer, createEntra, json } from "./entra.ts";
import { exoPage, type UpstreamExo, upstreamExos } from "./exos.ts";
import { labelProductPage, type UpstreamLabelProduct, upstreamLabelProducts } from "./labelProducts.ts";
import { pictureHost, upstreamProducts, upstreamStores } from "./products.ts";
import { isStaffKey, type StaffMember, upstreamStaff } from "./staff.ts";

/** What goes wrong on a path: an answer of the test's own, silence, a broken connection, or a delay. */
export type Fault =
  | { kind: "answer"; status: number; body: string | Buffer; type?: string; headers?: Record<string, string> }
  | { kind: "silence" }
  | { kind: "reset" }
  | { kind: "delay"; milliseconds: number };

/** A picture of one pixel, PNG in base64. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** The path beneath which there are pictures of products, for everybody. */
const pictures = "/pictures";

/** One call as an API sees it, once its caller is known. */
export type Api = (call: { method: string; url: URL; body: string }) => Answer;

export type RecordedCall = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
  caller: string | undefined;
};

/**
 * A server that follows the documented calls and Entra's paths without any of the platform's code, records
 * what it was asked, and fails on demand.
 */
export async function startUpstream(
  options: {
    tenant?: string;
    /** Looks at no token and keeps no records. */
    trusting?: boolean;
    /** Ordinary products a store. */
    products?: number;
    /** Answers the calls in place of the ordinary records. */
    api?: Api;
  } = {},
) {
  const tenant = options.tenant ?? "11111111-2222-4333-8444-555555555555";
  const client = { id: "portal-under-test", secret: "secret of the portal under test" };
  const calls: RecordedCall[] = [];
  const events = new Map<string, unknown>();
  const faults = new Map<string, { fault: Fault; left: number }>();
  let exos = upstreamExos();
  let resets = 0;
  /** An upstream that starts anew has other records, also for a portal that knew the one before. */
  const run = randomUUID();
  let labelProducts = upstreamLabelProducts;

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(599).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The system gave no port");
  const origin = `http://localhost:${address.port}`;
  const entra = await createEntra({
    origin,
    tenant,
    clientId: client.id,
    clientSecret: client.secret,
  });
  const productsOf = new Map(
    upstreamStores.map((store) => [store.storeName, upstreamProducts(store, options.products)]),
  );

  /** A record as it stands since the last reset: what one test did to it is no news in the next. */
  const stamped = <Row extends object>(row: Row) => ({ ...row, _etag: `"${run}-${resets}"` });

  function metaProducts(query: URLSearchParams): Answer {
    const products = productsOf.get(query.get("storegroup") ?? "");
    const page = Number(query.get("page"));
    const size = Number(query.get("pagesize"));
    if (!products || !(page >= 1) || !(size >= 1))
      return json(400, { error: "storegroup, page and pagesize are required" });
    const code = query.get("productQuery")?.toLowerCase();
    const title = query.get("title")?.toLowerCase();
    const matching = products.filter(
      (product) =>
        (!code || product.groupId.toLowerCase().includes(code)) &&
        (!title ||
          JSON.stringify(product.attributes ?? "")
            .toLowerCase()
            .includes(title)) &&
        (query.get("excludeValid") !== "1" ||
          (Array.isArray(product.validationStatus) && product.validationStatus.length > 0)),
    );
    return json(200, matching.slice((page - 1) * size, page * size).map(stamped));
  }

  function actionEvent(body: string, key: string | undefined): Answer {
    const known = key === undefined ? undefined : events.get(key);
    if (known !== undefined) return json(200, known);
    const sent: unknown = JSON.parse(body);
    if (typeof sent !== "object" || sent === null)
      return json(400, { error: "An action event is an object" });
    const event = { ...sent, id: randomUUID(), submitted: true, submittedAt: new Date().toISOString() };
    events.set(key ?? event.id, event);
    return json(200, event);
  }

  function exoApi(method: string, { pathname, searchParams }: URL): Answer | undefined {
    if (pathname === "/api/bc-order/v1/exos") return json(200, exoPage(exos, searchParams));
    const [id, verb, action] = pathname
      .replace(/^\/api\/bc-order\/v1\/exos\//, "")
      .split("/")
      .map(decodeURIComponent);
    const exo = pathname.startsWith("/api/bc-order/v1/exos/") ? exos.find((one) => one.id === id) : undefined;
    if (!exo) return undefined;
    if (method === "GET" && verb === undefined) return json(200, { item: stamped(exo) });
    const isOffered = exo.actions.some(({ key }) => key === action);
    if (method !== "POST" || verb !== "action" || !isOffered) return undefined;
    exo.actions = exo.actions.filter(({ key }) => key !== action);
    return { status: 200, body: "" };
  }

  function portalApi(method: string, url: URL, body: string, key: string | undefined): Answer {
    if (method === "GET" && /^\/api\/getstores\/?$/.test(url.pathname)) return json(200, upstreamStores);
    if (method === "GET" && url.pathname === "/api/getmetaproducts") return metaProducts(url.searchParams);
    if (method === "POST" && url.pathname === "/api/ActionEvent") return actionEvent(body, key);
    if (method === "GET" && url.pathname === "/api/getallproducts")
      return json(200, labelProductPage(labelProducts, url.searchParams));
    const ofExos = exoApi(method, url);
    if (ofExos) return ofExos;
    const ofEdi = method === "GET" ? readEdi(url) : undefined;
    if (ofEdi) return json(ofEdi.status, ofEdi.body);
    if (method === "POST" && /^\/api\/bc-myer\/v1\/actions\/(interchange|order)\/run$/.test(url.pathname))
      return { status: 200, body: "" };
    return json(404, { error: `No such call: ${method} ${url.pathname}` });
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? "/", origin);
    if (url.pathname.startsWith(pictures)) return sendPicture(response);
    const method = request.method ?? "GET";
    const authorization = request.headers.authorization;
    const caller =
      url.pathname.startsWith("/api/") && !options.trusting ? await entra.callerOf(authorization) : undefined;
    if (!options.trusting)
      calls.push({
        method,
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body,
        caller,
      });

    const due = faults.get(url.pathname);
    if (due && due.left > 0) {
      due.left -= 1;
      const { fault } = due;
      if (fault.kind === "silence") return;
      if (fault.kind === "reset") return void request.socket.destroy();
      if (fault.kind === "answer") return send(response, fault);
      await new Promise((resolve) => setTimeout(resolve, fault.milliseconds));
    }
    if (url.pathname === "/v1.0/me/photos/48x48/$value") return photo(response, authorization);
    const identity = await entra.answer({ method, url, form: new URLSearchParams(body), authorization });
    if (identity) return send(response, identity);
    if (caller === undefined && !options.trusting)
      return send(response, json(401, { error: "A bearer token of the identity provider is required" }));
    if (url.pathname === "/api/bc-order/v1/blobs/blob") return sendBlob(response, url.searchParams);
    if (options.api) return send(response, options.api({ method, url, body }));
    const key = request.headers["idempotency-key"];
    const found = portalApi(method, url, body, Array.isArray(key) ? key[0] : key);
    send(response, { ...found, body: String(found.body).replaceAll(pictureHost, origin + pictures) });
  }

  function send(response: ServerResponse, { status, body, type, headers }: Answer) {
    response
      .writeHead(status, { ...(type === undefined ? {} : { "content-type": type }), ...headers })
      .end(body);
  }

  function sendPicture(response: ServerResponse) {
    response.writeHead(200, { "content-type": "image/png" }).end(Buffer.from(pixel, "base64"));
  }

  function sendBlob(response: ServerResponse, query: URLSearchParams) {
    const isPhoto = query.has("blobitem");
    const body = Buffer.from(isPhoto ? pixel : "%PDF-1.4\n% of the tests\n", isPhoto ? "base64" : "utf8");
    const type = isPhoto ? "image/png" : "application/pdf";
    response.writeHead(200, { "content-type": type, "content-length": body.length }).end(body);
  }

  function photo(response: ServerResponse, authorization: string | undefined) {
    const claims = authorization?.split(".")[1];
    const subject =
      claims === undefined
        ? ""
        : Buffer.from(claims, "base64url")
            .toString()
            .match(/"sub":"([^".]+)/)?.[1];
    const member: StaffMember | undefined =
      subject && isStaffKey(subject) ? upstreamStaff[subject] : undefined;
    if (!member?.photo) return send(response, json(404, { error: { code: "ImageNotFound" } }));
    sendPicture(response);
  }

  return {
    origin,
    tenant,
    client,
    calls,
    entra,
    /** What the portal is started with, to work against this server. */
    environment: {
      PORTAL_API_URL: origin,
      MICROSOFT_AUTHORITY: origin,
      MICROSOFT_TENANT_ID: tenant,
      MICROSOFT_CLIENT_ID: client.id,
      MICROSOFT_CLIENT_SECRET: client.secret,
      MICROSOFT_GRAPH_URL: origin,
      // What tests count are the calls of the pages that they open.
      TODAY_REFRESH_SECONDS: "0",
    },
    /** Events that were accepted, each once. */
    acceptedEvents: () => [...events.values()],
    /** Makes a path fail the next `times` times it is asked (always, when left out). */
    fail(path: string, fault: Fault, times = Number.POSITIVE_INFINITY) {
      faults.set(path, { fault, left: times });
    },
    /** Changes an EXO from one moment to the next, as processing does. */
    changeExo(id: string, change: (exo: UpstreamExo) => void) {
      const exo = exos.find((one) => one.id === id);
      if (!exo) throw new Error(`There is no EXO ${id}`);
      change(exo);
    },
    /** Serves these products for labels, before the ordinary ones. */
    addLabelProducts(added: readonly UpstreamLabelProduct[]) {
      labelProducts = [...added, ...labelProducts];
    },
    /** Forgets faults, records, changed EXOs and added products; sessions stay good. */
    reset() {
      exos = upstreamExos();
      resets += 1;
      labelProducts = upstreamLabelProducts;
      faults.clear();
      calls.length = 0;
      events.clear();
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Upstream = Awaited<ReturnType<typeof startUpstream>>;
