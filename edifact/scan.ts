import { mostComponents, mostElements, type Separators } from "./segment.ts";

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

/** What a stretch of scanned text holds, as bits. */
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

/**
 * One segment as it was found, until the next is scanned. `tagEnd` is after its tag; `end` is after its last character
 * and before the terminator; `ended` says whether there is one. `seen` has the bits of `holds`.
 */
export type Scanned = {
  tagEnd: number;
  end: number;
  ended: boolean;
  releasedNothing: boolean;
  overfull: boolean;
  seen: number;
};

/** An envelope's segment at the start of a line: the segment before it has lost its terminator. */
const envelopeStart = /UN(?:A[\s\S]{5,6}\s{0,8}UNB|[BHTZGE][^A-Za-z0-9\s])/y;
const letterU = 0x55;

function startsEnvelope(text: string, at: number): boolean {
  envelopeStart.lastIndex = at;
  return envelopeStart.test(text);
}

/** Finds one segment after another, with the separators in force at the moment. */
export class Scanner {
  private readonly kinds = usualKinds.slice();
  private separators: Separators | undefined;
  // A file has up to a million segments: one result serves for all.
  private readonly found: Scanned = {
    tagEnd: 0,
    end: 0,
    ended: false,
    releasedNothing: false,
    overfull: false,
    seen: 0,
  };

  use(separators: Separators): void {
    if (this.separators === separators) return;
    if (this.separators) this.forget(this.separators);
    this.separators = separators;
    this.mean(separators.repetition, kind.repetition);
    this.mean(separators.component, kind.component);
    this.mean(separators.element, kind.element);
    this.mean(separators.release, release);
    this.mean(separators.terminator, terminator);
  }

  private mean(character: string | undefined, meaning: number): void {
    if (character) this.kinds[character.charCodeAt(0)] = meaning;
  }

  private forget({ component, element, release, repetition, terminator }: Separators): void {
    for (const character of [component, element, release, repetition, terminator])
      if (character) this.mean(character, usualKinds[character.charCodeAt(0)] ?? 0);
  }

  /**
   * Finds the end of the segment that begins at `from`, `limit` at the latest: its terminator, or the line break before
   * an envelope's segment. The time it takes grows with the segment's length. `joins`: line breaks are no data.
   */
  scan(text: string, from: number, limit: number, joins: boolean): Scanned {
    const { kinds } = this;
    let seen = 0;
    let tagEnd = -1;
    let elements = 0;
    let components = 0;
    let overfull = false;
    let releasedNothing = false;
    let ended = false;
    let index = from;
    // Every character of a file passes here: plain variables and no function calls.
    for (; index < limit; index += 1) {
      const what = kinds[text.charCodeAt(index)] ?? 0;
      if (what < kind.component) {
        seen |= 1 << what;
        if (
          what === kind.lineBreak &&
          text.charCodeAt(index + 1) === letterU &&
          startsEnvelope(text, index + 1)
        )
          break;
        continue;
      }
      if (what === release) {
        index += 1;
        while (joins && (text.charCodeAt(index) === 10 || text.charCodeAt(index) === 13)) {
          seen |= holds.lineBreak;
          index += 1;
        }
        if (index >= limit) releasedNothing = true;
        else seen |= 1 << Math.min(usualKinds[text.charCodeAt(index)] ?? 0, kind.lineBreak);
        continue;
      }
      if (tagEnd < 0) tagEnd = index;
      if (what === terminator) {
        ended = true;
        break;
      }
      if (what === kind.component) components += 1;
      else components = 0;
      if (what === kind.element) elements += 1;
      if (elements > mostElements || components >= mostComponents) overfull = true;
    }
    const { found } = this;
    found.end = Math.min(index, limit);
    found.tagEnd = tagEnd < 0 ? found.end : tagEnd;
    found.ended = ended;
    found.releasedNothing = releasedNothing;
    found.overfull = overfull;
    found.seen = seen;
    return found;
  }
}
