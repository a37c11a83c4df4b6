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
const directory = await mkdtemp(join(tmpdir(), "utopia-orders-"));
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
  const child = spawn(process.execPath, ["--import", "tsx", "tests/support/mortalOrders.ts", ...words], {
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

const submitting = z.object({ id: z.string(), reference: z.string() });
const finished = z.object({
  status: z.string(),
  submissions: z.number(),
  history: z.array(z.string()),
  references: z.array(z.string()),
});

describe.each(places)("a platform on $name that is killed while AP21 is asked", ({ where }) => {
  test("asks again under the same reference, and takes the step once", async () => {
    const first = started("submit", where);
    const { id, reference } = submitting.parse(await firstWord(first));
    first.kill("SIGKILL");
    await once(first, "exit");

    const counted = async () => {
      const next = started("finish", where, id);
      const ended = once(next, "exit");
      const word = finished.parse(await firstWord(next));
      expect(await ended).toEqual([0, null]);
      return word;
    };
    const second = await counted();
    expect(second.references).toEqual([reference]);
    const third = await counted();
    expect(third.references).toEqual([]);
    for (const { status, submissions, history } of [second, third]) {
      expect(status).not.toBe("PROCESSING");
      expect(submissions).toBe(1);
      expect(history.filter((action) => action === "OrderSubmittedToAP21")).toHaveLength(
        second.history.filter((action) => action === "OrderSubmittedToAP21").length,
      );
    }
    expect(second.history[0]).toBe("OrderSubmittedToAP21");
  }, 240_000);
});
