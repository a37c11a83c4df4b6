import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, test } from "vitest";
import { wordsOf } from "./log.server.ts";

test("a failed query is told without its parameters, which may be secret", () => {
  const failed = new DrizzleQueryError("select $1", ["a token"], new Error("no such table"));
  expect(wordsOf(failed)).toBe("no such table");
});
