import { Counter, Gauge, Registry } from "prom-client";
import { afterEach, expect, test } from "vitest";
import { freePort } from "../../tests/support/processes.ts";
import { serveMetrics } from "./serveMetrics.ts";

const host = "127.0.0.1";
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function served(registry: Registry, onFailure: (problem: unknown) => void = () => undefined) {
  const port = await freePort();
  ends.push(await serveMetrics(registry, { host, port }, onFailure));
  return (path: string) => fetch(`http://${host}:${port}${path}`);
}

test("figures are read at /metrics, with those of the process, and nothing is anywhere else", async () => {
  const registry = new Registry();
  new Counter({ name: "tries_total", help: "Tries", registers: [registry] }).inc(3);
  const get = await served(registry);
  const answer = await get("/metrics");
  expect(answer.headers.get("Content-Type")).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  expect(text).toContain("tries_total 3");
  expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  expect((await get("/")).status).toBe(404);
});

test("an unreadable metric fails the request, and is reported", async () => {
  const registry = new Registry();
  new Gauge({
    name: "broken",
    help: "Breaks",
    registers: [registry],
    collect: () => Promise.reject(new Error("the database is gone")),
  });
  const messages: unknown[] = [];
  const get = await served(registry, (problem) => messages.push(problem));
  expect((await get("/metrics")).status).toBe(500);
  expect(messages).toEqual([new Error("the database is gone")]);
});

test("a port that is taken is no silence", async () => {
  const port = await freePort();
  ends.push(await serveMetrics(new Registry(), { host, port }, () => undefined));
  await expect(serveMetrics(new Registry(), { host, port }, () => undefined)).rejects.toThrow("EADDRINUSE");
});
