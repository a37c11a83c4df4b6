import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createSeal } from "#app/database/seal.server.ts";
import { repository } from "#tests/support/processes.ts";
import { openFileStore } from "./fileStore.server.ts";
import { createRecords } from "./records.server.ts";

const writer = join(repository, "tests/support/recordWriter.ts");
const expired = 150;
const appends = 15;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "records-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function startWriter(id: string, onLine: (line: string) => void = () => undefined) {
  const args = ["--import", "tsx", writer, folder, id, String(expired), String(appends)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"], cwd: repository });
  const heard: string[] = [];
  const lines = createInterface({ input: child.stdout });
  const ready = new Promise<void>((resolve) =>
    lines.on("line", (line) => {
      heard.push(line);
      if (line === "ready") resolve();
      onLine(line);
    }),
  );
  const ended = once(lines, "close");
  await ready;
  return { child, heard, ended };
}

test("processes replace an expired record once, and lose nothing acknowledged, even if one is killed", async () => {
  const store = openFileStore(folder, () => undefined);
  const killed = await startWriter("c", (line) => {
    if (line === "appended c3") killed.child.kill("SIGKILL");
  });
  const all = [await startWriter("a"), await startWriter("b"), killed];
  for (let n = 0; n < expired; n += 1) await store.set(`expired:${n}`, "dead", -1);
  await store.set("begin", "now", 600);
  await Promise.all(all.map(({ ended }) => ended));

  const said = (verb: string) =>
    all.flatMap(({ heard }) =>
      heard.flatMap((line) => (line.startsWith(verb) ? [line.slice(verb.length)] : [])),
    );
  expect(said("done")).toHaveLength(2);
  const took = said("took ");
  expect(took).toHaveLength(expired);
  expect(new Set(took).size).toBe(expired);

  const records = createRecords(store, createSeal("a secret of thirty-two characters"));
  const list = (await records.get("list", z.array(z.string()))) ?? [];
  const appended = said("appended ");
  expect(appended).toEqual(expect.arrayContaining([`a${appends - 1}`, `b${appends - 1}`, "c3"]));
  expect(list).toEqual(expect.arrayContaining(appended));
  expect(new Set(list).size).toBe(list.length);
  await store.close();
});
