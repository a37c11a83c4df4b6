import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#tests/support/processes.ts";
import { startSpanReceiver } from "#tests/support/spanReceiver.ts";
import { type PlatformStack, startPlatformStack } from "#tests/support/stack.ts";
import type { Visitor } from "#tests/support/visitor.ts";

let both: PlatformStack;
let admin: Visitor;
let receiver: Awaited<ReturnType<typeof startSpanReceiver>>;
let portalPort: number;
let platformPort: number;
beforeAll(async () => {
  [portalPort, platformPort] = [await freePort(), await freePort()];
  receiver = await startSpanReceiver();
  both = await startPlatformStack({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_BSP_SCHEDULE_DELAY: "100",
    METRICS_PORT: String(portalPort),
    PLATFORM_METRICS_PORT: String(platformPort),
  });
  admin = await both.signedIn("admin");
});
afterAll(async () => {
  await both.stop();
  await receiver.stop();
});

const figures = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

const figureOf = (text: string, figure: string): number =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${figure} `))
      ?.slice(figure.length) ?? Number.NaN,
  );

test("the portal counts pages by their kind, calls by their name, sign-ins and calls of its database", async () => {
  await admin.get("/returns?status=NEEDS_ATTENTION");
  await admin.get("/returns/no-such-return-of-mei-tan");
  const text = await figures(portalPort);
  expect(figureOf(text, `portal_http_requests_total{route="/returns",method="GET",status="2xx"}`)).toBe(1);
  expect(figureOf(text, `portal_http_request_seconds_count{route="/returns/:exoId"}`)).toBe(1);
  expect(figureOf(text, `portal_sign_ins_total{outcome="done"}`)).toBe(1);
  expect(figureOf(text, `portal_actions_total{kind="session",outcome="done"}`)).toBe(1);
  expect(text).toMatch(/^portal_upstream_calls_total\{call="\w+",outcome="answered"\} [1-9]/m);
  expect(text).toMatch(/^portal_upstream_calls_total\{call="\w+",outcome="4xx"\} 1$/m);
  expect(figureOf(text, `portal_database_seconds_count`)).toBeGreaterThan(0);
  // No metric contains queries or users.
  expect(text).not.toMatch(/mei-tan|NEEDS_ATTENTION|utopia\.example|Avery/i);
});

test("a polling page is a live page", async () => {
  expect(figureOf(await figures(portalPort), "portal_live_pages")).toBe(0);
  await admin.get("/returns/live.data");
  await admin.get("/returns/live.data");
  expect(figureOf(await figures(portalPort), "portal_live_pages")).toBe(1);
});

test("the platform counts calls by their name, jobs by their queue, and looks at its database", async () => {
  const text = await figures(platformPort);
  expect(text).toMatch(/^platform_http_requests_total\{call="\w+",method="GET",status="2xx"\} [1-9]/m);
  expect(text).toMatch(/^platform_jobs_total\{queue="due-exos",outcome="done"\} [1-9]/m);
  expect(text).toMatch(/^platform_jobs_late\{queue="due-exos"\} 0$/m);
  expect(figureOf(text, "platform_database_answer_seconds")).toBeGreaterThan(0);
  expect(figureOf(text, `platform_database_connections{state="open"}`)).toBeGreaterThan(0);
  expect(text).not.toContain("mei-tan");
});

test("the figures are on no other port", async () => {
  expect((await fetch(`${both.portal.url}/metrics`, { redirect: "manual" })).status).not.toBe(200);
  expect((await fetch(`${both.platformUrl}/metrics`)).status).toBe(404);
});

test("one trace leads from a page over its loader and its call into the platform, and names nobody", async () => {
  const { spans } = receiver;
  spans.length = 0;
  await admin.get("/returns?orderId=no-order-of-mei-tan");
  const page = await receiver.until(() => spans.find(({ name }) => name === "GET /returns"));
  const below = (above: { spanId: string }, isIt: (span: (typeof spans)[number]) => boolean) =>
    receiver.until(() => spans.find((span) => span.parentSpanId === above.spanId && isIt(span)));
  const loader = await below(page, ({ name }) => /^loader .*exos/.test(name));
  const call = await below(loader, ({ kind }) => kind === 3);
  const answered = await below(call, ({ service }) => service === "utopia-platform");
  expect(answered).toMatchObject({ name: call.name, kind: 2, traceId: page.traceId });
  expect(receiver.text()).not.toMatch(/mei-tan|Bearer|utopia\.example|Avery|eyJ/i);
});
