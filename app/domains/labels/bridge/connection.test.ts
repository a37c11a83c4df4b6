import { expect, test, vi } from "vitest";
import { BridgeUnavailable } from "./bridge.ts";
import { createConnection } from "./connection.ts";
import type { BridgeProblem } from "./types.ts";

/** A connection to a print service that can't be reached for this reason. */
async function refusedBy(problem: BridgeProblem) {
  const connection = createConnection({
    bridge: {
      connect: () => Promise.reject(new BridgeUnavailable(problem)),
      disconnect: async () => undefined,
      isAlive: async () => false,
    },
    isDenied: async () => false,
    onState: () => undefined,
    onReady: () => undefined,
  });
  await connection.connect();
  return connection;
}

test("labels are told at once that only a person can help; for a service that may come back they wait [labels#trust]", async () => {
  for (const problem of [
    { kind: "blocked" },
    { kind: "outdated", version: "2.1.6" },
    { kind: "refused", message: "Your session has ended." },
  ] as const)
    expect(await (await refusedBy(problem)).whenReady(), problem.kind).toBe(false);

  vi.useFakeTimers();
  const absent = await refusedBy({ kind: "absent" });
  const answer = vi.fn();
  void absent.whenReady().then(answer);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(answer).not.toHaveBeenCalled();
  await absent.leave();
  vi.useRealTimers();
});
