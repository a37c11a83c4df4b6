import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { ApiError } from "#app/core/http/apiError.server.ts";
import { isErrorView } from "#app/core/http/errorView.ts";
import { noting } from "#app/core/http/requestNotes.server.ts";
import { defineCall } from "#contract/calls.ts";
import { patience } from "#scripts/patience.mjs";
import { listening } from "#tests/support/listening.ts";
import { createApiClient } from "./api.server.ts";

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const read = defineCall({
  name: "read",
  method: "GET",
  path: "/api/things/:id",
  query: z.object({ q: z.string().optional(), page: z.number().optional() }),
  answer: z.looseObject({ items: z.array(z.looseObject({ id: z.string() })) }),
});
const write = defineCall({
  name: "write",
  method: "POST",
  path: "/api/things",
  body: z.object({ note: z.string() }),
  answer: z.looseObject({}),
});

let server: Server;
let base: string;
let answer: Answer;
let requests: { method: string; url: string; headers: IncomingMessage["headers"]; body: string }[];
let logged: string[];
let client: ReturnType<typeof createApiClient>;
let heard: string[];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      requests.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
      answer(request, response, body);
    });
  });
  base = `${await listening(server)}/base`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
  logged = [];
  heard = [];
  const log = pino({ level: "debug" }, { write: (line: string) => logged.push(line) });
  client = createApiClient({
    bases: { portal: base, edi: base },
    log,
    heard: (call, outcome) => heard.push(`${call} ${outcome}`),
    timeoutMs: patience(1_000),
  });
});
afterEach(() => client.close());

const context = (more: { token?: string | undefined; signal?: AbortSignal } = {}) => ({
  correlationId: "corr-0001",
  token: "token-1",
  signal: new AbortController().signal,
  ...more,
});
const json =
  (status: number, body: unknown): Answer =>
  (_, response) => {
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  };
const readThing = (more = {}) =>
  client.call(read, { params: { id: "a/b" }, query: { q: "x y" } }, context(more));
const writeThing = (more = {}) =>
  client.write(write, { body: { note: "hush" }, idempotencyKey: "key-1" }, context(more));

async function viewOf(work: Promise<unknown>) {
  const problem = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(problem instanceof ApiError)) throw new Error("expected an ApiError", { cause: problem });
  expect(problem.view.correlationId).toBe("corr-0001");
  expect(problem.view.advice).not.toBe("");
  expect(await problem.json()).toEqual(problem.view);
  return problem.view;
}

test("a call carries its parameters, token, correlation id and idempotency key; the answer keeps extra fields [errors#reference]", async () => {
  answer = json(200, { items: [{ id: "1", extra: true }], more: 1 });
  expect(await readThing()).toEqual({ items: [{ id: "1", extra: true }], more: 1 });
  const ours = { authorization: "Bearer token-1", "x-correlation-id": "corr-0001" };
  const requested = { method: "GET", url: "/base/api/things/a%2Fb?q=x+y" };
  expect(requests[0]).toMatchObject({ ...requested, headers: { ...ours, accept: "application/json" } });
  answer = json(201, {});
  await writeThing();
  const headers = { "idempotency-key": "key-1", "content-type": "application/json" };
  expect(requests[1]).toMatchObject({ method: "POST", headers, body: '{"note":"hush"}' });
  expect(logged.join()).not.toMatch(/token-1|hush|x y/);
});

test("without a token a read goes without Authorization, a write is not sent [sign-in#no-token]", async () => {
  answer = json(200, { items: [] });
  await readThing({ token: undefined });
  expect(requests[0]?.headers).not.toHaveProperty("authorization");
  expect(await viewOf(writeThing({ token: undefined }))).toMatchObject({ code: 503, write: "notSent" });
  expect(requests).toHaveLength(1);
});

test.each([401, 403, 404, 409, 429, 500])(
  "%i speaks with the server's words, or its status [errors#words]",
  async (status) => {
    answer = json(status, { error: "Because of <b>this</b>", stack: "at there" });
    expect(await viewOf(readThing())).toMatchObject({
      code: status,
      message: "Because of <b>this</b>",
      stack: "at there",
    });
    answer = json(status, {});
    const bare = await viewOf(readThing());
    expect(bare.message).toBe(bare.statusLine);
    expect(bare).not.toHaveProperty("stack");
    answer = (_, response) => response.writeHead(status).end("<html>proxy</html>");
    expect((await viewOf(readThing())).message).not.toContain("html");
    expect(requests).toHaveLength(3);
  },
);

test("a read is retried twice when the service is briefly down; a write never is", async () => {
  const refuse: Answer = (_, response) => response.writeHead(503).end();
  const breakOff: Answer = (request) => request.socket.destroy();
  for (const fault of [refuse, breakOff]) {
    let left = 2;
    requests = [];
    answer = (...given) => (left-- > 0 ? fault : json(200, { items: [] }))(...given);
    expect(await readThing()).toEqual({ items: [] });
    expect(requests).toHaveLength(3);
  }
  requests = [];
  answer = refuse;
  expect(await viewOf(readThing())).toMatchObject({ code: 503 });
  expect(requests).toHaveLength(3);
  requests = [];
  await viewOf(writeThing());
  answer = breakOff;
  expect((await viewOf(writeThing())).message).toMatch(/not known whether/);
  expect(requests).toHaveLength(2);
});

test("nothing listens", async () => {
  const nowhere = { portal: "http://127.0.0.1:1", edi: "http://127.0.0.1:1" };
  const away = createApiClient({ bases: nowhere, log: pino({ level: "silent" }) });
  const view = await viewOf(away.call(read, { params: { id: "1" } }, context()));
  expect(view).toMatchObject({ code: 503, message: "The portal's service could not be reached." });
  const unsent = await viewOf(away.write(write, { body: { note: "" }, idempotencyKey: "k" }, context()));
  const message = expect.stringMatching(/Nothing was sent/);
  expect(unsent).toMatchObject({ code: 503, write: "notSent", message });
  await away.close();
});

test("a page that waited for one read in vain hardly waits for the others [calls#patience]", async () => {
  answer = () => undefined;
  const notes = { address: "", correlationId: "c", upstreamMs: 0 };
  const reading = (pageMs: { first: number; others: number }) => {
    const hurried = createApiClient({
      bases: { portal: base, edi: base },
      log: pino({ level: "silent" }),
      timeoutMs: 60_000,
      pageMs,
    });
    return noting(notes, () => hurried.call(read, { params: { id: "1" } }, context())).finally(hurried.close);
  };
  await expect(reading({ first: 50, others: 60_000 })).rejects.toMatchObject({ view: { code: 504 } });
  expect(notes).toMatchObject({ hasWaited: true });
  await expect(reading({ first: 60_000, others: 50 })).rejects.toMatchObject({ view: { code: 504 } });
});

test("too slow, before the response and during it; a slow read is not retried", async () => {
  answer = () => undefined;
  expect(await viewOf(readThing())).toMatchObject({ code: 504 });
  answer = (_, response) => response.writeHead(200).write("{");
  expect(await viewOf(readThing())).toMatchObject({ code: 504 });
  expect(requests).toHaveLength(2);
});

test("an answer that is no JSON, or JSON of another shape; the log names the field", async () => {
  answer = (_, response) => response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Welcome</h1>");
  expect(await viewOf(readThing())).toMatchObject({ code: 502 });
  answer = json(200, { items: [{ id: 7 }] });
  const view = await viewOf(readThing());
  expect(view).toMatchObject({ code: 502 });
  expect(view.message).not.toMatch(/items/);
  expect(logged.at(-1)).toContain("items.0.id");
  answer = (_, response) => response.writeHead(200).end();
  expect(await viewOf(readThing())).toMatchObject({ code: 502 });
});

test("an answer without end is cut off", async () => {
  // 32 MB take a while on a busy machine.
  const bases = { portal: base, edi: base };
  const patient = createApiClient({ bases, log: pino({ level: "silent" }), timeoutMs: 20_000 });
  const block = Buffer.alloc(1024 * 1024, " ");
  answer = (_, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(block));
    };
    response.on("drain", more);
    more();
  };
  const view = await viewOf(patient.call(read, { params: { id: "1" } }, context()));
  expect(view).toMatchObject({ code: 502, advice: expect.stringMatching(/Narrow/) });
  await patient.close();
});

test("when the browser goes away the call ends with its reason, not as an error of the service", async () => {
  const browser = new AbortController();
  const gone = new Error("gone");
  answer = () => browser.abort(gone);
  await expect(readThing({ signal: browser.signal })).rejects.toBe(gone);
  expect(logged.filter((line) => line.includes("failed"))).toEqual([]);
});

describe("a write", () => {
  const bodies: Record<string, [string | undefined, string]> = {
    text: ["text/plain", "ok"],
    HTML: ["text/html", "<h1>Done</h1>"],
    "broken JSON": ["application/json", '{"id":'],
    "JSON of another shape": ["application/json", "[1, 2]"],
    nothing: [undefined, ""],
  };
  test.each(Object.entries(bodies))(
    "answered 2xx with %s has been taken [actions#taken]",
    async (_name, [type, body]) => {
      answer = (_, response) => response.writeHead(200, type ? { "Content-Type": type } : {}).end(body);
      await expect(writeThing()).resolves.toBeUndefined();
      expect(requests).toHaveLength(1);
    },
  );

  test("answered 2xx whose body breaks off, or never ends, has been accepted", async () => {
    answer = (request, response) => {
      response.writeHead(200, { "Content-Length": "100" }).write("{");
      setTimeout(() => request.socket.destroy(), 20);
    };
    await expect(writeThing()).resolves.toBeUndefined();
    answer = (_, response) => response.writeHead(202).write("{");
    await expect(writeThing()).resolves.toBeUndefined();
    expect(requests).toHaveLength(2);
  });

  const unanswered: Record<string, Answer> = {
    "whose connection breaks": (request) => request.socket.destroy(),
    "that nobody answers": () => undefined,
    "that a gateway got no answer to": (_, response) => response.writeHead(504).end("<h1>Gateway Timeout"),
  };
  test.each(Object.entries(unanswered))("%s may have been done", async (_name, fault) => {
    answer = fault;
    const view = await viewOf(writeThing());
    expect(view.write).toBe("unknown");
    expect(isErrorView(JSON.parse(JSON.stringify(view)))).toBe(true);
    expect(requests).toHaveLength(1);
  });

  test.each([400, 403, 409, 500, 502, 504])(
    "that the service refuses with %i was not done",
    async (status) => {
      answer = json(status, { error: "No" });
      expect(await viewOf(writeThing())).toMatchObject({ code: status, write: "refused" });
      expect(await viewOf(readThing())).not.toHaveProperty("write");
    },
  );

  test("on its way is seen through when the browser goes; one that has not begun is not sent", async () => {
    const browser = new AbortController();
    answer = (request, response, body) => {
      browser.abort(new Error("gone"));
      setTimeout(() => json(200, { id: 1 })(request, response, body), 20);
    };
    await expect(writeThing({ signal: browser.signal })).resolves.toEqual({ id: 1 });
    await expect(writeThing({ signal: browser.signal })).rejects.toThrow("gone");
    expect(requests).toHaveLength(1);
  });
});

test("metrics count each call once, by its outcome, including one aborted by its browser", async () => {
  const browser = new AbortController();
  const outcomes: [outcome: string, answer: Answer][] = [
    ["answered", json(200, { items: [] })],
    ["4xx", json(404, { error: "No" })],
    ["5xx", json(500, { error: "No" })],
    ["slow", () => undefined],
    ["otherShape", json(200, { items: "none" })],
    ["left", () => browser.abort(new Error("gone"))],
  ];
  for (const [, reply] of outcomes) {
    answer = reply;
    await readThing({ signal: browser.signal }).catch(() => undefined);
  }
  expect(heard).toEqual(outcomes.map(([outcome]) => `read ${outcome}`));
});
