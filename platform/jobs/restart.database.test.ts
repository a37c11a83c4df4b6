import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { newPostgres, seedFolder } from "#tests/support/databases.ts";

const postgres = await newPostgres({ seeded: true });
const directory = await mkdtemp(join(tmpdir(), "utopia-restart-"));
await seedFolder(directory);
const places = [
  { name: "PGlite", where: directory },
  ...(postgres ? [{ name: "PostgreSQL", where: postgres }] : []),
];

const children: ChildProcess[] = [];

afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await rm(directory, { recursive: true, force: true });
});

const started = (...words: string[]) => {
  const child = spawn(process.execPath, ["--import", "tsx", "tests/support/mortalPlatform.ts", ...words], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  return child;
};

/** The first line that a child says, as JSON; an Error when it ends without a word. */
const firstWord = async (child: ChildProcess): Promise<unknown> => {
  if (!child.stdout) throw new Error("The child has no stdout");
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line);
  throw new Error("The child ended without a word");
};

const performing = z.object({ performing: z.uuid() });
const finished = z.object({
  outcome: z.string(),
  state: z.string(),
  changes: z.array(z.object({ attribute: z.string(), newValue: z.unknown() })),
});

describe.each(places)("a platform on $name that is killed in the middle of an action", ({ where }) => {
  test("performs it after the restart, once", async () => {
    const first = started("submit", where);
    const { performing: eventId } = performing.parse(await firstWord(first));
    first.kill("SIGKILL");
    await once(first, "exit");

    for (let restart = 1; restart <= 2; restart += 1) {
      const next = started("finish", where, eventId);
      const ended = once(next, "exit");
      const { outcome, state, changes } = finished.parse(await firstWord(next));
      expect(outcome).toContain("(simulated)");
      expect(state).toBe("live");
      expect(changes.filter(({ attribute }) => attribute === "Action")).toHaveLength(1);
      expect(changes.filter(({ attribute }) => attribute === "Channel")).toHaveLength(1);
      expect(await ended).toEqual([0, null]);
    }
  }, 300_000);
});
