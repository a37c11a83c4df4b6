import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { request as send } from "undici";

export type Answer = {
  status: number;
  body: string | Buffer;
  type?: string;
  headers?: Record<string, string | string[] | undefined>;
};

/**
 * A fault of a path: a response of the test's own, no response, a broken connection, a delay, or the platform's
 * response: broken off in its middle, sent a byte each second, or changed.
 */
export type Fault =
  | Answer
  | { kind: "silence" | "reset" | "breaksOff" | "trickles" }
  | { kind: "delay"; milliseconds: number }
  | { kind: "held"; until: Promise<unknown> }
  | { kind: "changed"; change: (body: Json) => unknown };

export type Call = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
};

/**
 * Answers a call instead of the platform, or changes the response of `platform`; undefined forwards the call. `since`
 * identifies the time since the last reset.
 */
export type Api = (
  call: { method: string; url: URL; body: string; since: string },
  platform: (url?: URL) => Promise<Answer>,
) => Answer | undefined | Promise<Answer | undefined>;

export const json = (status: number, body: unknown): Answer => ({
  status,
  body: JSON.stringify(body),
  type: "application/json; charset=utf-8",
});

/** Unusable responses to a read. */
export const readFaults: Record<string, Fault> = {
  "is down": { kind: "reset" },
  "answers 500 with an error": json(500, { error: "The warehouse burnt down" }),
  "answers HTML": { status: 200, body: "<html>proxy", type: "text/html" },
  "answers another shape": json(200, { hello: "world" }),
};

/** JSON whose content a test knows. */
export type Json = ReturnType<typeof JSON.parse>;

/** A valid response with changed JSON. */
export const changed = (answer: Answer, change: (body: Json) => unknown): Answer =>
  answer.status === 200 ? json(200, change(JSON.parse(answer.body.toString()))) : answer;

/** The portal that a platform was started for, and the one that uses it by this proxy. */
type Portals = { expected: string; actual: string };

/** Exchanges origins in a text, also where they are part of a query. */
const exchanged = (text: string, pairs: readonly (readonly [from: string, to: string])[]) =>
  pairs.reduce(
    (result, [from, to]) =>
      result.replaceAll(from, to).replaceAll(encodeURIComponent(from), encodeURIComponent(to)),
    text,
  );

/**
 * A proxy for `to` that records every call and fails on demand. Calls under `/api` are answered by `api` if it returns
 * a response. With `portals` the platform serves others, too: its addresses and its portal's are exchanged, so that it
 * seems to be this portal's own, and no write reaches it.
 */
export async function startProxy(to: () => string, initialApi: Api = () => undefined, portals?: Portals) {
  let api = initialApi;
  const calls: Call[] = [];
  let since = randomUUID();
  const faults = new Map<string, { fault: Fault; left: number }>();
  let everywhere: { fault: Fault; left: number; except: RegExp; writesOnly: boolean } | undefined;
  const changes = new Map<string, ((body: Json) => unknown)[]>();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(599).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The system gave no port");
  const origin = `http://localhost:${address.port}`;

  async function forward(request: IncomingMessage, { pathname, search }: URL, body: Buffer): Promise<Answer> {
    if (!portals) return forwardAsIs(request, pathname + search, body);
    const isApi = pathname.startsWith("/api/");
    if (isApi && request.method === "POST")
      return json(599, { error: `A shared platform is only read, and not written by ${pathname}` });
    const { expected, actual } = portals;
    const inward = [[actual, expected]] as const;
    const outward = [
      [expected, actual],
      [to(), origin],
    ] as const;
    const answered = await forwardAsIs(
      request,
      pathname + exchanged(search, inward),
      Buffer.from(isApi ? body : exchanged(body.toString(), inward)),
    );
    const { "content-type": type, ...headers } = answered.headers ?? {};
    const isText = /^(text|application)\/(html|json)/.test(String(type));
    // The issuer is part of the signed tokens.
    const issuer = /"issuer":"[^"]*"/;
    const text = answered.body.toString();
    const seen = exchanged(text, outward).replace(issuer, issuer.exec(text)?.[0] ?? "");
    return {
      status: answered.status,
      body: isText ? seen : answered.body,
      headers: {
        ...Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [
            name,
            typeof value === "string" ? exchanged(value, outward) : value,
          ]),
        ),
        ...(type === undefined ? {} : { "content-type": type }),
      },
    };
  }

  async function forwardAsIs(request: IncomingMessage, path: string, body: Buffer): Promise<Answer> {
    const { connection: _, "transfer-encoding": __, "content-length": ___, ...headers } = request.headers;
    const reply = await send(to() + path, {
      method: request.method === "POST" ? "POST" : "GET",
      headers,
      ...(body.length > 0 ? { body } : {}),
    });
    const answered = { status: reply.statusCode, body: Buffer.from(await reply.body.arrayBuffer()) };
    const {
      connection: _c,
      "keep-alive": _k,
      "transfer-encoding": _t,
      "content-length": _l,
      ...rest
    } = reply.headers;
    return { ...answered, headers: rest };
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks);
    const url = new URL(request.url ?? "/", origin);
    const { pathname, searchParams } = url;
    const method = request.method ?? "GET";
    calls.push({
      method,
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: body.toString(),
    });

    const platform = (requested = url) => forward(request, requested, body);
    const isSpared = everywhere?.except.test(pathname) || (everywhere?.writesOnly && method === "GET");
    const due = faults.get(pathname) ?? (isSpared ? undefined : everywhere);
    if (due && due.left > 0) {
      due.left -= 1;
      const { fault } = due;
      if (!("kind" in fault)) return reply(response, fault);
      if (fault.kind === "silence") return;
      if (fault.kind === "reset") return void request.socket.destroy();
      if (fault.kind === "delay") await new Promise((resolve) => setTimeout(resolve, fault.milliseconds));
      else if (fault.kind === "held") await fault.until;
      else if (fault.kind === "changed") return reply(response, changed(await platform(), fault.change));
      else return partly(response, await platform(), fault.kind);
    }
    const own = pathname.startsWith("/api/")
      ? await api({ method, url, body: body.toString(), since }, platform)
      : undefined;
    const found = own ?? (await platform());
    reply(response, (changes.get(pathname) ?? []).reduce(changed, found));
  }

  /** Half of the response, then the end of the connection; or a byte each second until nobody waits for it. */
  function partly(
    response: ServerResponse,
    { status, body, headers }: Answer,
    kind: "breaksOff" | "trickles",
  ) {
    const bytes = Buffer.from(body);
    response.writeHead(status, { ...headers, "content-length": bytes.length });
    if (kind === "breaksOff") {
      response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
      return;
    }
    // Whoever asked may have given up meanwhile.
    if (response.destroyed) return;
    let sent = 0;
    const timer = setInterval(() => {
      response.write(bytes.subarray(sent, sent + 1));
      sent += 1;
      if (sent === bytes.length) response.end();
    }, 1_000);
    response.on("close", () => clearInterval(timer));
  }

  function reply(response: ServerResponse, { status, body, type, headers }: Answer) {
    response
      .writeHead(status, { ...headers, ...(type === undefined ? {} : { "content-type": type }) })
      .end(body);
  }

  return {
    origin,
    calls,
    /** The environment of a portal for this server. */
    environment: { PORTAL_API_URL: origin, MICROSOFT_AUTHORITY: origin, MICROSOFT_GRAPH_URL: origin },
    /** Makes a path fail for the next `times` requests, by default always. */
    fail(path: string, fault: Fault, times = Number.POSITIVE_INFINITY) {
      faults.set(path, { fault, left: times });
    },
    /** Makes every path fail but those that match `except`, or only what is written there. */
    failEverywhere(fault: Fault, except: RegExp, { writesOnly = false } = {}) {
      everywhere = { fault, left: Number.POSITIVE_INFINITY, except, writesOnly };
    },
    change(path: string, change: (body: Json) => unknown) {
      changes.set(path, [...(changes.get(path) ?? []), change]);
    },
    /**
     * Resets faults, changes and calls, and answers calls by `next` from now on; sessions and the platform's data stay.
     */
    reset(next = api) {
      api = next;
      faults.clear();
      everywhere = undefined;
      changes.clear();
      calls.length = 0;
      since = randomUUID();
    },
    /** Requests that are being answered. */
    connections: () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count))),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Upstream = Awaited<ReturnType<typeof startProxy>>;
