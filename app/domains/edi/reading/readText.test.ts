import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { ediInterchangeDetail } from "#contract/edi.ts";
import { userOf } from "#tests/support/portalModules.ts";
import { answererOf } from "./answers.ts";
import { linesOf, openText } from "./readText.server.ts";

const person = () => ({ ...userOf(new Request("https://portal.example/")), sessionId: randomUUID() });

const long = `UNB+UNOC:3+A+B+261120:1042+1'${"UNH+1+ORDERS:D:01B:UN'BGM+220+PO-1+9'UNT+3+1'".repeat(4000)}UNZ+4000+1'`;

test("a long text that a thread reads shows the same pages as one that is read in place [edi#reading]", async () => {
  const user = person();
  const item = ediInterchangeDetail.parse({ id: "i 1" });
  const opened = openText(user, "i 1", long);
  const here = answererOf(long);
  for (const [page, message] of [
    [1, ""],
    [120, ""],
    [1, "1"],
  ] as const) {
    const wanted = { page, segment: undefined, message };
    const question = { ask: "segments" as const, item, wanted, hasText: true };
    expect(await opened.ask(user, question)).toEqual(await here(question));
  }
  const about = expect.stringMatching(/of 12,002$/);
  expect(await linesOf(user, "i 1", long, 3)).toMatchObject({ page: 3, about });
});

test("only so many threads are held: the oldest ends, and says that it is gone", async () => {
  const user = person();
  const [first, second, third] = ["a", "b", "c"].map((key) => openText(user, key, long));
  expect([first, second, third].map((one) => one?.isGone())).toEqual([true, false, false]);
  expect(openText(user, "c", long)).toBe(third);
  expect(openText(user, "a", long)).not.toBe(first);
});
