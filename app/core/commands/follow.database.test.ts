import { expect, test } from "vitest";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { portalOn } from "#tests/support/portalModules.ts";

onPortalDatabases((database) => {
  const portal = portalOn(database, () => import("./follow.server.ts"));
  const riley = { subject: "riley" };
  const sent = {
    ...{ kind: "returns", alias: "", id: "exo-1", action: "retry" },
    ...{ object: "Retry for exchange order", name: "EXO-1", href: "/returns/exo-1", closeTo: "/returns/" },
    before: { revision: "1", at: "labels", words: "Task Failed", moves: false },
    at: Date.parse("2026-11-29T01:00:00Z"),
  };

  test("what became of a command is written down once, for who sent it alone [actions#outcome]", async () => {
    const { keepFollowed, noteOutcome, readFollowed } = portal();
    await keepFollowed(riley, "token", sent);
    expect(await readFollowed(riley, "token")).toMatchObject(sent);
    expect(await readFollowed({ subject: "sam" }, "token")).toBeUndefined();
    expect(await readFollowed(riley, "another")).toBeUndefined();
    const known = { is: "wentOn", words: "went on: Completed", reason: "" } as const;
    const other = { is: "failed", words: "failed again", reason: "No label" } as const;
    await noteOutcome(riley, "token", known);
    await noteOutcome(riley, "token", other);
    expect(await readFollowed(riley, "token")).toMatchObject({ outcome: known });
  });
});
