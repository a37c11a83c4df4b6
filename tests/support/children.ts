import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, inject } from "vitest";
import { quickCompiler } from "./quickCompiler.ts";

/** Runs a crashable worker until its end: `hear` gets what it says, line by line; returns how it ended. */
export async function runUntilCrash(
  worker: "crashableReturns" | "crashableEdi",
  words: string[],
  hear: (said: unknown, child: ChildProcess) => void,
) {
  const script = join(inject("crashableWorkers"), `${worker}.mjs`);
  const child = spawn(process.execPath, [...quickCompiler, script, ...words], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  afterAll(() => void child.kill("SIGKILL"));
  const ended = once(child, "exit");
  // What a killed process was about to say may break off.
  for await (const line of createInterface({ input: child.stdout }))
    if (line.endsWith("}")) hear(JSON.parse(line), child);
  const [code, signal] = await ended;
  return { code, signal };
}

/** A folder for the tests of one file, gone when they are over. */
export async function folderForTests(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "crashable-worker-"));
  afterAll(() => rm(directory, { recursive: true, force: true }));
  return directory;
}
