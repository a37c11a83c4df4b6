import { createServer } from "node:http";
import { beforeEach, expect, test, vi } from "vitest";
import { portalOver } from "#tests/support/portalModules.ts";

const portal = portalOver(createServer(), async () => {
  const [entry, { log }] = await Promise.all([
    import("./entry.server.tsx"),
    import("#app/core/log.server.ts"),
  ]);
  return { ...entry, log };
});

let said: string[];
beforeEach(() => {
  said = [];
  for (const level of ["warn", "error"] as const)
    vi.spyOn(portal().log, level).mockImplementation((...[, words]: unknown[]) => {
      said.push(`${level}: ${words}`);
    });
});

const handle = (problem: unknown) => {
  const request = new Request("https://portal.example/", { method: "POST" });
  portal().handleError(problem, { request, params: {}, context: {} });
};
test("a request that is refused is no unexpected error in the log, a failure is one [errors#gate]", () => {
  const noAction = { status: 405, statusText: "Method Not Allowed", internal: true, data: "no action" };
  handle(noAction);
  expect(said).toEqual(["warn: refused"]);
  handle(new Error("a mistake of ours"));
  handle({ ...noAction, status: 500 });
  expect(said.slice(1)).toEqual(["error: unexpected error", "error: unexpected error"]);
});
