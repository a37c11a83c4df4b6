import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { startSpanReceiver } from "../../tests/support/spanReceiver.ts";
import { inSpan, isTracing, openSpan, startTraces, traceparentNow } from "./traces.ts";

let receiver: Awaited<ReturnType<typeof startSpanReceiver>>;
beforeAll(async () => {
  receiver = await startSpanReceiver();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.url);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await receiver.stop();
});
afterEach(() => {
  receiver.spans.length = 0;
});

test("nothing is traced before it is started, nor after it has ended", async () => {
  expect(openSpan({ kind: "server", name: "early" })).toBeUndefined();
  expect(await inSpan({ kind: "inner", name: "early" }, async () => traceparentNow())).toBeUndefined();
  const end = await startTraces("a service", () => undefined);
  expect(isTracing()).toBe(true);
  await end();
  expect(isTracing()).toBe(false);
  expect(receiver.spans).toEqual([]);
});

test("spans are nested, and below the caller's; each ends with its outcome", async () => {
  const end = await startTraces("a service", () => undefined);
  const caller = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  let handedOn: string | undefined;
  const request = openSpan({ kind: "server", name: "GET /page", parent: caller });
  await request?.run(() =>
    inSpan({ kind: "client", name: "readThing", attributes: { "http.request.method": "GET" } }, async () => {
      handedOn = traceparentNow();
    }),
  );
  request?.end({ "http.response.status_code": 200 }, false);
  await end();
  const [call, page] = receiver.spans;
  expect(page).toMatchObject({
    service: "a service",
    name: "GET /page",
    kind: 2,
    traceId: "0af7651916cd43dd8448eb211c80319c",
    parentSpanId: "b7ad6b7169203331",
    attributes: [{ key: "http.response.status_code", value: { intValue: 200 } }],
  });
  expect(call).toMatchObject({
    name: "readThing",
    kind: 3,
    traceId: page?.traceId,
    parentSpanId: page?.spanId,
  });
  expect(handedOn).toBe(`00-${call?.traceId}-${call?.spanId}-01`);
});

test("a failure has its kind, never its words; a redirect is none; a malformed traceparent starts anew", async () => {
  const end = await startTraces("a service", () => undefined);
  const failing = inSpan({ kind: "inner", name: "fails" }, async () => {
    throw new TypeError("mei@customer.example is not a number");
  });
  await expect(failing).rejects.toThrow("mei@customer.example");
  const leading = inSpan({ kind: "inner", name: "leads on" }, async () => {
    throw new Response(null, { status: 302 });
  });
  await expect(leading).rejects.toBeInstanceOf(Response);
  openSpan({ kind: "server", name: "strange", parent: "00-zz-1-01" })?.end({}, false);
  await end();
  const byName = (name: string) => receiver.spans.find((span) => span.name === name);
  expect(byName("fails")).toMatchObject({ status: { code: 2 }, attributes: [{ key: "error.type" }] });
  expect(byName("leads on")?.status.code ?? 0).toBe(0);
  expect(byName("strange")?.parentSpanId).toBeUndefined();
  expect(receiver.text()).not.toContain("mei@customer");
});

test("spans that no collector accepts are reported", async () => {
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9");
  vi.stubEnv("OTEL_EXPORTER_OTLP_TIMEOUT", "200");
  const messages: string[] = [];
  const end = await startTraces("a service", (words) => messages.push(words));
  openSpan({ kind: "server", name: "lost" })?.end({}, false);
  await end().catch(() => undefined);
  expect(messages.length).toBeGreaterThan(0);
});
