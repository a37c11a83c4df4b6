import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, inject } from "vitest";
import type { Database } from "#database/connect.ts";
import { migrate } from "#platform/database/migrate.ts";
import { openPlace } from "./crashingDatabase.ts";
import { newPostgres } from "./databases.ts";
import { quickCompiler } from "./quickCompiler.ts";

export type CrashPlace = { name: string; where: string; home: string; isShort: boolean };

/** PGlite in a folder, and PostgreSQL. */
export async function crashPlaces(): Promise<CrashPlace[]> {
  const folder = await mkdtemp(join(tmpdir(), "crashable-worker-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const postgres = await newPostgres();
  const at = (name: string, where: string) => ({ name, where, home: join(folder, `files-${name}`) });
  // A process on PGlite starts slowly, so it crashes at some of the points only.
  return [
    { ...at("PGlite", join(folder, "database")), isShort: true },
    { ...at("PostgreSQL", postgres), isShort: false },
  ];
}

/** Opens the database of a place while no process uses it. */
export async function workAt<T>({ where }: CrashPlace, work: (database: Database) => Promise<T>): Promise<T> {
  const connection = await openPlace(where);
  await migrate(connection.database);
  const done = await work(connection.database);
  await connection.close();
  return done;
}

/** A crash at a point after this many passes, or a kill once this many points have passed. */
export type Crash = { point: string; times: number; killAt?: number };

/** Runs the crashable worker to its end and returns its exit; without a crash until no work is left. */
export async function runUntilCrash(kind: "edi" | "returns", { where, home }: CrashPlace, crash?: Crash) {
  const { point = "", times = 0, killAt } = crash ?? {};
  const script = inject("crashableWorker");
  const words = [kind, where, home, point, String(times)];
  const child = spawn(process.execPath, [...quickCompiler, script, ...words], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  afterAll(() => void child.kill("SIGKILL"));
  const ended = once(child, "exit");
  let passed = 0;
  for await (const _ of createInterface({ input: child.stdout })) {
    passed += 1;
    if (passed === killAt) child.kill("SIGKILL");
  }
  const [code, signal] = await ended;
  return { code, signal };
}
