import { beforeEach, expect, test, vi } from "vitest";
import { startThread } from "#platform/database/thread.ts";
import { fromBytes } from "#platform/domains/edi/documents/storable.ts";
import { factsOf, type InterchangeFacts } from "./facts.ts";
import { openInbound, readFileFacts, TooMuchToRead } from "./fileFacts.ts";
import { type InboundFile, inboundAt, readInbound } from "./inbound.ts";
import { readFileContent } from "./reading.ts";

vi.mock(import("#platform/database/thread.ts"), async (load) => {
  const module = await load();
  return { startThread: vi.fn(module.startThread) };
});

const threads = vi.mocked(startThread);
beforeEach(() => {
  threads.mockClear();
});

const messages = "UNH+1+ORDERS:D:01B:UN'BGM+220+PO-1+9'UNT+3+1'".repeat(2000);
const short = Array.from(
  { length: 150 },
  (_, at) => `\r\nUNB+UNOC:3+A+B+261120:1042+S${at}'UNH+1+ORDERS:D:01B:UN'UNT+2+1'UNZ+1+S${at}'`,
);
const long = new TextEncoder().encode(`UNB+UNOC:3+A+B+261120:1042+1'${messages}UNZ+2000+1'${short.join("")}`);

const shown = (facts: InterchangeFacts[]) =>
  facts.map(({ row, content: { content, messages, findings, ...others } }) => ({
    row,
    others,
    texts: [content, messages, findings].map(fromBytes),
  }));

test("a long file parsed in a thread has the same facts as one parsed on the main thread [edi#reading]", async () => {
  const here = shown((await readFileContent(long)).map(factsOf));
  expect(here).toHaveLength(151);
  const both = await Promise.all([readFileFacts(long), readFileFacts(long)]);
  expect(both.map(shown)).toEqual([here, here]);
});

test("long files are read by one thread, one after the other [edi#reading]", async () => {
  await Promise.all(Array.from({ length: 5 }, () => readFileFacts(long)));
  threads.mockClear();
  for (let turn = 0; turn < 3; turn += 1) expect(await readFileFacts(long)).toHaveLength(151);
  expect(threads).not.toHaveBeenCalled();
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

test("steps get the same from a long file's interchange as from a short one's, message by message [edi#reading]", async () => {
  const header = "UNB+UNOC:3+A:14+B:14+261120:1042+1++++1'";
  const wrong = "UNH+w+ORDERS:D:01B:UN'BGM+220+PO-2+9'UNT+9+w'UNH+x+INVOIC:D:01B:UN'BGM+380+I-1+9'UNT+3+x'";
  const content = new TextEncoder().encode(`${header}${wrong}${messages}UNZ+2002+1'`);
  const inWords = async (file: InboundFile) => {
    const { messages: heads, isRefused, findings, document, answer } = await inboundAt(file, 0);
    const answers: unknown[] = [];
    for (const options of [{ isLifted: false }, { isLifted: true }, { isLifted: false, refusedFor: "26" }])
      answers.push(await answer(options));
    return { heads, isRefused, findings, documents: [await document(0), await document(2001)], answers };
  };
  const here = await inWords(await readInbound({ content }));
  const file = await openInbound({ content });
  expect(await inWords(file)).toEqual(here);
  expect(here.heads).toHaveLength(2002);
  expect(here.heads.slice(0, 2).map(({ isRefused }) => isRefused)).toEqual([true, true]);
  file.close();
  // The next long file no longer waits for it.
  expect(await readFileFacts(long)).toHaveLength(151);
});
