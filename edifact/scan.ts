import type { Separators } from "./segment.ts";

/** Kinds of characters; those from `component` on mean something to the scanner, the others are only noticed. */
const kind = {
  plain: 0,
  lower: 1,
  high: 2,
  control: 3,
  lineBreak: 4,
  component: 5,
  element: 6,
  repetition: 7,
};
const release = 8;
const terminator = 9;
const pastLimit = 10;

/** What a scanned stretch of text holds, as bits. */
export const holds = {
  plain: 1 << kind.plain,
  lower: 1 << kind.lower,
  high: 1 << kind.high,
  control: 1 << kind.control,
  lineBreak: 1 << kind.lineBreak,
};

const usualKinds = new Uint8Array(0x10000).map((_, code) => {
  if (code === 10 || code === 13) return kind.lineBreak;
  if (code < 32 || code === 127) return kind.control;
  if (code > 127) return kind.high;
  return code >= 97 && code <= 122 ? kind.lower : kind.plain;
});

/** More of one segment is not split: no directory has as many. */
const mostElements = 512;
const mostComponents = 512;

const oneEmpty: readonly string[] = [""];

/**
 * One segment as it was found. `end` is after its last character and before the terminator; `ended` says whether
 * there is one. `seen` has the bits of `holds`.
 */
export type Scanned = {
  tag: string;
  elements: (readonly string[])[];
  repeats?: Record<number, string[][]>;
  values: number;
  end: number;
  ended: boolean;
  releasedNothing: boolean;
  overfull: boolean;
  seen: number;
};

/** Splits one segment after the other, with the separators that hold at the moment. */
export class Scanner {
  private readonly kinds = usualKinds.slice();
  private separators: Separators | undefined;

  use(separators: Separators): void {
    if (this.separators)
      for (const code of codesOf(this.separators)) this.kinds[code] = usualKinds[code] ?? 0;
    this.separators = separators;
    const means = (character: string | undefined, meaning: number) => {
      if (character) this.kinds[character.charCodeAt(0)] = meaning;
    };
    means(separators.repetition, kind.repetition);
    means(separators.component, kind.component);
    means(separators.element, kind.element);
    means(separators.release, release);
    means(separators.terminator, terminator);
  }

  /** Splits the segment that begins at `from`, and stops before `limit` at the latest. Time grows with its length. */
  scan(text: string, from: number, limit: number): Scanned {
    const { kinds } = this;
    const found: Scanned = {
      tag: "",
      elements: [],
      values: 0,
      end: limit,
      ended: false,
      releasedNothing: false,
      overfull: false,
      seen: 0,
    };
    let seen = 0;
    let begin = from;
    let released = false;
    let components: string[] = [];
    let element = -1;
    let repetition = 0;
    let index = from;
    // Every character of a file passes here: plain variables and no function calls for the plain ones.
    for (; ; index += 1) {
      const what = index < limit ? (kinds[text.charCodeAt(index)] ?? 0) : pastLimit;
      if (what < kind.component) {
        seen |= 1 << what;
        continue;
      }
      if (what === release) {
        released = true;
        index += 1;
        if (index >= limit) found.releasedNothing = true;
        else seen |= 1 << Math.min(usualKinds[text.charCodeAt(index)] ?? 0, kind.lineBreak);
        continue;
      }
      const end = Math.min(index, limit);
      const raw = begin === end ? "" : text.slice(begin, end);
      begin = index + 1;
      if (components.length < mostComponents) components.push(released ? this.unescape(raw) : raw);
      else found.overfull = true;
      released = false;
      if (what === kind.component) continue;
      found.values += components.length;
      if (element < 0) found.tag = components[0] ?? "";
      else if (element >= mostElements) found.overfull = true;
      else if (repetition > 0) repeatsOf(found).push(components);
      else found.elements.push(components.length === 1 && components[0] === "" ? oneEmpty : components);
      if (what === kind.repetition && element >= 0) {
        repetition += 1;
      } else {
        repetition = 0;
        element += 1;
      }
      found.ended = what === terminator;
      if (what >= terminator) break;
      components = [];
    }
    found.end = Math.min(index, limit);
    found.seen = seen;
    return found;
  }

  private unescape(raw: string): string {
    const sign = this.separators?.release;
    if (!sign) return raw;
    let value = "";
    let from = 0;
    for (let at = raw.indexOf(sign); at >= 0; at = raw.indexOf(sign, at + 2)) {
      value += raw.slice(from, at);
      from = at + 1;
    }
    return value + raw.slice(from);
  }
}

function repeatsOf(found: Scanned): string[][] {
  found.repeats ??= {};
  const last = found.elements.length - 1;
  const list = found.repeats[last] ?? [];
  found.repeats[last] = list;
  return list;
}

const codesOf = (separators: Separators) =>
  [
    separators.component,
    separators.element,
    separators.release,
    separators.repetition,
    separators.terminator,
  ].flatMap((character) => (character ? [character.charCodeAt(0)] : []));
