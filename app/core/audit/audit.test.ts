import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSeal } from "#app/core/database/seal.server.ts";
import { noting } from "#app/core/http/requestNotes.server.ts";
import { log } from "#app/core/log.server.ts";
import { audit, auditFirst, spool, trail } from "./audit.server.ts";
import { createSpool } from "./spool.server.ts";

const request = {
  address: "203.0.113.9",
  correlationId: "c-1",
  upstreamMs: 0,
  subject: "riley",
  name: "Riley",
};
const event = { kind: "action", did: "Retry", outcome: "done", why: "asked by mail" } as const;
const seal = createSeal("a secret of thirty-two characters");

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "spool-"));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

test("an action stays done if its line cannot be written, which waits on this machine and is written later [audit#late]", async () => {
  const append = vi.spyOn(trail, "append").mockRejectedValue(new Error("the store is gone"));
  const error = vi.spyOn(log, "error");
  const onDisk = createSpool(folder, seal);
  vi.spyOn(spool, "add").mockImplementation(onDisk.add);
  await noting(request, () => audit(event));
  expect(error).toHaveBeenCalledWith(
    expect.objectContaining({ did: "Retry", outcome: "done", correlationId: "c-1" }),
    expect.stringContaining("not written"),
  );
  expect(await readdir(folder)).toHaveLength(1);

  const afterRestart = createSpool(folder, seal);
  await expect(afterRestart.drain(append)).rejects.toThrow("gone");
  expect(await afterRestart.waiting(), "while it still fails").toHaveLength(1);
  const written: unknown[] = [];
  await afterRestart.drain(async (fact) => written.push(fact));
  const { address, correlationId, subject, name } = request;
  expect(written).toEqual([
    expect.objectContaining({
      ...event,
      address,
      correlationId,
      subject,
      name,
      why: "asked by mail (written later)",
    }),
  ]);
  expect(await afterRestart.waiting()).toEqual([]);
});

test("lines that wait are written in their order, and are unreadable without the portal's secret [audit#late]", async () => {
  const onDisk = createSpool(folder, seal);
  const fact = { ...request, record: "", href: "", ...event };
  for (const at of [3_000, 1_000, 2_000]) await onDisk.add({ ...fact, at });
  const order: number[] = [];
  await expect(
    createSpool(folder, createSeal("another secret, of a stranger")).drain(async () => 1),
  ).rejects.toThrow();
  await onDisk.drain(async ({ at }) => order.push(at));
  expect(order).toEqual([1_000, 2_000, 3_000]);
});

test("a disk that takes no line is an error in the log, and nothing else fails [audit#late]", async () => {
  vi.spyOn(trail, "append").mockRejectedValue(new Error("the store is gone"));
  const error = vi.spyOn(log, "error");
  await writeFile(join(folder, "a-file"), "");
  vi.spyOn(spool, "add").mockImplementation(createSpool(join(folder, "a-file"), seal).add);
  await noting(request, () => audit(event));
  expect(error).toHaveBeenCalledWith(
    expect.objectContaining({ did: "Retry" }),
    "not written to the audit trail",
  );
});

test("nothing is handed out without a line, and its number goes with it [audit#first]", async () => {
  const add = vi.spyOn(spool, "add");
  vi.spyOn(trail, "append").mockRejectedValueOnce(new Error("the store is gone"));
  const refusal: unknown = await noting(request, () => auditFirst(event)).catch((thrown: unknown) => thrown);
  expect(refusal).toMatchObject({ status: 503, view: { correlationId: "c-1" } });
  expect(add, "what was not done is not written later either").not.toHaveBeenCalled();
  vi.spyOn(trail, "append").mockImplementation(async (fact) => ({ ...fact, n: 7, before: "", hash: "0" }));
  expect(await noting(request, () => auditFirst(event))).toBe(7);
});
