import { codeMeaning } from "./dictionary/codes.ts";
import { compositeDefinition } from "./dictionary/composites.ts";
import { elementName } from "./dictionary/elements.ts";
import { type Definition, segmentDefinition } from "./dictionary/segments.ts";
import { rawOf, type Segment, type ValueRange, valueRanges } from "./segment.ts";

/**
 * One value of a segment: `element` and `component` as findings count them (from 1), the data element's number and name
 * and its composite's, where the directory has them, and the meaning of a common code. `offset` and `end` are its
 * position in the text.
 */
export type AnnotatedValue = {
  element: number;
  repetition: number;
  component: number;
  offset: number;
  end: number;
  value: string;
  id?: string;
  name?: string;
  composite?: { id: string; name: string };
  meaning?: string;
};

/** A segment for people: its text, its name, and its values that are not empty. */
export type AnnotatedSegment = {
  number: number;
  tag: string;
  name?: string;
  line: number;
  offset: number;
  end: number;
  raw: string;
  values: AnnotatedValue[];
};

const extraNames: Readonly<Record<string, string>> = { UNA: "Service string advice" };

const expandedPlaces = new Map<Definition, readonly string[]>();

/** The data elements of a segment or composite, one per place. */
function placesOf(definition: Definition | undefined): readonly string[] {
  if (!definition) return [];
  const cached = expandedPlaces.get(definition);
  if (cached) return cached;
  const places = definition.places.flatMap(({ id, times }) => Array.from({ length: times }, () => id));
  expandedPlaces.set(definition, places);
  return places;
}

/**
 * The names and meanings of a segment and of its first `maxValues` values. `text` is the decoded text of the segment.
 */
export function annotate(
  text: string,
  segment: Segment,
  maxValues: number = Number.POSITIVE_INFINITY,
): AnnotatedSegment {
  const { number, tag, line, offset, end } = segment;
  const name = segmentDefinition(tag)?.name ?? extraNames[tag];
  const places = placesOf(segmentDefinition(tag));
  const { elements, repeats } = segment;
  const values: AnnotatedValue[] = [];
  for (const range of valueRanges(text, segment)) {
    if (values.length >= maxValues) break;
    const value = valueAt(elements, repeats, range);
    if (value !== "") values.push(annotateValue(places[range.element], range, value));
  }
  return {
    number,
    tag,
    ...(name !== undefined && { name }),
    line,
    offset,
    end,
    raw: rawOf(text, segment),
    values,
  };
}

function valueAt(
  elements: Segment["elements"],
  repeats: Segment["repeats"],
  { element, repetition, component }: ValueRange,
): string {
  const components = repetition === 0 ? elements[element] : repeats?.[element]?.[repetition - 1];
  return components?.[component] ?? "";
}

function annotateValue(id: string | undefined, range: ValueRange, value: string): AnnotatedValue {
  const { element, repetition, component, offset, end } = range;
  const plain = { element: element + 1, repetition, component: component + 1, offset, end, value };
  if (id === undefined) return plain;
  const composite = compositeDefinition(id);
  const part = composite ? placesOf(composite)[component] : component === 0 ? id : undefined;
  const name = part && elementName(part);
  const meaning = part && codeMeaning(part, value);
  return {
    ...plain,
    ...(part && { id: part }),
    ...(name && { name }),
    ...(composite && { composite: { id: composite.id, name: composite.name } }),
    ...(meaning && { meaning }),
  };
}
