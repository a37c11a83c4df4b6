import { describe, expect, test } from "vitest";
import { runSync } from "./chunked.ts";
import { byteLengthBetween } from "./decode.ts";
import {
  findingsOf,
  firstMessage,
  fixture,
  onlyInterchange,
  partyName,
  readFixture,
} from "./fixtures/fixture.ts";
import { readEdifact } from "./read.ts";
import { componentOf } from "./segment.ts";

/** The fixture on one line. */
const unbroken = (name: string) => new TextDecoder().decode(fixture(name)).replace(/[\r\n]/g, "");

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
    expect(readFixture("byte-order-mark").decoded).toMatchObject({ byteOrderMark: 3 });
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

  test.each([
    ["unoc-latin", "unoe-cyrillic"],
    ["unoc-holding-utf-8", "unoc-latin"],
    ["unod-central-european", "unoc-holding-utf-8"],
    ["unoy-utf-8", "unoe-cyrillic"],
    ["byte-order-mark", "unoc-latin"],
  ])("%s and %s in one file are each read by their own header [edi#character-sets]", (first, second) => {
    const bytes = Buffer.concat([fixture(first), fixture(second)]);
    const { decoded, segments, interchanges } = runSync(readEdifact(bytes));
    const names = interchanges.map(({ messages }) =>
      messages[0]?.segments.filter(({ tag }) => tag === "NAD").map((party) => componentOf(party, 3)),
    );
    const alone = [first, second].map((name) =>
      firstMessage(name)
        .segments.filter(({ tag }) => tag === "NAD")
        .map((party) => componentOf(party, 3)),
    );
    expect(names).toEqual(alone);
    const begin = segments[(interchanges[1]?.first ?? 1) - 1]?.offset ?? 0;
    expect(decoded.byteOrderMark + byteLengthBetween(decoded, 0, begin)).toBe(fixture(first).length);
  });

  test("UTF-8 that was wrapped within a character is UTF-8 [edi#character-sets]", () => {
    const bytes = [...Buffer.from(unbroken("unoc-holding-utf-8"))];
    for (let width = 40; width < 80; width += 1) {
      const lines = bytes.flatMap((byte, index) => (index % width === width - 1 ? [byte, 13, 10] : [byte]));
      const { decoded, interchanges, findings } = runSync(readEdifact(Uint8Array.from(lines)));
      const party = interchanges[0]?.messages[0]?.segments.find(({ tag }) => tag === "NAD");
      expect(componentOf(party, 3)).toBe("CAFÉ ZOË €");
      expect(findings.map(({ code }) => code)).toEqual(["charset-label-wrong", "line-breaks-left-out"]);
      expect(byteLengthBetween(decoded, 0, decoded.text.length)).toBe(lines.length);
    }
  });

  test("a file in EBCDIC is refused with its reason [edi#character-sets]", () => {
    const { findings } = runSync(readEdifact(Uint8Array.from([0xe4, 0xd5, 0xc2, 0x4e, 0xe4, 0xd5, 0xd6])));
    expect(findings.map(({ code }) => code)).toEqual(expect.arrayContaining(["charset-ebcdic"]));
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
    const offset = byteLengthBetween(decoded, 0, line?.offset ?? 0);
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

  test.each(["\x85", "\v", "\f", "\x1c", "\r\n\f", "\x1a"])(
    "%j between segments is no data [edi#between-segments]",
    (blank) => {
      const text = unbroken("orders").replaceAll("'", `'${blank}`).replaceAll(`?'${blank}`, "?'");
      for (const encoded of [Buffer.from(text, "latin1"), Buffer.from(text)]) {
        const { interchanges, findings } = runSync(readEdifact(encoded));
        expect(interchanges[0]?.messages.map(({ segments }) => segments.length)).toEqual([33]);
        expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
      }
    },
  );

  test("headers without content that follow one another are one interchange, the first [edi#empty-interchanges]", () => {
    const header = (reference: string) => `UNA:+.? 'UNB+UNOC:3+A:14+B:14+261120:1042+${reference}'`;
    const good = `${header("9")}UNH+1+ORDERS:D:01B:UN'BGM+220+1+9'UNS+S'UNT+4+1'UNZ+1+9'`;
    const empty = `${header("1")}${header("2")}UNZ+0+2'${header("3")}`;
    const { interchanges, findings } = runSync(readEdifact(empty + good + header("4")));
    expect(interchanges.map(({ controlReference, first, last }) => [controlReference, first, last])).toEqual([
      ["1", 1, 7],
      ["9", 8, 14],
      ["4", 15, 16],
    ]);
    const errors = findings.filter(({ severity }) => severity === "error");
    const inGood = errors.filter(
      ({ position }) => Number(position.segment) >= 8 && Number(position.segment) <= 14,
    );
    expect(errors).not.toEqual([]);
    expect(inGood).toEqual([]);
  });

  test("messages without any header are one interchange [edi#empty-interchanges]", () => {
    const { interchanges } = runSync(readEdifact("UNH+1+ORDERS'UNT+2+1'UNZ+1+1'".repeat(3)));
    expect(interchanges.map(({ messages, first, last }) => [messages.length, first, last])).toEqual([
      [3, 1, 9],
    ]);
    expect(runSync(readEdifact("UNZ'".repeat(500))).interchanges).toHaveLength(1);
  });

  test("the last terminator may be missing where UNZ is whole [edi#last-terminator]", () => {
    const text = unbroken("orders");
    const errorsOf = (content: string) =>
      runSync(readEdifact(content)).findings.filter(({ severity }) => severity === "error");
    const { findings, interchanges } = runSync(readEdifact(text.slice(0, -1)));
    expect(interchanges).toMatchObject([{ trailer: { tag: "UNZ" }, controlReference: "48213" }]);
    expect(findings).toMatchObject([{ code: "segment-out-of-order" }, { code: "last-terminator-missing" }]);
    expect(errorsOf(`${text.slice(0, -1)}\r\n`)).toEqual([]);
    expect(errorsOf(`${text.slice(0, -1)}\n${text}`)).toMatchObject([{ code: "duplicate-interchange" }]);
    for (const cut of [2, 3, 6]) expect(errorsOf(text.slice(0, -cut))).not.toEqual([]);
  });

  test.each([0, 2])(
    "an object inside a message is passed over, counted as %i segments [edi#objects]",
    (counted) => {
      const text =
        "UNB+UNOC:3+A:14+B:14+261120:1042+7'UNH+1+MEDBIN:D:93A:UN'BGM+1+2+9'" +
        `UNO+1+PIC+1+12'a'b\r\nc'd'e+fUNP+12+1'FTX+1'UNT+${4 + counted}+1'UNZ+1+7'`;
      const { interchanges, findings, segments } = runSync(readEdifact(text));
      expect(findings.map(({ code }) => code)).toEqual(["message-type-unknown"]);
      expect(segments.map(({ tag }) => tag)).toEqual([
        "UNB",
        "UNH",
        "BGM",
        "UNO",
        "",
        "UNP",
        "FTX",
        "UNT",
        "UNZ",
      ]);
      expect(interchanges).toMatchObject([{ messages: [{ type: "MEDBIN" }], packages: [] }]);
    },
  );

  test("security segments around messages are noted, not refused", () => {
    const text = unbroken("orders").replace("UNH+", "USH+7+1+3'USA+1'UNH+").replace("UNZ+", "UST+1+2'UNZ+");
    const { findings } = runSync(readEdifact(text));
    expect(findings.map(({ code }) => code)).toEqual(["security-not-checked", "segment-out-of-order"]);
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
