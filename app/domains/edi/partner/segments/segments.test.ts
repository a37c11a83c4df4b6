import { describe, expect, test } from "vitest";
import { ediInterchangeDetail } from "#contract/edi.ts";
import { readEdifact, runSync } from "#edifact/index.ts";
import { segmentHref, segmentPageSize } from "../findings.ts";
import { toSegmentsPage } from "./segments.ts";

const readingOf = (text: string) => runSync(readEdifact(text));
const pageOf = (text: string, about = item()) => runSync(toSegmentsPage(about, readingOf(text), 1));
const item = (fields: object = {}) =>
  ediInterchangeDetail.parse({ id: "i 1", control_reference: "77", ...fields });

const small =
  "UNB+UNOC:3+MYER:ZZ+UTOPIA:ZZ+261120:1042+77'UNH+1+ORDERS:D:01B:UN'BGM+220+PO-1+9'LIN+1'UNS+S'UNT+9+1'UNZ+1+77'";

describe("a page of segments", () => {
  test("show tag, name, values with their names and meanings, and the raw text", () => {
    const page = pageOf(small);
    expect(page.about).toBe("7 segments, 1 message, 1 error");
    expect(page.sections.map(({ title, segments }) => [title, segments.length])).toEqual([
      ["", 1],
      ["ORDERS Order Message · 1 · PO-1", 5],
      ["", 1],
    ]);
    expect(page.sections[1]?.segments[1]).toMatchObject({
      ...{ number: 3, tag: "BGM", name: "Beginning of message", raw: "BGM+220+PO-1+9'" },
      values: [
        { value: "220", meaning: "Order" },
        { value: "PO-1" },
        { name: "Message function code", value: "9", meaning: "Original" },
      ],
    });
  });

  test("show errors at their place, with links to them", () => {
    const page = pageOf(small);
    const unt = page.sections[1]?.segments.at(-1);
    expect(unt?.tag).toBe("UNT");
    const found = [...(unt?.findings ?? []), ...(unt?.values.flatMap(({ findings }) => findings) ?? [])];
    expect(found).toMatchObject([{ severity: "error", words: expect.stringContaining("0085: 29") }]);
    expect(page.findings).toMatchObject([{ href: "/edi/myer/interchanges/i%201/segments#segment-6" }]);
  });

  test("use the server's findings if it sends some", () => {
    const findings = [
      { code: "x", severity: "warning", words: "Odd bytes", position: { segment: 3, element: 3, line: 1 } },
      { code: "y", severity: "note", words: "Somewhere" },
    ];
    const page = pageOf(small, item({ findings }));
    expect(page.about).toContain("1 warning, 1 note");
    const bgm = page.sections[1]?.segments[1];
    expect(bgm?.values[2]?.findings).toMatchObject([{ words: "Odd bytes" }]);
    expect(page.findings[1]).toMatchObject({ words: "Somewhere", place: "" });
    expect(pageOf(small, item({ findings: [] })).about).toContain("no findings");
  });
});

test("20,000 segments are paged; a message continues on the next page", () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `LIN+${index}'`).join("");
  const text = `UNB+UNOC:3+A:ZZ+B:ZZ+261120:1042+1'UNH+1+ORDERS:D:01B:UN'${lines}UNT+20002+1'UNZ+1+1'`;
  const reading = readingOf(text);
  const page = runSync(toSegmentsPage(item(), reading, 7));
  expect(page).toMatchObject({ page: 7, pages: 201, range: "Segments 601 to 700 of 20004" });
  expect(page.sections).toMatchObject([{ note: "segments 2 to 20003, continued, goes on" }]);
  expect(page.sections[0]?.segments).toHaveLength(segmentPageSize);
  expect(segmentHref("i", 15_000)).toContain("page=150#");
  expect(runSync(toSegmentsPage(item(), reading, 9999)).page).toBe(201);
});

test.each(["", "   ", "<script>alert(1)</script>", "noise'+'+'", "UNB", "UNH+1'UNH+2'UNZ'"])(
  "%j has a page that leaves nothing out",
  (text) => {
    const page = pageOf(text);
    const shown = page.sections.flatMap(({ segments }) => segments.map(({ raw }) => raw)).join("");
    expect(page.page).toBe(1);
    expect(shown.replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
  },
);

test("control characters are made visible, in the text and in its values", () => {
  const text = "UNB\u001dUNOB\u001f1\u001dMYER\u001cBGM\u001d2\u00012\u001c";
  const [first] = pageOf(text).sections;
  expect(first?.segments.map(({ raw }) => raw).join("")).toBe("UNB␝UNOB␟1␝MYER␜BGM␝2␁2␜");
  expect(first?.segments[1]?.values.map(({ value }) => value)).toEqual(["2␁2"]);
});

test("equal notes are shown once, with their count; errors one by one [edi#notes]", () => {
  const wordsOf = { note: "It runs over a line.", error: "It is wrong." };
  const summaries = ["note 3", "note 4", "error 3", "error 4", "note 4"].map((one) => one.split(" "));
  const findings = summaries.map(([severity = "", segment]) => ({
    ...{ severity, words: Reflect.get(wordsOf, severity), position: { segment: Number(segment) } },
  }));
  const page = pageOf(small, item({ findings }));
  expect(page.findings.map(({ words, count, place }) => [words, count, place])).toEqual([
    ["It is wrong.", 1, "segment 3"],
    ["It is wrong.", 1, "segment 4"],
    ["It runs over a line.", 3, "segment 3"],
  ]);
});
