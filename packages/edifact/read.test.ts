import { describe, expect, test } from "vitest";
import { runSync } from "./chunked.ts";
import { byteLengthBetween } from "./decode.ts";
import { findingsOf, fixture, onlyInterchange, partyName, readFixture } from "./fixtures/fixture.ts";
import { type Reading, readEdifact } from "./read.ts";
import { componentOf, rawOf, type Segment } from "./segment.ts";

const read = (content: string | Uint8Array) => runSync(readEdifact(content));
const codesOf = ({ findings }: Reading) => findings.map(({ code }) => code);
const errorsIn = ({ findings }: Reading) => findings.filter(({ severity }) => severity === "error");
const taggedIn = (segments: readonly Segment[], tag: string) => segments.find((one) => one.tag === tag);

/** The fixture on one line. */
const unbroken = (name: string) => new TextDecoder().decode(fixture(name)).replace(/[\r\n]/g, "");

const namesIn = ({ interchanges }: Reading) =>
  interchanges.map(({ messages: [message] }) =>
    message?.segments.filter(({ tag }) => tag === "NAD").map((party) => componentOf(party, 3)),
  );

// Each file, the message types of its interchanges, an order's first party with a name, and the findings by line and
// segment.
test.each<[file: string, types: string, party: string, ...findings: string[]]>([
  ["ordrsp", "ORDRSP", ""],
  ["ordchg", "ORDCHG", ""],
  ["invrpt", "INVRPT", ""],
  ["desadv", "DESADV", ""],
  ["contrl", "CONTRL", ""],
  // An amount after the price belongs to its line.
  ["orders", "ORDERS", "MERIDIAN STORES", "segment-out-of-order 31:31"],
  // Characters: the syntax identifier, and the actual bytes.
  ["byte-order-mark", "ORDERS", ""],
  ["utf-16", "ORDERS", ""],
  ["utf-16-without-mark", "ORDERS", ""],
  ["unoc-latin", "ORDERS", "CAFÉ ZOË"],
  ["unod-central-european", "ORDERS", "ŁÓDŹ"],
  ["unoe-cyrillic", "ORDERS", "МОДА"],
  ["unoy-utf-8", "ORDERS", "靴 МОДА"],
  ["unoc-holding-utf-8", "ORDERS", "CAFÉ ZOË €", "charset-label-wrong 1:-"],
  ["unoa-holding-accents", "ORDERS", "Café", "lower-case-in-unoa 6:6", "character-outside-charset 6:6"],
  // Separators: UNB outvotes the advice, and a space as release character is none.
  ["without-una", "ORDERS", ""],
  ["crlf", "ORDERS", ""],
  ["line-feed-terminator", "ORDERS", ""],
  ["information-separators", "ORDERS", ""],
  ["custom-separators", "ORDERS", "A:B+C'D"],
  ["without-release", "ORDERS", "WHO? ME?"],
  ["two-interchanges", "ORDERS | ORDERS", ""],
  ["short-una", "ORDERS", "", "una-malformed 1:1"],
  ["una-disagrees", "ORDERS", "", "separators-disagree 2:2"],
  ["syntax-4", "ORDERS", ""],
  ["broken-lines", "ORDERS", "MERIDIANSTORES", "line-breaks-left-out 6:6"],
  // Envelopes: a truncated one is kept, and does not swallow the interchange after it.
  ["functional-groups", "ORDERS", ""],
  ["text-around", "ORDERS | ORDERS", "", "text-outside-interchange 1:1", "text-outside-interchange 15:13"],
  [
    ...(["truncated", "ORDERS", "", "trailer-missing 2:2", "trailer-missing 3:3"] as const),
    ...["segment-missing 3:3", "segment-not-ended 8:8"],
  ],
  [
    ...([
      "truncated-then-next",
      "ORDERS | ORDERS",
      "",
      "trailer-missing 1:1",
      "trailer-missing 2:2",
    ] as const),
    ...["segment-missing 2:2", "segment-not-ended 6:6", "line-breaks-left-out 6:6"],
  ],
])("%s is read as %s", (file, types, party, ...findings) => {
  const typesOf = readFixture(file).interchanges.map(({ messages }) => messages.map(({ type }) => type));
  expect(typesOf.map((each) => each.join("+")).join(" | ")).toBe(types);
  expect(partyName(file) ?? "").toBe(party);
  expect(findingsOf(file)).toEqual(findings);
});

test("the header has partners, time, reference and flags", () => {
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

describe("characters", () => {
  test.each([
    ["unoc-latin", "unoe-cyrillic"],
    ["unoc-holding-utf-8", "unoc-latin"],
    ["unod-central-european", "unoc-holding-utf-8"],
    ["unoy-utf-8", "unoe-cyrillic"],
    ["byte-order-mark", "unoc-latin"],
  ])("%s and %s in one file are each read by their own header [edi#character-sets]", (first, second) => {
    const both = read(Buffer.concat([fixture(first), fixture(second)]));
    expect(namesIn(both)).toEqual([first, second].flatMap((name) => namesIn(readFixture(name))));
    const begin = both.segments[(both.interchanges[1]?.first ?? 1) - 1]?.offset ?? 0;
    expect(both.decoded.byteOrderMark + byteLengthBetween(both.decoded, 0, begin)).toBe(
      fixture(first).length,
    );
  });

  test("UTF-8 that was wrapped within a character is UTF-8 [edi#character-sets]", () => {
    const bytes = [...Buffer.from(unbroken("unoc-holding-utf-8"))];
    for (let width = 40; width < 80; width += 1) {
      const lines = bytes.flatMap((byte, index) => (index % width === width - 1 ? [byte, 13, 10] : [byte]));
      const reading = read(Uint8Array.from(lines));
      expect(namesIn(reading)[0]?.[0]).toBe("CAFÉ ZOË €");
      expect(codesOf(reading)).toEqual(["charset-label-wrong", "line-breaks-left-out"]);
      expect(byteLengthBetween(reading.decoded, 0, reading.decoded.text.length)).toBe(lines.length);
    }
  });

  test("a file in EBCDIC, or in an unsupported set, is refused with its reason [edi#character-sets]", () => {
    const ebcdic = read(Uint8Array.from([0xe4, 0xd5, 0xc2, 0x4e, 0xe4, 0xd5, 0xd6]));
    expect(codesOf(ebcdic)).toContain("charset-ebcdic");
    const unsupported = { code: "charset-not-supported", syntaxError: "46" };
    expect(readFixture("unox").findings).toMatchObject([unsupported]);
  });

  test("ISO 8859-15 is read as UNOL, and the years of the nineties as theirs", () => {
    const text = `UNB+UNOL:3+A+B+990101:1042+1'${order.replace("UNS", "NAD+BY+1::9++1 ¤'UNS")}UNZ+1+1'`;
    const reading = read(Buffer.from(text.replace("UNT+6", "UNT+7"), "latin1"));
    expect(codesOf(reading)).toEqual([]);
    expect(reading.decoded.text).toContain("1 €");
    expect(reading.interchanges[0]?.preparedAt).toBe("1999-01-01T10:42");
  });

  test("offsets lead back to the stored bytes", () => {
    const { decoded, segments } = readFixture("unoy-utf-8");
    const offset = byteLengthBetween(decoded, 0, taggedIn(segments, "LIN")?.offset ?? 0);
    expect(new TextDecoder().decode(fixture("unoy-utf-8").subarray(offset, offset + 5))).toBe("LIN+1");
  });
});

const order = "UNH+1+ORDERS:D:01B:UN:EAN010'BGM+220+7001+9'DTM+137:20261120:102'UNS+S'CNT+2:0'UNT+6+1'";
const header = "UNB+UNOC:3+A:14+B:14+261120:1042+7++++1'";

describe("separators", () => {
  test("each interchange of a file has those of the advice before it, and a decimal mark and a release character", () => {
    const separators = { component: "|", element: "*", decimal: ",", release: "\\", terminator: "~" };
    expect(onlyInterchange(readFixture("custom-separators")).separators).toEqual(separators);
    const { interchanges } = readFixture("two-interchanges");
    expect(interchanges.map((one) => one.separators.element)).toEqual(["+", "*"]);
  });

  test("released characters are data", () => {
    const description = taggedIn(readFixture("orders").segments, "IMD");
    expect(componentOf(description, 2, 3)).toBe("CANVAS SHOE 'LOW' BLACK 8");
  });

  test("syntax 4 repeats elements", () => {
    const { segments } = readFixture("syntax-4");
    const additional = { elements: [["AU"], [""], ["1"]], repeats: { 2: [["2"], ["3"]] } };
    expect(taggedIn(segments, "ALI")).toMatchObject(additional);
    expect(componentOf(taggedIn(segments, "NAD"), 2)).toBe("A*B");
  });

  test("a line break inside a segment is data in a character set that has it", () => {
    const reading = read("UNB+UNOY:3+A+B+261120:1042+1'FTX+A\nB'UNZ+0+1'");
    expect(componentOf(reading.segments[1], 0)).toBe("A\nB");
    expect(codesOf(reading)).toContain("line-break-in-segment");
  });

  test.each(["\n", "\r\n", "\r"])("segments end with %j where nothing else ends them", (end) => {
    const reading = read(unbroken("without-una").replace(/\s/g, "").replaceAll("'", end));
    expect(reading.interchanges[0]?.messages.map(({ type }) => type)).toEqual(["ORDERS"]);
    expect(codesOf(reading)).toEqual(["terminator-by-line"]);
    expect(reading.segments.map(({ line }) => line)).toEqual(reading.segments.map(({ number }) => number));
  });

  test.each(["\x85", "\v", "\f", "\x1c", "\r\n\f", "\x1a"])(
    "%j between segments is no data [edi#between-segments]",
    (blank) => {
      const text = unbroken("orders").replaceAll("'", `'${blank}`).replaceAll(`?'${blank}`, "?'");
      for (const encoded of [Buffer.from(text, "latin1"), Buffer.from(text)]) {
        const reading = read(encoded);
        expect(reading.interchanges[0]?.messages.map(({ segments }) => segments.length)).toEqual([33]);
        expect(errorsIn(reading)).toEqual([]);
      }
    },
  );

  test("the last terminator may be missing where UNZ is whole [edi#last-terminator]", () => {
    const text = unbroken("orders");
    const cut = (count: number) => text.slice(0, -count);
    const reading = read(cut(1));
    expect(reading.interchanges).toMatchObject([{ trailer: { tag: "UNZ" }, controlReference: "48213" }]);
    expect(codesOf(reading)).toEqual(["segment-out-of-order", "last-terminator-missing"]);
    expect(errorsIn(read(`${cut(1)}\r\n`))).toEqual([]);
    expect(errorsIn(read(`${cut(1)}\n${text}`))).toMatchObject([{ code: "duplicate-interchange" }]);
    for (const count of [2, 3, 6]) expect(errorsIn(read(cut(count)))).not.toEqual([]);
  });
});

describe("envelopes", () => {
  test("functional groups are counted and listed", () => {
    const { groups, messages } = onlyInterchange(readFixture("functional-groups"));
    expect(groups).toMatchObject([{ reference: "G1", type: "ORDERS", messages: 1 }]);
    expect(messages).toMatchObject([{ group: { reference: "G1" } }]);
  });

  test("text around interchanges is kept as segments without a tag", () => {
    const { segments, decoded } = readFixture("text-around");
    const others = segments.filter(({ tag }) => tag === "");
    const firstLines = others.map(({ offset, end }) => decoded.text.slice(offset, end).split("\n")[0]);
    expect(firstLines).toEqual(["From: edi@meridian.example", "-- end of the first --"]);
  });

  test("a damaged UNB hides nothing after it", () => {
    const reading = read(`N${header.slice(2)}${order}UNZ+1+7'`);
    expect(reading.interchanges[0]?.messages).toMatchObject([{ type: "ORDERS", reference: "1" }]);
    expect(codesOf(reading)).toEqual(["text-outside-interchange", "header-missing"]);
  });

  test("one control reference to two recipients is no duplicate", () => {
    const one = `${header}${order}UNZ+1+7'`;
    expect(codesOf(read(one + one.replace("+B:14+", "+C:14+")))).toEqual([]);
    expect(codesOf(read(one + one))).not.toEqual([]);
  });

  test("headers without content that follow one another are one interchange, the first [edi#empty-interchanges]", () => {
    const headed = (reference: string) => `UNA:+.? 'UNB+UNOC:3+A:14+B:14+261120:1042+${reference}'`;
    const good = `${headed("9")}UNH+1+ORDERS:D:01B:UN'BGM+220+1+9'UNS+S'UNT+4+1'UNZ+1+9'`;
    const reading = read(`${headed("1")}${headed("2")}UNZ+0+2'${headed("3")}${good}${headed("4")}`);
    const places = reading.interchanges.map(({ controlReference, first, last }) => [
      controlReference,
      first,
      last,
    ]);
    expect(places).toEqual([
      ["1", 1, 7],
      ["9", 8, 14],
      ["4", 15, 16],
    ]);
    const segments = errorsIn(reading).map(({ position }) => Number(position.segment));
    expect(segments).not.toEqual([]);
    expect(segments.filter((segment) => segment >= 8 && segment <= 14)).toEqual([]);
  });

  test("messages without any header are one interchange [edi#empty-interchanges]", () => {
    const { interchanges } = read("UNH+1+ORDERS'UNT+2+1'UNZ+1+1'".repeat(3));
    expect(interchanges).toMatchObject([{ messages: { length: 3 }, first: 1, last: 9 }]);
    expect(read("UNZ'".repeat(500)).interchanges).toHaveLength(1);
  });

  test.each([0, 2])(
    "an object inside a message is passed over, counted as %i segments [edi#objects]",
    (counted) => {
      const reading = read(
        "UNB+UNOC:3+A:14+B:14+261120:1042+7'UNH+1+MEDBIN:D:93A:UN'BGM+1+2+9'" +
          `UNO+1+PIC+1+12'a'b\r\nc'd'e+fUNP+12+1'FTX+1'UNT+${4 + counted}+1'UNZ+1+7'`,
      );
      expect(codesOf(reading)).toEqual(["message-type-unknown"]);
      expect(reading.segments.map(({ tag }) => tag).join(" ")).toBe("UNB UNH BGM UNO  UNP FTX UNT UNZ");
      expect(reading.interchanges).toMatchObject([{ messages: [{ type: "MEDBIN" }], packages: [] }]);
    },
  );

  test("a binary object may hold terminators and line breaks: it ends where UNO says [edi#objects]", () => {
    const text = "UNB+UNOC:4+A+B+20261120:1042+1'UNO+1+PIC+1+12'a'b\r\nc'd'e+fUNP+12+1'UNZ+1+1'";
    const reading = read(text);
    expect(codesOf(reading)).toEqual([]);
    expect(reading.segments.map(({ tag }) => tag).join(" ")).toBe("UNB UNO  UNP UNZ");
    expect(reading.segments.map((segment) => rawOf(text, segment)).join("")).toBe(text);
    expect(codesOf(read(text.replaceAll("+12", "+11")))).toEqual(["object-length-wrong"]);
  });

  test("security segments around messages are noted, not refused", () => {
    const text = unbroken("orders").replace("UNH+", "USH+7+1+3'USA+1'UNH+").replace("UNZ+", "UST+1+2'UNZ+");
    expect(codesOf(read(text))).toEqual(["security-not-checked", "segment-out-of-order"]);
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
    for (const nothing of ["", " \r\n"]) expect(codesOf(read(nothing))).toEqual(["nothing-to-read"]);
  });
});
