import { expect, test } from "vitest";
import { failuresToday, forgetFailure, rememberFailure } from "./failures.server.ts";

test("an action of one's own that failed is a line of Today until the same is done [today#own-failures]", async () => {
  const failure = {
    command: "retry exo-1",
    what: "Retry of EXO-1",
    why: "No carrier",
    href: "/returns/exo-1",
    at: "2026-11-20T00:00:00Z",
  };
  await rememberFailure("riley", failure);
  await rememberFailure("riley", { ...failure, why: "No label" });
  const lines = await failuresToday({ subject: "riley" });
  expect(lines).toMatchObject([
    { words: "Retry of EXO-1", about: "No label", href: "/returns/exo-1", count: 1 },
  ]);
  expect(await failuresToday({ subject: "sam" })).toEqual([]);
  await forgetFailure("riley", "retry exo-1");
  expect(await failuresToday({ subject: "riley" })).toEqual([]);
});
