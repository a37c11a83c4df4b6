import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runSync } from "./chunked.ts";
import { messageDocument } from "./document.ts";
import { fixture, seed } from "./fixtures/fixture.ts";
import { readEdifact } from "./read.ts";
import { summarise } from "./summary/message.ts";
import { writeInterchange } from "./write.ts";

const types = ["orders", "ordrsp", "ordchg", "invrpt", "desadv", "contrl"] as const;

/** The file on one line. */
const unbroken = (name: string) => new TextDecoder().decode(fixture(name)).replace(/[\r\n]/g, "");

/** The text in lines of one width, as mainframes and networks write it. */
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

describe.each([
  ["CR", "\r"],
  ["LF", "\n"],
  ["CRLF", "\r\n"],
])("lines that end with %s", (_, lineBreak) => {
  test.each(types)("%s is read at every width from 30 to 100, with one note", (name) => {
    const text = unbroken(name);
    const { findings: usual, ...whole } = contentOf(text);
    for (const width of widths) {
      const { findings, ...content } = contentOf(wrapped(text, width, lineBreak));
      expect(content, `width ${width}`).toEqual(whole);
      expect(findings.filter((code) => code !== note)).toEqual(usual);
      expect(findings.filter((code) => code === note)).toEqual([note]);
    }
  });

  test("two interchanges with advices of their own are read at every width", () => {
    const text = unbroken("two-interchanges");
    const { findings: usual, ...whole } = contentOf(text);
    for (const width of widths) {
      const { findings, ...content } = contentOf(wrapped(text, width, lineBreak));
      expect(content, `width ${width}`).toEqual(whole);
      expect(findings.filter((code) => code !== note)).toEqual(usual);
    }
  });
});

test("a line of 80 columns ends in the type, a line of 78 inside it: both are the order that it is", () => {
  const order =
    "UNB+UNOC:3+5012345678900:14+9398765432105:14+261120:1042+00417++++1'UNH+1+ORDERS" +
    ":D:01B:UN:EAN010'BGM+220+7001+9'DTM+137:20261120:102'RFF+CT:A1'NAD+BY+9300000000" +
    "007::9'LIN+1++9310000000014:SRV'QTY+21:3'PRI+AAA:9.95'UNS+S'CNT+2:1'UNT+11+1'UNZ" +
    "+1+00417'";
  const whole = contentOf(order);
  expect(whole.summaries).toMatchObject([{ kind: "ORDERS", documentIdentifier: "7001" }]);
  for (const width of [78, 80]) {
    const { summaries, findings } = contentOf(wrapped(order, width, "\n"));
    expect(summaries).toEqual(whole.summaries);
    expect(findings).toEqual([note]);
  }
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

test.each(widths)(
  "a CONTRL that names UNT in its data is read when wrapped at %i [edi#wrapped-file]",
  (width) => {
    const { findings: usual, ...whole } = contentOf(control);
    const { findings, ...content } = contentOf(wrapped(control, width, "\r\n"));
    expect(content).toEqual(whole);
    expect(findings.filter((code) => code !== note)).toEqual(usual);
  },
);

test("a break at the width of 80 is data's, also where each segment begins a line [edi#wrapped-file]", () => {
  const segments = control.replace("UCM+1", `UCM+${"1".repeat(47)}`).replaceAll("'", "'\n");
  const folded = segments.replaceAll(/.{80}(?=.)/g, "$&\n");
  expect(folded).toContain("\nUNT+2'");
  const { findings, ...content } = contentOf(folded);
  const { findings: usual, ...whole } = contentOf(segments);
  expect(content).toEqual(whole);
  expect(findings).toEqual([...usual, note]);
});

/** Data that looks like the beginning of an envelope's segment. */
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
      fc.constantFrom("\r", "\n", "\r\n"),
      fc.constantFrom("UNOC", "UNOE"),
      (segments, width, lineBreak, syntaxIdentifier) => {
        const partner = { identification: "MYER", qualifier: "ZZ" };
        const { text } = writeInterchange({
          syntaxIdentifier,
          syntaxVersion: "3",
          sender: partner,
          recipient: partner,
          preparedAt: "2026-11-25T08:00",
          controlReference: "W5702",
          messages: [
            {
              reference: "M1",
              type: "CONTRL",
              version: "D",
              release: "3",
              agency: "UN",
              association: "",
              segments,
            },
          ],
        });
        const { findings: usual, ...whole } = contentOf(text);
        const { findings, ...content } = contentOf(wrapped(text, width, lineBreak));
        expect(content).toEqual(whole);
        expect(findings.filter((code) => code !== note)).toEqual(usual);
      },
    ),
    { numRuns: 200, seed },
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
