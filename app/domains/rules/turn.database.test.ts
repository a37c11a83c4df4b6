import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { ruleTurns } from "./tables.ts";
import { createRuleTurns } from "./turn.server.ts";

onPortalDatabases((database) => {
  test("rules of a store are changed one after the other, whichever process does it, and those of others meanwhile", async () => {
    const [here, there] = [database(), database.watchedBy((call) => call())].map(createRuleTurns);
    let running = 0;
    const most: number[] = [];
    const work = async () => {
      running += 1;
      most.push(running);
      await database().execute(sql`select 1`);
      running -= 1;
    };
    await Promise.all([1, 2, 3].flatMap(() => [here?.("CLK", work), there?.("CLK", work)]));
    expect(most).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await here?.("CLK", async () => there?.("ICN", async () => "meanwhile"))).toBe("meanwhile");
  });

  test("a process that died keeps the others waiting for half a minute at most", async () => {
    const inTurn = createRuleTurns(database());
    await database()
      .insert(ruleTurns)
      .values({ store: "CLK", holder: "gone", expiresAt: sql`now() - interval '1 second'` });
    expect(await inTurn("CLK", async () => "done")).toBe("done");
    expect(await database().$count(ruleTurns)).toBe(0);
  });
});
