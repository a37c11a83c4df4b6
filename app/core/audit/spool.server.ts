import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Seal } from "#app/core/database/seal.server.ts";
import { readJson } from "#app/core/values/values.ts";
import { type AuditFact, auditFact } from "./trail.server.ts";

const ending = ".line";

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

/**
 * What was done while the trail could not be written: one file for each line, sealed and flushed to disk, in a folder that
 * needs nothing but this machine (audit#late).
 */
export function createSpool(folder: string, seal: Seal) {
  /** The names of those that wait, oldest first. */
  async function waiting(): Promise<string[]> {
    try {
      return (await readdir(folder)).filter((name) => name.endsWith(ending)).sort();
    } catch (problem) {
      if (problem instanceof Error && "code" in problem && problem.code === "ENOENT") return [];
      throw problem;
    }
  }

  async function read(name: string): Promise<AuditFact> {
    const text = seal.open(await readFile(join(folder, name), "utf8"), name);
    if (text === undefined) throw new Error(`${join(folder, name)} was written with another SESSION_SECRET.`);
    return auditFact.parse(readJson(text));
  }

  /** Writes a file whole or not at all, flushed to disk. */
  async function write(name: string, fact: AuditFact): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const unfinished = join(folder, `${name}.new`);
    const handle = await open(unfinished, "w", 0o600);
    try {
      await handle.writeFile(seal.close(JSON.stringify(fact), name));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, join(folder, name));
    await syncFolder(folder);
  }

  return {
    waiting,

    /** Stores a line until it can be written. Rejects if this machine's disk can't take it either. */
    add: (fact: AuditFact): Promise<void> => write(`${fact.at}-${randomUUID()}${ending}`, fact),

    /** The lines that wait, oldest first; `replace` writes another one in the place of each. One process at a time. */
    async *all(): AsyncGenerator<{ fact: AuditFact; replace(next: AuditFact): Promise<void> }> {
      for (const name of await waiting())
        yield { fact: await read(name), replace: (next) => write(name, next) };
    },

    /**
     * Writes what waits, oldest first, until one fails. A crash in between can write one line twice, and loses none. One
     * process at a time.
     */
    async drain(append: (fact: AuditFact) => Promise<unknown>): Promise<void> {
      for (const name of await waiting()) {
        await append(await read(name));
        await rm(join(folder, name));
      }
    },
  };
}
