import { spawn } from "node:child_process";
import { beforeEach, expect, test, vi } from "vitest";
import { fromBytes } from "#platform/domains/edi/documents/storable.ts";
import type { InterchangeFacts } from "./facts.ts";
import { readBytes, TooMuchToRead } from "./fileFacts.ts";
import { documentOf, readings } from "./inbound.ts";

vi.mock("node:child_process", { spy: true });
const processes = vi.mocked(spawn);
beforeEach(() => {
  processes.mockClear();
});

const messages = "UNH+1+ORDERS:D:01B:UN'BGM+220+PO-1+9'UNT+3+1'".repeat(6000);
const short = Array.from(
  { length: 150 },
  (_, at) => `\r\nUNB+UNOC:3+A+B+261120:1042+S${at}'UNH+1+ORDERS:D:01B:UN'UNT+2+1'UNZ+1+S${at}'`,
);
const long = new TextEncoder().encode(`UNB+UNOC:3+A+B+261120:1042+1'${messages}UNZ+6000+1'${short.join("")}`);

const shown = (facts: InterchangeFacts[]) =>
  facts.map(({ row, content: { content, messages, findings, ...others } }) => ({
    row,
    others,
    texts: [content, messages, findings].map(fromBytes),
  }));

test("a long file read in a process of its own has the same facts as one read here [edi#reading]", async () => {
  const here = shown(await readings.facts({ content: long }));
  expect(here).toHaveLength(151);
  const both = await Promise.all([
    readBytes("facts", { content: long }),
    readBytes("facts", { content: long }),
  ]);
  expect(both.map(shown)).toEqual([here, here]);
  expect(processes).toHaveBeenCalledTimes(2);
});

test.each([
  { what: "memory", limits: { heap: 64, time: 60 } },
  { what: "processor time", limits: { heap: 1024, time: 1 } },
])(
  "a file that takes more $what than a process may is refused in words, and the next one is read",
  async ({ limits }) => {
    const large = new TextEncoder().encode("UNH+1'".repeat(2_000_000));
    const refused = await readBytes("facts", { content: large }, limits).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TooMuchToRead);
    expect(refused).toMatchObject({
      message: expect.stringMatching(/^The file takes too much time or memory/),
    });
    expect(await readBytes("facts", { content: long })).toHaveLength(151);
  },
);

test("steps get the same from a long file's interchange as from a short one's, message by message [edi#reading]", async () => {
  const header = "UNB+UNOC:3+A:14+B:14+261120:1042+1++++1'";
  const wrong = "UNH+w+ORDERS:D:01B:UN'BGM+220+PO-2+9'UNT+9+w'UNH+x+INVOIC:D:01B:UN'BGM+380+I-1+9'UNT+3+x'";
  const content = new TextEncoder().encode(`${header}${wrong}${messages}UNZ+6002+1'`);
  const [here] = await readings.steps({ content });
  expect(await readBytes("steps", { content })).toEqual([here]);
  expect(processes).toHaveBeenCalledTimes(1);
  expect(here?.messages).toHaveLength(6002);
  expect(here?.messages.slice(0, 2).map(({ error }) => error !== undefined)).toEqual([true, true]);
  expect(here?.messages.slice(-1).map(documentOf)).toMatchObject([{ messageHeader: {} }]);
  expect(new Set(Object.values(here?.answers ?? {}).map((answer) => JSON.stringify(answer))).size).toBe(3);
});
