import { elementName } from "../dictionary/elements.ts";
import { compositeDefinition, segmentDefinition } from "../dictionary/segments.ts";
import { keyOf } from "../document.ts";
import { structureOf } from "../grammar/messages.ts";
import { type GroupRule, isGroupRule } from "../grammar/notation.ts";
import { allAt, type Fields, isFields } from "./json.ts";

/** A value of a segment with its data element (e.g. 5118); empty for a value that has no place in the directory. */
type SegmentValue = { element: string; text: string };

/** A segment of a message document with its values, in the order of the directory. */
export type DocumentSegment = { tag: string; values: readonly SegmentValue[] };

/** A segment group: its trigger first. The message itself has an empty trigger. */
export type SegmentGroup = {
  trigger: string;
  /** Its JSON. */
  fields: Fields;
  segments: readonly DocumentSegment[];
  groups(): Iterable<SegmentGroup>;
  /** Segments without a place in the structure; of the message itself only. */
  unplaced: readonly DocumentSegment[];
};

const elementsByKey = new Map<string, ReadonlyMap<string, string>>();

/** The data elements of a segment by their JSON keys. */
function elementsOf(tag: string): ReadonlyMap<string, string> {
  const elementNames = elementsByKey.get(tag);
  if (elementNames) return elementNames;
  const ids = (segmentDefinition(tag)?.ids ?? []).flatMap((id) => compositeDefinition(id)?.ids ?? [id]);
  const elements = new Map(ids.filter((id) => elementName(id)).map((id) => [keyOf(id), id]));
  elementsByKey.set(tag, elements);
  return elements;
}

function valuesIn(fields: Fields, elements: ReadonlyMap<string, string>): SegmentValue[] {
  return Object.entries(fields).flatMap(([key, value]) =>
    [value].flat().flatMap((one): SegmentValue[] => {
      if (key === "unexpectedElements" && isFields(one)) return [{ element: "", text: String(one.value) }];
      if (isFields(one)) return valuesIn(one, elements);
      // The second place of an element in a composite has a number in its key.
      return [
        { element: elements.get(key) ?? elements.get(key.replace(/\d$/, "")) ?? "", text: String(one) },
      ];
    }),
  );
}

const segmentsAt = (fields: Fields, tag: string): DocumentSegment[] =>
  allAt(fields, keyOf(tag)).map((segment) => ({ tag, values: valuesIn(segment, elementsOf(tag)) }));

const groupOf = (fields: Fields, { trigger, children }: GroupRule): SegmentGroup => ({
  trigger,
  fields,
  segments: children.flatMap((child) => (isGroupRule(child) ? [] : segmentsAt(fields, child.tag))),
  // An order has thousands of lines: each group is made when it is read.
  *groups() {
    for (const child of children) {
      if (!isGroupRule(child)) continue;
      for (const inner of allAt(fields, child.name.replace("SG", "segmentGroup")))
        yield groupOf(inner, child);
    }
  },
  unplaced: [],
});

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap(textsIn) : typeof value === "string" && value !== "" ? [value] : [];

/**
 * The segments of a message document in the groups of its type (0065), apart from UNH and UNT; undefined for a type
 * without a known structure.
 */
export function segmentTree(document: Fields, messageType: string): SegmentGroup | undefined {
  const structure = structureOf(messageType);
  if (!structure) return undefined;
  const unplaced = allAt(document, "unexpectedSegments").map(({ tag, elements }) => ({
    tag: String(tag),
    values: textsIn(elements).map((text) => ({ element: "", text })),
  }));
  return { ...groupOf(document, structure), unplaced };
}

/** The name of a segment in the directory; empty for an unknown one. */
export const segmentName = (tag: string): string => segmentDefinition(tag)?.name ?? "";
