import { expect, test } from "vitest";
import { annotate } from "./annotate.ts";
import { runSync } from "./chunked.ts";
import { elementName } from "./dictionary/elements.ts";
import { compositeDefinition, segmentDefinition } from "./dictionary/segments.ts";
import { readFixture } from "./fixtures/fixture.ts";
import { structureOf } from "./grammar/messages.ts";
import { isGroupRule, type Rule } from "./grammar/notation.ts";
import { readEdifact } from "./read.ts";

test("a segment is annotated with names, meanings and the position of each value", () => {
  const { decoded, segments } = readFixture("orders");
  const party = segments.find(({ tag }) => tag === "NAD");
  const annotated = party && annotate(decoded.text, party);
  expect(annotated).toMatchObject({ name: "Name and address" });
  expect(annotated?.values.slice(0, 3)).toMatchObject([
    { element: 1, id: "3035", name: "Party function code qualifier", value: "BY", meaning: "Buyer" },
    { element: 2, component: 1, id: "3039", composite: { id: "C082", name: "Party identification details" } },
    { element: 2, component: 3, id: "3055", value: "9", meaning: "GS1" },
  ]);
  for (const { offset, end, value } of annotated?.values ?? [])
    expect(decoded.text.slice(offset, end)).toBe(value);
});

test("escaped and repeated values have their place, too", () => {
  const { decoded, segments } = readFixture("syntax-4");
  const inWords = (tag: string) => {
    const segment = segments.find((one) => one.tag === tag);
    const values = segment ? annotate(decoded.text, segment).values : [];
    return values.map(({ value, offset, end }) => [value, decoded.text.slice(offset, end)]);
  };
  expect(inWords("ALI")).toEqual([
    ["AU", "AU"],
    ["1", "1"],
    ["2", "2"],
    ["3", "3"],
  ]);
  expect(inWords("NAD")).toContainEqual(["A*B", "A?*B"]);
});

test("a segment of many values is annotated up to the given limit, and no further than it was split", () => {
  const { decoded, segments } = runSync(readEdifact(`UNB+UNOC:3'FTX${"+A".repeat(9000)}'UNZ+0+1'`));
  const [, wide] = segments;
  const inWords = (most?: number) => (wide ? annotate(decoded.text, wide, most).values : []);
  expect(inWords(3).map(({ element, value }) => [element, value])).toEqual([
    [1, "A"],
    [2, "A"],
    [3, "A"],
  ]);
  expect(inWords()).toHaveLength(512);
});

const tagsIn = (rules: readonly Rule[]): string[] =>
  rules.flatMap((rule) => (isGroupRule(rule) ? tagsIn(rule.children) : [rule.tag]));

test("everything that the six messages hold has a name", () => {
  const types = ["CONTRL", "ORDERS", "ORDRSP", "ORDCHG", "INVRPT", "DESADV"];
  const tags = new Set(types.flatMap((type) => tagsIn(structureOf(type)?.children ?? [])));
  const ids = [...tags].flatMap((tag) => segmentDefinition(tag)?.places.map(({ id }) => id) ?? [`no ${tag}`]);
  const elements = ids.flatMap((id) => compositeDefinition(id)?.places.map((place) => place.id) ?? [id]);
  expect(tags.size).toBeGreaterThan(60);
  expect([...new Set(elements)].filter((id) => elementName(id) === undefined)).toEqual([]);
});
