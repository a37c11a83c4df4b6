import { serviceCharacters } from "./advice.ts";
import { withoutBreaks } from "./lines.ts";
import { maxComponents, maxElements, type Separators } from "./segment.ts";

/** Kinds of characters: the scanner acts on those from `component` on, and only records the others in `seen`. */
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

/** The bits of `Scanned.seen`. */
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

const letterU = 0x55;

/** Finds one segment after another, with the separators of the interchange. */
export class Scanner {
  private readonly kinds = usualKinds.slice();
  private separators: Separators | undefined;
  /**
   * The extent of one segment, which the next scan overwrites: a file has up to a million. `tagEnd` is after its tag;
   * `end` is after its last character and before the terminator, if it `hasTerminator`. `seen` has the bits of `holds`.
   */
  private readonly found = {
    tagEnd: 0,
    end: 0,
    hasTerminator: false,
    releasesNothing: false,
    isOverfull: false,
    seen: 0,
  };

  use(separators: Separators): void {
    if (this.separators === separators) return;
    for (const character of this.separators ? serviceCharacters(this.separators) : [])
      this.assign(character, usualKinds[character.charCodeAt(0)] ?? 0);
    this.separators = separators;
    this.assign(separators.repetition, kind.repetition);
    this.assign(separators.component, kind.component);
    this.assign(separators.element, kind.element);
    this.assign(separators.release, release);
    this.assign(separators.terminator, terminator);
  }

  private assign(character: string | undefined, meaning: number): void {
    if (character) this.kinds[character.charCodeAt(0)] = meaning;
  }

  /**
   * Finds the end of the segment that begins at `from`, `limit` at the latest: its terminator, or a line break before
   * which one is missing according to `isEnvelopeAt`. Takes time in proportion to the segment's length.
   */
  scan(
    text: string,
    from: number,
    limit: number,
    ignoresBreaks: boolean,
    isEnvelopeAt: (offset: number) => boolean,
  ) {
    const { kinds } = this;
    let seen = 0;
    let tagEnd = -1;
    let elements = 0;
    let components = 0;
    let isOverfull = false;
    let releasesNothing = false;
    let hasTerminator = false;
    let index = from;
    // Runs for every character of a file: plain variables and no function calls.
    for (; index < limit; index += 1) {
      const what = kinds[text.charCodeAt(index)] ?? 0;
      if (what < kind.component) {
        seen |= 1 << what;
        if (what === kind.lineBreak && text.charCodeAt(index + 1) === letterU && isEnvelopeAt(index + 1))
          break;
        continue;
      }
      if (what === release) {
        index += 1;
        while (ignoresBreaks && (text.charCodeAt(index) === 10 || text.charCodeAt(index) === 13)) {
          seen |= holds.lineBreak;
          index += 1;
        }
        if (index >= limit) releasesNothing = true;
        else seen |= 1 << Math.min(usualKinds[text.charCodeAt(index)] ?? 0, kind.lineBreak);
        continue;
      }
      if (tagEnd < 0) tagEnd = index;
      if (what === terminator) {
        hasTerminator = true;
        break;
      }
      if (what === kind.component) components += 1;
      else components = 0;
      if (what === kind.element) elements += 1;
      if (elements > maxElements || components >= maxComponents) isOverfull = true;
    }
    const { found } = this;
    found.end = Math.min(index, limit);
    found.tagEnd = tagEnd < 0 ? found.end : tagEnd;
    found.hasTerminator = hasTerminator;
    found.releasesNothing = releasesNothing;
    found.isOverfull = isOverfull;
    found.seen = seen;
    return found;
  }
}

const isCapital = (code: number): boolean => code >= 65 && code <= 90;
const isSign = (code: number): boolean => isCapital(code) || (code >= 48 && code <= 57);

/** Whether a text has the form of a tag: a capital letter, and two capital letters or digits. */
export const isTag = (text: string): boolean => text.length === 3 && isTagAt(text, 0);

/** Whether the three characters at `offset` have the form of a tag. */
export const isTagAt = (text: string, offset: number): boolean =>
  isCapital(text.charCodeAt(offset)) &&
  isSign(text.charCodeAt(offset + 1)) &&
  isSign(text.charCodeAt(offset + 2));

/** One string for all segments with the same tag, since a large file has a million of them. */
export class TagCache {
  private readonly tags = new Map<number, string>();

  /** The tag between two offsets. */
  between(text: string, from: number, end: number): string {
    if (end - from !== 3 || !isTagAt(text, from)) return withoutBreaks(text.slice(from, end)).trim();
    const key = (text.charCodeAt(from) << 16) | (text.charCodeAt(from + 1) << 8) | text.charCodeAt(from + 2);
    const cached = this.tags.get(key);
    if (cached !== undefined) return cached;
    const tag = text.slice(from, end);
    this.tags.set(key, tag);
    return tag;
  }
}
