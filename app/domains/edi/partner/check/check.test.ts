import { expect, test } from "vitest";
import { checkedInterchange } from "#contract/ediCheck.ts";
import { countedListOf } from "#contract/envelopes.ts";
import { readEdifact, runSync } from "#edifact/index.ts";
import { partsOf, refusalOf, toChecks } from "./check.server.ts";

const one =
  "UNA:+.? 'UNB+UNOC:3+A:14+B:14+261120:1042+1'UNH+1+ORDERS:D:01B:UN'BGM+220+7001+9'UNT+3+1'UNZ+1+1'";
const two = one.replaceAll("+1'", "+2'");
const reading = (text: string) => runSync(readEdifact(text));
const checks = (rows: object[], text = one, isCut = false) =>
  runSync(toChecks(countedListOf(checkedInterchange).parse(rows), reading(text), isCut)).interchanges;

test("findings are listed with errors first, each a link to its place in the text of its own interchange", () => {
  const findings = [
    { severity: "note", words: "By the way", position: { line: 1 } },
    { severity: "error", words: "Wrong", position: { segment: 4, element: 2, line: 1 } },
  ];
  const stated = { control_reference: "2", state: "hold", outcome: "It would wait.", findings };
  const [, second] = checks([{ control_reference: "1" }, stated], one + two);
  expect(second).toMatchObject({ title: "Interchange 2", state: { label: "On Hold" } });
  expect(second?.findings).toMatchObject([
    { words: "Wrong", place: "segment 4, element 2, line 1", href: "#interchange-2-segment-4" },
    { words: "By the way", place: "line 1" },
  ]);
  const line = { anchor: "interchange-2-segment-4", raw: "BGM+220+7001+9'", tag: "BGM" };
  expect(second?.text.lines[3]).toMatchObject(line);
});

test("each interchange has its own segments, a UNA with the interchange after it", () => {
  expect(partsOf(reading(one + two)).map((part) => part.map(({ tag }) => tag).join(" "))).toEqual([
    "UNA UNB UNH BGM UNT UNZ",
    "UNA UNB UNH BGM UNT UNZ",
  ]);
  expect(partsOf(reading("nothing at all"))).toHaveLength(1);
});

test("orders show the accepted part of each line, and the reasons; answers are annotated", () => {
  const lines = [
    { number: "1", item: "9310000000014", ordered: 3, accepted: 3 },
    { number: 2, item: "x", ordered: "2", accepted: 0, problem: "Nobody knows it." },
  ];
  const replies = [{ message_type: "CONTRL", interchange_text: "UNB+UNOC:3+B+A'UCI+1+A+B+7'" }];
  const [check] = checks([{ orders: [{ document_identifier: "7001", outcome: "Made.", lines }], replies }]);
  expect(check?.orders).toMatchObject([{ number: "7001" }]);
  expect(check?.orders[0]?.lines).toMatchObject([
    { ordered: "3", accepted: "3", isLess: false },
    { number: "2", accepted: "0", isLess: true, problem: "Nobody knows it." },
  ]);
  expect(check?.replies[0]?.text.lines[1]).toMatchObject({ raw: "UCI+1+A+B+7'", tag: "UCI" });
});

test("an unreadable answer is reported beside the text; a truncated text says so", () => {
  const [check] = checks([{ replies: "none", message_counts: { ORDERS: 1 } }], one, true);
  expect(check?.text.isCut).toBe(true);
  const unreadable = { readable: false, id: "row 1", problem: "state: odd", raw: {} } as const;
  const [broken] = runSync(toChecks({ rows: [unreadable], total: 1 }, reading(one), false)).interchanges;
  expect(broken?.problem).toContain("could not be read: state: odd");
  expect(broken?.text.lines).toHaveLength(6);
});

test.each([
  { stated: 3, total: undefined, more: 0 },
  { stated: 60, total: undefined, more: 10 },
  { stated: 100, total: 2_000, more: 1_950 },
  { stated: 3, total: 1, more: 0 },
])("of $stated that are told, of a file of $total, $more more are said", ({ stated, total, more }) => {
  const items = Array.from({ length: stated }, (_, at) => ({ control_reference: String(at) }));
  const answer = countedListOf(checkedInterchange).parse({ items, total });
  expect(runSync(toChecks(answer, reading(one), false)).more).toBe(more);
});

test.each([
  ["", "Choose a file"],
  ["%PDF-1.7 …", "of another kind (pdf)"],
  ["PK\u0003\u0004…", "of another kind (zip or xlsx)"],
  ["<?xml version='1.0'?>", "of another kind (xml or html)"],
  ["garbage", "This is not EDIFACT."],
])("%j is refused in words", (text, words) => {
  expect(refusalOf(new TextEncoder().encode(text))).toContain(words);
});

test("files that are too large are refused, and possible EDIFACT is not", () => {
  expect(refusalOf(new Uint8Array(1024 * 1024 + 1))).toContain("larger than 1 MB");
  for (const text of [one, `\ufeff\r\n${one}`])
    expect(refusalOf(new TextEncoder().encode(text))).toBeUndefined();
});
