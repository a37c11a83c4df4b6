import { describe, expect, test } from "vitest";
import { runSync } from "./chunked.ts";
import { byteOffsetOf } from "./decode.ts";
import { findingsOf, fixture, onlyInterchange, partyName, readFixture } from "./fixtures/fixture.ts";
import { readEdifact } from "./read.ts";
import { componentOf } from "./segment.ts";

const typesIn = (name: string) =>
  readFixture(name).interchanges.map(({ messages }) => messages.map(({ type }) => type));

describe("a good interchange", () => {
  test.each(["ordrsp", "ordchg", "invrpt", "desadv", "contrl"])("%s is read without a finding", (name) => {
    expect(findingsOf(name)).toEqual([]);
    expect(typesIn(name)).toEqual([[name.toUpperCase()]]);
  });

  test("an amount after the price is taken into its line, and noticed", () => {
    expect(findingsOf("orders")).toEqual(["segment-out-of-order 31:31"]);
  });

  test("the header tells partners, time, reference and flags", () => {
    expect(onlyInterchange(readFixture("orders"))).toMatchObject({
      syntaxIdentifier: "UNOA",
      syntaxVersion: "3",
      sender: { identification: "MERIDIAN", qualifier: "ZZ" },
      recipient: { identification: "UTOPIA", qualifier: "ZZ" },
      preparedAt: "2026-11-20T10:42",
      controlReference: "48213",
      acknowledgementRequested: true,
      test: true,
    });
  });

  test("every segment knows its place in the text", () => {
    const { decoded, segments } = readFixture("orders");
    for (const { tag, offset, line } of segments) {
      expect(decoded.text.slice(offset, offset + 3)).toBe(tag);
      expect(decoded.text.slice(0, offset).split("\n")).toHaveLength(line);
    }
  });
});

describe("characters", () => {
  test("a byte order mark is passed over", () => {
    expect(readFixture("byte-order-mark").decoded).toMatchObject({ encoding: "utf-8", byteOrderMark: 3 });
    expect(findingsOf("byte-order-mark")).toEqual([]);
  });

  test.each(["utf-16", "utf-16-without-mark"])("%s is recognised", (name) => {
    expect(typesIn(name)).toEqual([["ORDERS"]]);
    expect(findingsOf(name)).toEqual([]);
  });

  test.each([
    ["unoc-latin", "CAFÉ ZOË"],
    ["unod-central-european", "ŁÓDŹ"],
    ["unoe-cyrillic", "МОДА"],
    ["unoy-utf-8", "靴 МОДА"],
  ])("%s is read by its syntax identifier", (name, expected) => {
    expect(partyName(name)).toBe(expected);
    expect(findingsOf(name)).toEqual([]);
  });

  test("UTF-8 that says UNOC is read as UTF-8, and noticed", () => {
    expect(partyName("unoc-holding-utf-8")).toBe("CAFÉ ZOË €");
    expect(findingsOf("unoc-holding-utf-8")).toEqual(["charset-label-wrong 1:-"]);
  });

  test("what UNOA does not have is read, and noticed", () => {
    expect(partyName("unoa-holding-accents")).toBe("Café");
    expect(findingsOf("unoa-holding-accents")).toEqual([
      "lower-case-in-unoa 6:6",
      "character-outside-charset 6:6",
    ]);
  });

  test("an unsupported character set is an error", () => {
    expect(readFixture("unox").findings).toMatchObject([
      { code: "charset-not-supported", syntaxError: "46" },
    ]);
  });

  test("offsets lead back to the stored bytes", () => {
    const bytes = fixture("unoy-utf-8");
    const { decoded, segments } = readFixture("unoy-utf-8");
    const line = segments.find(({ tag }) => tag === "LIN");
    const offset = byteOffsetOf(decoded, line?.offset ?? 0);
    expect(new TextDecoder().decode(bytes.subarray(offset, offset + 5))).toBe("LIN+1");
  });
});

describe("separators", () => {
  test.each(["without-una", "crlf", "line-feed-terminator", "information-separators"])(
    "%s is read without a finding",
    (name) => {
      expect(typesIn(name)).toEqual([["ORDERS"]]);
      expect(findingsOf(name)).toEqual([]);
    },
  );

  test("a service string advice names others, the decimal mark and the release character too", () => {
    expect(onlyInterchange(readFixture("custom-separators")).separators).toEqual({
      component: "|",
      element: "*",
      decimal: ",",
      release: "\\",
      terminator: "~",
    });
    expect(partyName("custom-separators")).toBe("A:B+C'D");
    expect(findingsOf("custom-separators")).toEqual([]);
  });

  test("released characters are data", () => {
    const { segments } = readFixture("orders");
    const description = segments.find(({ tag }) => tag === "IMD");
    expect(componentOf(description, 2, 3)).toBe("CANVAS SHOE 'LOW' BLACK 8");
  });

  test("a space as release character is none", () => {
    expect(partyName("without-release")).toBe("WHO? ME?");
    expect(findingsOf("without-release")).toEqual([]);
  });

  test("each interchange of a file has the advice before it", () => {
    const { interchanges, findings } = readFixture("two-interchanges");
    expect(interchanges.map(({ separators }) => separators.element)).toEqual(["+", "*"]);
    expect(findings).toEqual([]);
  });

  test("an advice without its reserved space is mended", () => {
    expect(typesIn("short-una")).toEqual([["ORDERS"]]);
    expect(findingsOf("short-una")).toEqual(["una-malformed 1:1"]);
  });

  test("UNB outvotes the advice", () => {
    expect(typesIn("una-disagrees")).toEqual([["ORDERS"]]);
    expect(findingsOf("una-disagrees")).toEqual(["separators-disagree 2:2"]);
  });

  test("syntax 4 repeats elements", () => {
    const { segments, findings } = readFixture("syntax-4");
    const additional = segments.find(({ tag }) => tag === "ALI");
    expect(additional).toMatchObject({ elements: [["AU"], [""], ["1"]], repeats: { 2: [["2"], ["3"]] } });
    expect(
      componentOf(
        segments.find(({ tag }) => tag === "NAD"),
        2,
      ),
    ).toBe("A*B");
    expect(findings).toEqual([]);
  });

  test("a line break inside a segment is no data in levels A to C, and noticed once", () => {
    expect(partyName("broken-lines")).toBe("MERIDIANSTORES");
    expect(findingsOf("broken-lines")).toEqual(["line-breaks-left-out 6:6"]);
  });

  test("a line break inside a segment is data in a character set that has it", () => {
    const { segments, findings } = runSync(readEdifact("UNB+UNOY:3+A+B+261120:1042+1'FTX+A\nB'UNZ+0+1'"));
    expect(componentOf(segments[1], 0)).toBe("A\nB");
    expect(findings.map(({ code }) => code)).toContain("line-break-in-segment");
  });

  test.each(["\n", "\r\n", "\r"])("segments end with %j where nothing else ends them", (end) => {
    const text = new TextDecoder().decode(fixture("without-una")).replace(/\s/g, "").replaceAll("'", end);
    const { interchanges, findings, segments } = runSync(readEdifact(text));
    expect(interchanges[0]?.messages.map(({ type }) => type)).toEqual(["ORDERS"]);
    expect(findings.map(({ code }) => code)).toEqual(["terminator-by-line"]);
    expect(segments.map(({ line }) => line)).toEqual(segments.map(({ number }) => number));
  });
});

describe("envelopes", () => {
  test("functional groups are counted and told", () => {
    const { groups, messages } = onlyInterchange(readFixture("functional-groups"));
    expect(groups).toMatchObject([{ reference: "G1", type: "ORDERS", messages: 1 }]);
    expect(messages).toMatchObject([{ group: "G1" }]);
    expect(findingsOf("functional-groups")).toEqual([]);
  });

  test("text around interchanges is kept as segments without a tag", () => {
    const { segments, decoded } = readFixture("text-around");
    const others = segments
      .filter(({ tag }) => tag === "")
      .map(({ offset, end }) => decoded.text.slice(offset, end));
    expect(others.map((text) => text.split("\n")[0])).toEqual([
      "From: edi@meridian.example",
      "-- end of the first --",
    ]);
    expect(typesIn("text-around")).toEqual([["ORDERS"], ["ORDERS"]]);
    expect(findingsOf("text-around")).toEqual([
      "text-outside-interchange 1:1",
      "text-outside-interchange 15:13",
    ]);
  });

  test("a truncated file is kept with what there is", () => {
    expect(findingsOf("truncated")).toEqual([
      "trailer-missing 2:2",
      "trailer-missing 3:3",
      "segment-missing 3:3",
      "segment-not-ended 8:8",
    ]);
  });

  test("the interchange after a truncated one is not lost in it", () => {
    expect(typesIn("truncated-then-next")).toEqual([["ORDERS"], ["ORDERS"]]);
    expect(findingsOf("truncated-then-next")).toContain("segment-not-ended 6:6");
  });

  test.each([
    ["wrong-counts", ["29 10:10", "29 19:19"]],
    ["wrong-references", ["28 10:10", "28 11:11"]],
    ["duplicates", ["26 11:11", "26 21:21"]],
    ["without-envelope", ["13 1:1"]],
    ["empty-interchange", ["32 1:1", "undefined 1:3"]],
    ["bad-header", ["13 1:1", "12 1:1", "13 1:1", "13 1:2", "13 1:2", "undefined 1:4", "37 1:4"]],
  ])("%s has a finding with the code of 0085 at its place", (name, expected) => {
    const found = readFixture(name).findings.map(
      ({ syntaxError, position }) => `${syntaxError} ${position.line}:${position.segment}`,
    );
    expect(found).toEqual(expected);
  });

  test("nothing at all is one finding", () => {
    expect(runSync(readEdifact("")).findings).toMatchObject([{ code: "nothing-to-read" }]);
    expect(runSync(readEdifact(" \r\n")).findings).toMatchObject([{ code: "nothing-to-read" }]);
  });
});
