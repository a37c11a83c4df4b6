import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, inject } from "vitest";
import { newPostgres, seedFolder } from "./databases.ts";
import { quickCompiler } from "./quickCompiler.ts";

/** What a child says, line by line; throws an Error when a line isn't JSON. */
async function* saidBy(child: ChildProcess): AsyncGenerator<unknown> {
  if (!child.stdout) throw new Error("The child has no stdout");
  for await (const line of createInterface({ input: child.stdout })) {
    // What a killed process was about to say may break off.
    if (line.endsWith("}")) yield JSON.parse(line);
  }
}

/**
 * Processes that a test kills: `start` runs the script of this name in `tests/support/` with these words. Whatever
 * still runs after the tests is killed.
 */
export function mortals(script: string) {
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children) child.kill("SIGKILL");
  });
  const start = (...words: string[]): ChildProcess => {
    const args = [...quickCompiler, join(inject("mortals"), `${script}.mjs`), ...words];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    children.push(child);
    return child;
  };
  return {
    start,
    /** The first thing that a child says; an Error when it ends without a word. */
    firstWord: async (child: ChildProcess): Promise<unknown> => {
      for await (const said of saidBy(child)) return said;
      throw new Error("The child ended without a word");
    },
    /** A whole life: `hear` is told what the child says; returns how it ended. */
    lifeOf: async (words: string[], hear: (said: unknown, child: ChildProcess) => void) => {
      const child = start(...words);
      const ended = once(child, "exit");
      for await (const said of saidBy(child)) hear(said, child);
      const [code, signal] = await ended;
      return { code, signal };
    },
  };
}

/** A folder for the tests of one file, gone when they are over. */
export async function folderForTests(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "utopia-mortals-"));
  afterAll(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Where one process after the other finds the same seeded database: a folder of PGlite, and PostgreSQL where there is one. */
export async function seededPlaces(): Promise<{ name: string; where: string }[]> {
  const postgres = await newPostgres({ seeded: true });
  const directory = await folderForTests();
  await seedFolder(directory);
  return [
    { name: "PGlite", where: directory },
    ...(postgres ? [{ name: "PostgreSQL", where: postgres }] : []),
  ];
}
