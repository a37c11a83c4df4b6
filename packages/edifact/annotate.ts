import { codeMeaning } from "./dictionary/codes.ts";
import { elementName } from "./dictionary/elements.ts";
import { compositeDefinition, segmentDefinition } from "./dictionary/segments.ts";
import { rawOf, type Segment, type ValueRange, valueRanges } from "./segment.ts";

const extraNames: Readonly<Record<string, string>> = { UNA: "Service string advice" };

/**
 * A segment for people: its text, its name, and its first `maxValues` values that are not empty. `text` is the decoded
 * text of the segment.
 */
export function annotate(text: string, segment: Segment, maxValues: number = Number.POSITIVE_INFINITY) {
  const { tag, elements, repeats } = segment;
  const definition = segmentDefinition(tag);
  const values: AnnotatedValue[] = [];
  for (const range of valueRanges(text, segment)) {
    if (values.length >= maxValues) break;
    const { element, repetition, component } = range;
    const components = repetition === 0 ? elements[element] : repeats?.[element]?.[repetition - 1];
    const value = components?.[component] ?? "";
    if (value !== "") values.push(annotateValue(definition?.ids[element], range, value));
  }
  return { name: definition?.name ?? extraNames[tag], raw: rawOf(text, segment), values };
}

/**
 * One value of a segment: `element` and `component` as findings count them (from 1), the data element's number and name
 * and its composite, where the directory has them, and the meaning of a common code. `offset` and `end` are its
 * position in the text.
 */
function annotateValue(
  placed: string | undefined,
  { element, repetition, component, offset, end }: ValueRange,
  value: string,
) {
  const composite = placed === undefined ? undefined : compositeDefinition(placed);
  const id = composite ? composite.ids[component] : component === 0 ? placed : undefined;
  return {
    element: element + 1,
    repetition,
    component: component + 1,
    offset,
    end,
    value,
    id,
    name: id && elementName(id),
    composite,
    meaning: id && codeMeaning(id, value),
  };
}
export type AnnotatedValue = ReturnType<typeof annotateValue>;
