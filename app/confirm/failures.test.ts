import { expect, test } from "vitest";
import { failuresToday, forgetFailure, rememberFailure } from "./command.server.ts";

test("an action of one's own that failed is a line of Today until the same is done [today#own-failures]", async () => {
  const retry = { command: "retry exo-1", what: "Retry of EXO-1", href: "/returns/exo-1" };
  const failure = { ...retry, why: "No carrier", at: "2026-11-20T00:00:00Z" };
  await rememberFailure("riley", failure);
  await rememberFailure("riley", { ...failure, why: "No label" });
  const lines = await failuresToday({ subject: "riley" });
  const line = { words: "Retry of EXO-1", about: "No label", href: "/returns/exo-1", count: 1 };
  expect(lines).toMatchObject([line]);
  expect(await failuresToday({ subject: "sam" })).toEqual([]);
  await forgetFailure("riley", "retry exo-1");
  expect(await failuresToday({ subject: "riley" })).toEqual([]);
});
