import fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../tests/support/models.ts";
import { acknowledge } from "./acknowledge.ts";
import { annotate } from "./annotate.ts";
import { runCooperatively, runSync } from "./chunked.ts";
import { messageDocument, messageHeading, valueFindings } from "./document.ts";
import { defaultLimits } from "./finding.ts";
import { fixture, fixtureNames as names, seed } from "./fixtures/fixture.ts";
import { type Reading, readEdifact } from "./read.ts";
import { summarise } from "./summary/message.ts";
import { writeInterchange } from "./write.ts";

/** Calls every function on a file: any content must be accepted. */
function useAll(input: Uint8Array | string): Reading {
  const reading = runSync(readEdifact(input));
  const { decoded, segments, interchanges, findings } = reading;
  for (const interchange of interchanges) {
    const answer = acknowledge(interchange, findings, {
      controlReference: "1",
      preparedAt: "2026-11-20T10:42",
    });
    if (answer) writeInterchange(answer);
    for (const message of interchange.messages) {
      const { document, findings: ofValues } = runSync(messageDocument(message));
      summarise(document);
      const { messageHeader, beginningOfMessage } = document;
      expect(messageHeading(message)).toEqual({
        ...(messageHeader && { messageHeader }),
        ...(beginningOfMessage && { beginningOfMessage }),
      });
      expect(runSync(valueFindings(message))).toEqual(ofValues);
    }
  }
  for (const segment of segments) annotate(decoded.text, segment);
  return reading;
}

/** Only white space, and terminators without a segment, are outside the segments. */
function expectAllText({ decoded: { text }, segments }: Reading) {
  const terminators = new Set(["'", ...segments.map(({ separators }) => separators.terminator)]);
  const blanks = "\0\x1a\x1c\x85\ufeff\u2026";
  let from = 0;
  for (const { offset, end, number } of segments) {
    expect(offset).toBeGreaterThanOrEqual(from);
    expect(end).toBeGreaterThan(offset);
    expect(segments[number - 1]).toMatchObject({ offset });
    const between = [...text.slice(from, offset)].filter((one) => one.trim() !== "" && !blanks.includes(one));
    expect(between.filter((one) => !terminators.has(one))).toEqual([]);
    from = end;
  }
  expect(from).toBeLessThanOrEqual(text.length);
}

test.each(names)("%s is read without losing a character", (name) => {
  expectAllText(runSync(readEdifact(fixture(name))));
});

const word = fc.constantFrom(
  ..."+:'?*~\n \u0000É",
  ...["UNA:+.?", "'", "UNB+UNOA:3", "UNB+UNOC:4", "UNG", "UNE", "UNH+1+ORDERS", "UNH+1+DESADV", "UNT", "UNZ"],
  ...["LIN", "QTY", "CPS", "GIN", "UNS+S"],
);

test("any bytes, and any text of service characters, give findings, not exceptions", () => {
  const bytes = fc.property(fc.uint8Array({ maxLength: 400 }), (content) => expectAllText(useAll(content)));
  fc.assert(bytes, { numRuns: cases(300), seed });
  const text = fc.property(fc.array(word, { maxLength: 60 }), (words) =>
    expectAllText(useAll(words.join(""))),
  );
  fc.assert(text, { numRuns: cases(500), seed });
});

test("a damaged file gives findings, not exceptions", () => {
  const damage = fc.record({
    name: fc.constantFrom(...names),
    from: fc.nat(2000),
    length: fc.nat(20),
    instead: fc.uint8Array({ maxLength: 8 }),
  });
  fc.assert(
    fc.property(damage, ({ name, from, length, instead }) => {
      const bytes = fixture(name);
      const at = from % bytes.length;
      useAll(Uint8Array.from([...bytes.subarray(0, at), ...instead, ...bytes.subarray(at + length)]));
    }),
    { numRuns: cases(300), seed },
  );
});

test.each<[string, Partial<typeof defaultLimits>, string]>([
  ["UNB+UNOA:3'".repeat(50), { segments: 10 }, "too-many-segments"],
  ["UNB+UNOA:3'".repeat(50), { interchanges: 10 }, "too-many-envelopes"],
  ["UNH+1'UNT+2+1'".repeat(50), { messages: 10 }, "too-many-envelopes"],
  [`UNB+UNOA:3'${"UNG+1'".repeat(50)}`, { messages: 10 }, "too-many-envelopes"],
  [`UNB+UNOA:3'${"UNO+1'".repeat(50)}`, { messages: 10 }, "too-many-envelopes"],
  ["UNB+UNOA:3'".repeat(50), { length: 30 }, "file-too-large"],
])("reading %s stops at %j, and says so", (input, limits, code) => {
  const { findings } = runSync(readEdifact(input, { ...defaultLimits, ...limits }));
  expect(findings.map((finding) => finding.code)).toContain(code);
});

test("one segment cannot hold more than can be shown", () => {
  const { segments, findings } = runSync(
    readEdifact(`UNB${"+A".repeat(2000)}'FTX+${"X".repeat(100_000)}'UNZ+0+1'`),
  );
  expect(segments.map(({ tag }) => tag)).toEqual(["UNB", "FTX", "UNZ"]);
  expect(segments[0]?.elements).toHaveLength(512);
  expect(findings.map(({ code }) => code)).toEqual(
    expect.arrayContaining(["too-many-elements", "segment-too-long"]),
  );
});

test("findings are limited, and omitted ones are counted", () => {
  const { findings } = runSync(readEdifact(`UNB+UNOA:3'${"%'".repeat(10_000)}`));
  expect(findings.length).toBeLessThanOrEqual(5001);
  expect(findings.at(-1)).toMatchObject({ code: "more-findings", severity: "error" });
});

test("reading in slices gives the same, and lets others run in between", async () => {
  let turns = 0;
  const pause = async () => {
    turns += 1;
  };
  const bytes = fixture("desadv");
  expect(await runCooperatively(readEdifact(bytes), { milliseconds: 0, pause })).toEqual(
    runSync(readEdifact(bytes)),
  );
  expect(turns).toBeGreaterThan(0);
});
