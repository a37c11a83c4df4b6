import { expect, test, vi } from "vitest";
import { noting } from "#app/http/requestNotes.server.ts";
import { log } from "#app/log.server.ts";
import { audit, trail } from "./audit.server.ts";

test("an action stays done if its audit line cannot be written, and the log says so [audit#late]", async () => {
  vi.spyOn(trail, "append").mockRejectedValueOnce(new Error("the disk is full"));
  const error = vi.spyOn(log, "error");
  const request = { address: "203.0.113.9", correlationId: "c-1", upstreamMs: 0 };
  await noting(request, () => audit({ kind: "action", did: "Retry", outcome: "done" }));
  expect(error).toHaveBeenCalledWith(
    expect.objectContaining({ did: "Retry", outcome: "done", correlationId: "c-1" }),
    expect.stringContaining("not written"),
  );
  vi.restoreAllMocks();
});
