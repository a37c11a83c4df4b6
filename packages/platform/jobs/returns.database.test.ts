import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exoStreams } from "#contract/exoJobs.ts";
import type { Connection } from "#database/connect.ts";
import { exos, outsideEffects } from "#platform/database/schema/exos.ts";
import { addExo, findExo } from "#platform/domains/exos/repository.ts";
import { openFolderStore } from "#platform/outside/files/folderStore.ts";
import { simulatedReturns } from "#platform/outside/returns.ts";
import { testDatabases } from "../../../tests/support/databases.ts";
import { advanceDueExos } from "../../../tests/support/due.ts";
import { nextDue } from "./dueWork.ts";
import type { ReturnsEngine } from "./returns.ts";

const pace = 2000;
const start = new Date("2026-11-20T00:00:00Z");
const seconds = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1000;

describe.each(testDatabases())("the process engine on $name", ({ open }) => {
  let connection: Connection;
  let engine: ReturnsEngine;
  let home: string;

  beforeAll(async () => {
    connection = await open();
    const { database } = connection;
    home = await mkdtemp(join(tmpdir(), "files-"));
    engine = {
      database,
      files: await openFolderStore(home),
      returns: simulatedReturns(database, pace),
      pace,
    };
  });
  afterAll(async () => {
    await connection.close();
    await rm(home, { recursive: true });
  });

  const enter = async (script: Record<string, string> = {}) => {
    const id = randomUUID();
    const Items = [{ Title: "Loafer", LevelCode: "10200001_BLK_8", Quantity: -1 }];
    const exchange = { Customer: { Ap21CustomerCode: "C1" }, Items, Simulated: script };
    const emailAddress = "mei@customer.example";
    await addExo(connection.database, { id, storeId: 1, emailAddress, document: { exchange } }, start);
    return id;
  };
  const found = async (id: string) => {
    const exo = await findExo(connection.database, id);
    if (!exo) throw new Error(`The EXO ${id} is gone`);
    return exo;
  };
  /** Moves the clock from one due time to the next until nothing is due. */
  const untilQuiet = async () => {
    let at = start;
    for (let next: Date | undefined = at; next; next = await nextDue(connection.database, exos, at)) {
      at = next;
      await advanceDueExos(engine, () => at);
    }
    return at;
  };

  test("brings a return through in under a minute at the demo's pace, waiting included", async () => {
    const id = await enter();
    const last = await untilQuiet();
    const { status, histories } = await found(id);
    expect(status).toBe("completed");
    expect(seconds(start, last)).toBeGreaterThan(30);
    expect(seconds(start, last)).toBeLessThan(60);
    const times = histories.map(({ created_at }) => Date.parse(created_at));
    expect(times).toEqual([...times].sort((one, other) => other - one));
  });

  test("calls a wait of 30 paces stalled, and one of 150 stale", async () => {
    const id = await enter({ "await-ap21-return-received": "never" });
    await untilQuiet();
    const { status, histories } = await found(id);
    expect(status).toBe("stale");
    const since = (await found(id)).stepSince ?? start;
    const paces = (action: string) => {
      const at = histories.find((entry) => entry.action === action)?.created_at;
      return (1000 * seconds(since, new Date(at ?? 0))) / pace;
    };
    expect([paces("process:stalled") >= 30, paces("process:stalled") < 36]).toEqual([true, true]);
    expect([paces("process:stale") >= 150, paces("process:stale") < 170]).toEqual([true, true]);
  });

  test("does each job once when several processes pick up the same returns", async () => {
    const prompt = { ...engine, returns: simulatedReturns(connection.database, 0), pace: 0 };
    const ids = await Promise.all(Array.from({ length: 20 }, () => enter()));
    await Promise.all([1, 2, 3].map(() => advanceDueExos(prompt, () => start)));
    await advanceDueExos(prompt, () => start);
    for (const id of ids) {
      const { status, histories } = await found(id);
      expect(status).toBe("completed");
      const done = histories.filter(({ action }) => action === "process:jobs-done");
      expect(done).toHaveLength(exoStreams["return/automatic"].length);
      expect(await connection.database.$count(outsideEffects, eq(outsideEffects.exoId, id))).toBe(13);
    }
  });

  test("leaves the others their turn when one cannot be saved", async () => {
    const [broken, sound] = [await enter(), await enter()];
    const returns: ReturnsEngine["returns"] = {
      ...engine.returns,
      ask: async (request) => {
        // No column accepts a NUL: the company's reply cannot be stored.
        if (request.exoId === broken) return { kind: "done", facts: { ra_number: "\u0000" }, message: "" };
        return simulatedReturns(connection.database, 0).ask(request);
      },
    };
    const prompt = { ...engine, returns, pace: 0 };
    expect((await advanceDueExos(prompt, () => start)).failures).toHaveLength(1);
    expect((await found(sound)).status).toBe("completed");
    expect(await found(broken)).toMatchObject({ status: "active", step: "create-return-shipment" });
  });
});
