import { expect, test } from "vitest";
import type { Settled } from "#app/core/commands/settled.server.ts";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { portalOn, userOf } from "#tests/support/portalModules.ts";

onPortalDatabases((database) => {
  const portal = portalOn(database, () => import("./failures.server.ts"));

  test("an action of one's own that failed is a line of Today until the same is done [today#own-failures]", async () => {
    const { changeToday, failuresToday } = portal();
    const riley = { ...userOf(new Request("https://portal.example/")), subject: "riley" };
    const problem = { statusLine: "Fault", code: 504, message: "No carrier", correlationId: "c", advice: "" };
    const retry = {
      ...{ user: riley, key: "retry exo-1", href: "/returns/exo-1", token: "t", isOneOfMany: false },
      receipt: { verb: "Submitted", object: "Retry for exchange order", name: "EXO-1" },
    };
    const failed = (why: string): Settled => ({
      ...retry,
      ended: { is: "failed", problem: { ...problem, message: why } },
    });
    await changeToday({ ...failed("No carrier"), isOneOfMany: true });
    expect(await failuresToday(riley), "its run reports it").toEqual([]);
    await changeToday(failed("No carrier"));
    await changeToday(failed("No label"));
    await changeToday({ ...retry, ended: { is: "alreadyDone" } });
    const words = "Submitted: Retry for exchange order EXO-1";
    const line = { words, about: "No label", href: "/returns/exo-1", count: 1 };
    expect(await failuresToday(riley)).toMatchObject([line]);
    expect(await failuresToday({ subject: "sam" })).toEqual([]);
    await changeToday({ ...retry, ended: { is: "done", repeated: false } });
    expect(await failuresToday(riley)).toEqual([]);
  });
});
