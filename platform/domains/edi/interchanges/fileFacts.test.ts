import { expect, test } from "vitest";
import { fromBytes } from "#platform/domains/edi/documents/storable.ts";
import { factsOf, type InterchangeFacts } from "./facts.ts";
import { readFileFacts, TooMuchToRead } from "./fileFacts.ts";
import { readFileContent } from "./reading.ts";

const messages = "UNH+1+ORDERS:D:01B:UN'BGM+220+PO-1+9'UNT+3+1'".repeat(2000);
const short = Array.from({ length: 150 }, (_, at) => `\r\nUNB+UNOC:3+A+B+261120:1042+S${at}'UNZ+1+S${at}'`);
const long = new TextEncoder().encode(`UNB+UNOC:3+A+B+261120:1042+1'${messages}UNZ+2000+1'${short.join("")}`);

const shown = (facts: InterchangeFacts[]) =>
  facts.map(({ row, content: { content, messages, findings, ...others } }) => ({
    row,
    others,
    texts: [content, messages, findings].map(fromBytes),
  }));

test("a long file that a thread reads is told as one that is read in place (edi#reading)", async () => {
  const here = shown((await readFileContent(long)).map(factsOf));
  expect(here).toHaveLength(151);
  const both = await Promise.all([readFileFacts(long), readFileFacts(long)]);
  expect(both.map(shown)).toEqual([here, here]);
});

test("a file that takes more memory than a thread may is refused in words, and the next one is read", async () => {
  const large = new TextEncoder().encode("UNH+1'".repeat(2_000_000));
  const little = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };
  const refused = await readFileFacts(large, little).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(TooMuchToRead);
  expect(refused).toMatchObject({
    message: expect.stringMatching(/^The file takes too much time or memory/),
  });
  expect(await readFileFacts(long)).toHaveLength(151);
});
