import { isBreak, withoutBreaks } from "./lines.ts";

/**
 * The service characters of an interchange, each one character. `release` and `repetition` are absent where the
 * interchange has none; `repetition` exists from syntax 4 on.
 */
export type Separators = {
  component: string;
  element: string;
  decimal: string;
  release?: string;
  repetition?: string;
  terminator: string;
};

/** The separators without a service string advice (ISO 9735, level A). */
export const defaultSeparators: Separators = {
  component: ":",
  element: "+",
  decimal: ".",
  release: "?",
  terminator: "'",
};

/** Level B without a service string advice: the information separators of ASCII, and no release character. */
export const informationSeparators: Separators = {
  component: "\x1f",
  element: "\x1d",
  decimal: ".",
  terminator: "\x1c",
};

/** A segment is not split beyond these: no directory comes near them. */
export const maxElements = 512;
export const maxComponents = 512;
/** In UTF-16 units. */
export const maxSegmentLength = 64 * 1024;

/**
 * What the segments of an interchange share: one object for all of them, since a large file has a million. With
 * `ignoresBreaks`, line breaks inside a segment are not data.
 */
export type SegmentContext = { text: string; separators: Separators; ignoresBreaks: boolean };

type Values = readonly (readonly string[])[];

/**
 * One segment of the text. `number` counts the segments of the file from 1; `offset` and `end` are UTF-16 units of
 * the decoded text, `end` after the terminator; `line` counts from 1. `elements[e][c]` is the unescaped value of
 * component c of element e; further repetitions (syntax 4) are in `repeats[e]`. Both are split at every access, since
 * the values of a large file take many times its memory: hold on to them while you use them. The service string advice
 * is a segment with the tag UNA and its characters as one value; text that is not a segment, and a binary object, have
 * the empty tag and no elements.
 */
export class Segment {
  readonly #context: SegmentContext;

  constructor(
    context: SegmentContext,
    readonly tag: string,
    readonly number: number,
    readonly offset: number,
    readonly end: number,
    readonly line: number,
  ) {
    this.#context = context;
  }

  get separators(): Separators {
    return this.#context.separators;
  }

  /** Whether line breaks inside the segment are not data: its values are without them. */
  get ignoresBreaks(): boolean {
    return this.#context.ignoresBreaks;
  }

  get elements(): Values {
    if (this.tag === "UNA") return [[adviceIn(this.#context.text.slice(this.offset, this.end))]];
    if (this.tag === "") return [];
    const raw = this.#context.text.slice(this.offset, Math.min(this.end, this.offset + maxSegmentLength));
    const { release, repetition: repeated } = this.separators;
    if ((release === undefined || !raw.includes(release)) && repeated === undefined)
      return this.split(this.ignoresBreaks ? withoutBreaks(raw) : raw);
    const elements: string[][] = [];
    for (const { element, repetition, component, offset, end } of valueRanges(this.#context.text, this)) {
      if (repetition > 0) continue;
      const components = elements[element] ?? [];
      if (component === 0) elements.push(components);
      components.push(this.unescape(offset, end));
    }
    return elements;
  }

  get repeats(): Readonly<Record<number, Values>> | undefined {
    if (this.separators.repetition === undefined) return undefined;
    const repeats: Record<number, string[][]> = {};
    for (const { element, repetition, component, offset, end } of valueRanges(this.#context.text, this)) {
      if (repetition === 0) continue;
      const list = repeats[element] ?? [];
      repeats[element] = list;
      const components = list[repetition - 1] ?? [];
      if (component === 0) list.push(components);
      components.push(this.unescape(offset, end));
    }
    return Object.keys(repeats).length > 0 ? repeats : undefined;
  }

  /** The fast path, for segments without release or repetition characters: nearly all. */
  private split(raw: string): Values {
    const { element, component, terminator } = this.separators;
    const body = raw.endsWith(terminator) ? raw.slice(0, -1) : raw;
    const elements: string[][] = [];
    // The first part is the tag.
    for (let at = body.indexOf(element); at >= 0 && elements.length < maxElements; ) {
      const next = body.indexOf(element, at + 1);
      elements.push(componentsIn(next < 0 ? body.slice(at + 1) : body.slice(at + 1, next), component));
      at = next;
    }
    return elements;
  }

  private unescape(from: number, end: number): string {
    const written = this.#context.text.slice(from, end);
    const raw = this.ignoresBreaks ? withoutBreaks(written) : written;
    const { release } = this.separators;
    if (release === undefined || !raw.includes(release)) return raw;
    let value = "";
    let begin = 0;
    for (let at = raw.indexOf(release); at >= 0; at = raw.indexOf(release, at + 2)) {
      value += raw.slice(begin, at);
      begin = at + 1;
    }
    return value + raw.slice(begin);
  }
}

const componentsIn = (value: string, separator: string): string[] =>
  value.includes(separator) ? value.split(separator, maxComponents) : [value];

/** The characters of a service string advice; with a line break in it, it is longer than nine characters. */
const adviceIn = (written: string): string =>
  (written.length > 9 ? withoutBreaks(written) : written).slice(3);

/** The value of a component, empty where the segment has none; `element` and `component` count from 0. */
export const componentOf = (segment: Segment | undefined, element: number, component = 0): string =>
  segment?.elements[element]?.[component] ?? "";

/** The place of a value in the text: all counts from 0, `offset` and `end` without separators. */
export type ValueRange = {
  element: number;
  repetition: number;
  component: number;
  offset: number;
  end: number;
};

/**
 * The place of every value of a segment in the text, up to the limits of splitting. `text` is the decoded text that the
 * segment was read from.
 */
export function valueRanges(text: string, segment: Segment): ValueRange[] {
  const { component, element, release, repetition, terminator } = segment.separators;
  const ranges: ValueRange[] = [];
  if (segment.tag === "UNA" || segment.tag === "") return ranges;
  const at = { element: -1, repetition: 0, component: 0 };
  let from = segment.offset;
  const close = (end: number) => {
    const { element: place, repetition: turn, component: part } = at;
    if (place >= 0 && place < maxElements && part < maxComponents)
      ranges.push({ element: place, repetition: turn, component: part, offset: from, end });
    from = end + 1;
  };
  let index = segment.offset;
  const limit = Math.min(segment.end, segment.offset + maxSegmentLength);
  for (; index < limit; index += 1) {
    const character = text[index];
    if (character === release) {
      index += 1;
      while (segment.ignoresBreaks && isBreak(text[index])) index += 1;
    } else if (character === terminator) {
      break;
    } else if (character === element) {
      close(index);
      at.element += 1;
      at.repetition = 0;
      at.component = 0;
    } else if (character === component) {
      close(index);
      at.component += 1;
    } else if (character === repetition) {
      close(index);
      at.repetition += 1;
      at.component = 0;
    }
  }
  close(Math.min(index, limit));
  return ranges;
}

/** The segment's own text, terminator included. */
export const rawOf = (text: string, segment: Segment): string => text.slice(segment.offset, segment.end);
