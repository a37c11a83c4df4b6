import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cases } from "../../tests/support/models.ts";
import { runSync } from "./chunked.ts";
import { messageDocument } from "./document.ts";
import { fixture, seed } from "./fixtures/fixture.ts";
import { readEdifact } from "./read.ts";
import { summarise } from "./summary/message.ts";
import { writeInterchange } from "./write.ts";

const types = ["orders", "ordrsp", "ordchg", "invrpt", "desadv", "contrl"] as const;

const unbroken = (name: string) => new TextDecoder().decode(fixture(name)).replace(/[\r\n]/g, "");

/** The text in lines of one width, as mainframes and networks send it. */
const wrapped = (text: string, width: number, lineBreak: string) =>
  (text.match(new RegExp(`.{1,${width}}`, "g")) ?? []).join(lineBreak);

/** The content of a file, without offsets and lines. */
function contentOf(text: string) {
  const { segments, interchanges, findings } = runSync(readEdifact(text));
  return {
    segments: segments.map(({ tag, elements }) => ({ tag, elements })),
    summaries: interchanges.flatMap(({ messages }) =>
      messages.map((message) => summarise(runSync(messageDocument(message)).document)),
    ),
    findings: findings.map(({ code }) => code),
  };
}

const note = "line-breaks-left-out";
const widths = Array.from({ length: 71 }, (_, index) => 30 + index);
const lineBreaks = ["\r", "\n", "\r\n"];

/** A wrapped file has the content and findings of the file on one line, except for the note about the breaks. */
function expectSame(text: string, whole: string, hint?: string): void {
  const { findings, ...content } = contentOf(text);
  const { findings: usual, ...wanted } = contentOf(whole);
  expect(content, hint).toEqual(wanted);
  expect(findings.filter((code) => code !== note)).toEqual(usual);
}

describe.each(lineBreaks)("lines that end with %j", (lineBreak) => {
  test.each([...types, "two-interchanges"])(
    "%s is read at every width from 30 to 100, with one note",
    (name) => {
      const text = unbroken(name);
      for (const width of widths) {
        const lines = wrapped(text, width, lineBreak);
        expectSame(lines, text, `width ${width}`);
        const notes = contentOf(lines).findings.filter((code) => code === note);
        if (name !== "two-interchanges") expect(notes).toEqual([note]);
      }
    },
  );
});

test("every value of a wrapped segment knows its place, and the segment its text", () => {
  const text = wrapped(unbroken("orders"), 40, "\n");
  const { segments } = runSync(readEdifact(text));
  let from = 0;
  for (const { offset, end, line } of segments) {
    expect(text.slice(from, offset).trim()).toBe("");
    expect(text.slice(0, offset).split("\n")).toHaveLength(line);
    from = end;
  }
});

const control =
  "UNB+UNOC:3+MYERPARTNER:ZZ+UTOPIA:ZZ+261125:0800+W5702++AA'UNH+1+CONTRL:D:3:UN:EAN004'" +
  "UCI+000000264+UTOPIA:ZZ+MYERPARTNER:ZZ+7'UCM+1+ORDRSP:D:01B:UN:EAN009+4+29+UNT+2'UNT+4+1'UNZ+1+W5702'";

test("a CONTRL that names UNT in its data is read when wrapped, at every width [edi#wrapped-file]", () => {
  for (const width of widths) expectSame(wrapped(control, width, "\r\n"), control, `width ${width}`);
});

test("a break at the width of 80 is data's, also where each segment begins a line [edi#wrapped-file]", () => {
  const segments = control.replace("UCM+1", `UCM+${"1".repeat(47)}`).replaceAll("'", "'\n");
  const folded = segments.replaceAll(/.{80}(?=.)/g, "$&\n");
  expect(folded).toContain("\nUNT+2'");
  expectSame(folded, segments);
  expect(contentOf(folded).findings).toContain(note);
});

/** Data that looks like the beginning of an envelope segment. */
const tagLike = fc.constantFrom("UNA", "UNB", "UNG", "UNH", "UNT", "UNE", "UNZ", "UNT 2", "A", "");
const tagLikeSegment = fc.record({
  tag: fc.constantFrom("UCM", "UCS", "FTX"),
  elements: fc.array(fc.array(tagLike, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
});

test("a wrapped file is read as on one line, whatever its data and wherever its lines end [edi#wrapped-file]", () => {
  fc.assert(
    fc.property(
      fc.array(tagLikeSegment, { minLength: 8, maxLength: 20 }),
      fc.integer({ min: 20, max: 60 }),
      fc.constantFrom(...lineBreaks),
      fc.constantFrom("UNOC", "UNOE"),
      (segments, width, lineBreak, syntaxIdentifier) => {
        const partner = { identification: "MYER", qualifier: "ZZ" };
        const message = {
          reference: "M1",
          type: "CONTRL",
          version: "D",
          release: "3",
          agency: "UN",
          association: "",
        };
        const { text } = writeInterchange({
          ...{ syntaxIdentifier, syntaxVersion: "3", sender: partner, recipient: partner },
          ...{ preparedAt: "2026-11-25T08:00", controlReference: "W5702" },
          messages: [{ ...message, segments }],
        });
        expectSame(wrapped(text, width, lineBreak), text);
      },
    ),
    { numRuns: cases(200), seed },
  );
});

test("an envelope on a line of its own is found after a segment that lost its terminator [edi#wrapped-file]", () => {
  const lines = new TextDecoder().decode(fixture("contrl"));
  for (const tag of ["UNH", "UNT", "UNZ"]) {
    const damaged = lines.replace(`'\n${tag}`, `\n${tag}`);
    expect(damaged).not.toBe(lines);
    expect(contentOf(damaged)).toEqual({
      ...contentOf(lines),
      findings: expect.arrayContaining(["segment-not-ended"]),
    });
  }
});
