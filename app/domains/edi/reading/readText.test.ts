import { expect, test } from "vitest";
import { ediInterchangeDetail } from "#contract/edi.ts";
import { userOf } from "#tests/support/portalModules.ts";
import { answerOf } from "./answers.ts";
import { askText, linesOf } from "./readText.server.ts";

const user = userOf(new Request("https://portal.example/"));

const long = `UNB+UNOC:3+A+B+261120:1042+1'${"UNH+1+ORDERS:D:01B:UN'BGM+220+PO-1+9'UNT+3+1'".repeat(6000)}UNZ+6000+1'`;

test("a long text that a thread reads shows the same pages as one that is read in place", async () => {
  const item = ediInterchangeDetail.parse({ id: "i 1" });
  for (const [page, message] of [
    [1, ""],
    [120, ""],
    [1, "1"],
  ] as const) {
    const wanted = { page, segment: undefined, message };
    const question = { ask: "segments" as const, item, wanted, hasText: true };
    expect(await askText(user, long, question)).toEqual(await answerOf(long, question));
  }
  const about = expect.stringMatching(/of 18,002$/);
  expect(await linesOf(user, long, 3)).toMatchObject({ page: 3, about });
});

test("a text that takes more memory than a thread may is refused in words, and the next one is read [edi#reading]", async () => {
  const little = { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 4 };
  const question = { ask: "lines" as const, page: 1 };
  const refused = await askText(user, "UNH+1'".repeat(1_000_000), question, little).catch(
    (error: unknown) => error,
  );
  expect(refused).toMatchObject({
    view: { code: 503, message: expect.stringContaining("too much time or memory") },
  });
  expect(await askText(user, long, question)).toMatchObject({ lines: { page: 1 } });
});
