import type { Separators } from "./segment.ts";

/** An element to write: one value, or its components. */
export type OutgoingElement = string | readonly string[];

/** A segment to write; `repeats[e]` are further repetitions of element e (syntax 4). A `Segment` that was read fits. */
export type OutgoingSegment = {
  tag: string;
  elements: readonly OutgoingElement[];
  repeats?: Readonly<Record<number, readonly OutgoingElement[]>> | undefined;
};

/**
 * `keepEmpty` writes trailing empty values, too; `clean` replaces characters that cannot be written (element and
 * component count from 1); `onLostRepetition` is called for repetitions without a separator for them.
 */
export type SegmentWriting = {
  keepEmpty: boolean;
  clean?: (value: string, element: number, component: number) => string;
  onLostRepetition?: (element: number) => void;
};

/** The text of a segment, its terminator included; values are escaped where there is a release character. */
export function segmentText(
  { tag, elements, repeats }: OutgoingSegment,
  separators: Separators,
  { keepEmpty, clean = (value) => value, onLostRepetition }: SegmentWriting,
): string {
  const { component, element, repetition, terminator } = separators;
  const trimmed = (values: readonly string[]) => (keepEmpty ? values : withoutTrailing(values));
  const elementText = (value: OutgoingElement, index: number) =>
    trimmed(typeof value === "string" ? [value] : value)
      .map((one, at) => escaped(clean(one, index + 1, at + 1), separators))
      .join(component);
  const written = elements.map((value, index) => {
    const first = elementText(value, index);
    const further = repeats?.[index] ?? [];
    if (further.length === 0) return first;
    if (repetition !== undefined)
      return [first, ...further.map((one) => elementText(one, index))].join(repetition);
    onLostRepetition?.(index + 1);
    return first;
  });
  return [tag, ...trimmed(written)].join(element) + terminator;
}

/** A value with its service characters escaped by the release character. */
function escaped(value: string, separators: Separators): string {
  const { component, element, release, repetition, terminator } = separators;
  if (release === undefined) return value;
  const service = [component, element, release, repetition, terminator];
  let text = "";
  for (const character of value) text += service.includes(character) ? release + character : character;
  return text;
}

function withoutTrailing(values: readonly string[]): readonly string[] {
  let length = values.length;
  while (length > 0 && values[length - 1] === "") length -= 1;
  return values.slice(0, length);
}
