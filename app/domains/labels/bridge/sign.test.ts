import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { bootLabel } from "#tests/support/labels.ts";
import { userOf } from "#tests/support/portalModules.ts";
import { newPrintCertificate, printFiles } from "#tests/support/printCertificate.ts";
import { defaultMedia } from "../label.ts";

const files = printFiles(newPrintCertificate());

beforeAll(() => {
  for (const [name, file] of Object.entries(files.environment)) vi.stubEnv(name, file);
  vi.resetModules();
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
  files.remove();
});

test("nothing is signed without its line in the trail: neither the page's request nor a label [audit#first]", async () => {
  const { signResponse, writeLabel } = await import("./sign.server.ts");
  const { trail } = await import("#app/core/audit/audit.server.ts");
  const append = vi.spyOn(trail, "append").mockRejectedValue(new Error("the trail is gone"));
  const asked = () =>
    userOf(
      new Request("https://portal.example/print/sign", {
        method: "POST",
        body: new URLSearchParams({
          request: JSON.stringify({ call: "printers.detail", timestamp: Date.now() }),
        }),
      }),
    );
  const label = { ...{ printer: "Bench", language: "ZPL" as const, media: defaultMedia }, label: bootLabel };
  const written = () =>
    writeLabel(asked(), { ...label, title: "Boot", lease: "lease1" }, { forceRaw: true, timestamp: 1 });
  await expect(signResponse(asked())).rejects.toMatchObject({ status: 503 });
  expect(await written()).toEqual({ unwritten: expect.stringContaining("no label is sent") });

  append.mockImplementation(async (fact) => ({ ...fact, n: 7, before: "", hash: "0" }));
  expect((await signResponse(asked())).status).toBe(200);
  expect(await written()).toMatchObject({ signed: { timestamp: 1, signature: expect.any(String) } });
  append.mockRestore();
});
