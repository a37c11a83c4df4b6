import {
  type Advice,
  adviceAt,
  isWrappedAt,
  lineTerminatorAt,
  separatorsOfHeader,
  unbrokenAt,
  withRepetition,
} from "./advice.ts";
import { encodingOf } from "./charset.ts";
import type { Findings } from "./finding.ts";
import { usualLimits } from "./limits.ts";
import { Objects } from "./objects.ts";
import { Outside } from "./outside.ts";
import { holds, type Scanned, Scanner } from "./scan.ts";
import {
  componentOf,
  holdsBreak,
  isBreak,
  longestSegment,
  Segment,
  type Separators,
  usualSeparators,
  withoutBreaks,
} from "./segment.ts";
import type { Sliced } from "./slices.ts";

/** UNB+UNOC:3: as much of a header as tells its syntax. */
const headerStart = 10;

/** Characters between two pauses. */
const slice = 16 * 1024;

const letter = { A: 0x41, B: 0x42, N: 0x4e, U: 0x55 };

/** Whether UNA or UNB may stand here, also with line breaks in it; `last` is its last letter. */
function maySay(text: string, offset: number, last: number): boolean {
  if (text.charCodeAt(offset) !== letter.U) return false;
  const second = text.charCodeAt(offset + 1);
  if (second !== letter.N) return second === 10 || second === 13;
  const third = text.charCodeAt(offset + 2);
  return third === last || third === 10 || third === 13;
}

/** Tags that have been met, one text for all segments of that name, since a large file has a million of them. */
class Tags {
  private readonly known = new Map<number, string>();

  /** A segment's tag, as it stands between two offsets. */
  between(text: string, from: number, end: number): string {
    const isUsual =
      end - from === 3 && isCapital(text, from) && isSign(text, from + 1) && isSign(text, from + 2);
    if (!isUsual) return withoutBreaks(text.slice(from, end)).trim();
    const key = (text.charCodeAt(from) << 16) | (text.charCodeAt(from + 1) << 8) | text.charCodeAt(from + 2);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const tag = text.slice(from, end);
    this.known.set(key, tag);
    return tag;
  }
}

const isCapital = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 65 && code <= 90;
};

const isSign = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
};

const tagPattern = /^[A-Z][A-Z0-9]{2}$/;
/** The character sets in whose repertoire a line break is not: levels A to C. */
const plainLevel = /^(?:UNO[ABC])?$/;

/**
 * Splits decoded text into segments, with every service string advice, text that isn't a segment, and the position of
 * each: nothing but white space between segments is left out. Takes any text; what is wrong becomes a finding.
 * `encoding` tells how long a binary object is, whose length is given in bytes.
 */
export function* tokenise(
  text: string,
  findings: Findings,
  limits = usualLimits,
  encoding = "text",
): Sliced<Segment[]> {
  const tokeniser = new Tokeniser(text, findings, encoding);
  let pauseAt = slice;
  while (tokeniser.next()) {
    if (tokeniser.segments.length >= limits.segments) {
      findings.add("too-many-segments", tokeniser.position(), tokeniser.segments.length);
      break;
    }
    if (tokeniser.offset < pauseAt && !tokeniser.isSearching) continue;
    yield;
    pauseAt = tokeniser.offset + slice;
  }
  return tokeniser.segments;
}

class Tokeniser {
  readonly segments: Segment[] = [];
  offset = 0;
  private line = 1;
  private separators: Separators = usualSeparators;
  private readonly scanner = new Scanner();
  private advice: Advice | undefined;
  private inside = false;
  private syntaxIdentifier = "";
  private noticedLower = false;
  private noticedHigh = false;
  private joins = true;
  private wrapped: boolean | undefined;
  private noticedBreak = false;
  private inBlanks = false;
  private readonly outside: Outside;
  private readonly objects: Objects;
  private readonly tags = new Tags();
  // Whether a line break is one of the separators.
  private breaksSeparate = false;

  constructor(
    private readonly text: string,
    private readonly findings: Findings,
    encoding: string,
  ) {
    this.objects = new Objects(text, encoding);
    this.outside = new Outside(text);
    this.scanner.use(usualSeparators);
  }

  /** Whether the end of text that is no segment is still being looked for. */
  get isSearching(): boolean {
    return this.outside.isSearching;
  }

  position() {
    return { offset: this.offset, line: this.line, segment: this.segments.length + 1 };
  }

  /** Reads one more segment, or passes over some of the blanks before it; false at the end of the text. */
  next(): boolean {
    if (this.isSearching) {
      this.takeOther();
      return true;
    }
    if (!this.skipBlanks()) return true;
    const { text, offset } = this;
    if (offset >= text.length) return false;
    const advice = maySay(text, offset, letter.A) ? adviceAt(text, offset, this.inside) : undefined;
    const header = !advice && maySay(text, offset, letter.B) ? this.headerHere() : undefined;
    if (advice) this.takeAdvice(advice);
    else if (header !== undefined) this.takeHeader(header);
    else if (this.inside || this.looksLikeSegment()) this.takeSegment();
    else this.takeOther();
    return true;
  }

  /** The first characters of a UNB that stands here, without line breaks. */
  private headerHere(): string | undefined {
    const { text, offset } = this;
    const written = text.slice(offset, offset + headerStart);
    const isBroken = holdsBreak(written);
    if (!isBroken && !written.startsWith("UNB")) return undefined;
    const characters = isBroken ? unbrokenAt(text, offset, headerStart).characters : written;
    return /^UNB[^A-Z0-9]/.test(characters) ? characters : undefined;
  }

  /** Passes over what stands between segments; false when there is more of it than one piece of work. */
  private skipBlanks(): boolean {
    const { text, separators } = this;
    const end = Math.min(text.length, this.offset + slice);
    for (; this.offset < end; this.offset += 1) {
      const code = text.charCodeAt(this.offset);
      if (code === 10 || (code === 13 && text.charCodeAt(this.offset + 1) !== 10)) this.line += 1;
      else if (code !== 13 && code !== 32 && code !== 9 && code !== 0xfeff && code !== 0 && code !== 0x1a) {
        if (text[this.offset] !== separators.terminator) {
          this.inBlanks = false;
          return true;
        }
        // Terminators with no segment before them: one finding tells of all that follow one another.
        if (!this.inBlanks) this.findings.add("empty-segment", this.position());
        this.inBlanks = true;
      }
    }
    return end === text.length;
  }

  private takeAdvice(advice: Advice) {
    const { text, offset, findings } = this;
    const characters = text.slice(offset + 3, offset + advice.length);
    this.advice = advice;
    if (advice.mended) {
      const { component, element, decimal, release, terminator } = advice.separators;
      const used = [component, element, decimal, release ?? " ", " ", terminator].join("");
      findings.add("una-malformed", this.position(), characters, used);
    }
    this.separate(advice.separators);
    this.inside = false;
    this.push("UNA", offset + advice.length);
  }

  /** `header`: UNB+UNOC:3, as far as it goes. */
  private takeHeader(header: string) {
    const { advice, offset, text } = this;
    const separator = header[3] ?? "";
    const { separators, disagrees } = separatorsOfHeader(separator, advice?.separators);
    if (disagrees) {
      const expected = advice?.separators.element ?? usualSeparators.element;
      this.findings.add("separators-disagree", this.position(), separator, expected);
    }
    const lineTerminator = advice ? undefined : lineTerminatorAt(text, offset);
    if (lineTerminator !== undefined) this.findings.add("terminator-by-line", this.position());
    const terminated =
      lineTerminator === undefined ? separators : { ...separators, terminator: lineTerminator };
    const [, identifier = "", mark = "", version = ""] = /^([A-Z]*)(.?)(\d?)/s.exec(header.slice(4)) ?? [];
    const syntax = mark === separators.component ? version : "";
    this.syntaxIdentifier = identifier;
    this.noticedLower = false;
    this.noticedHigh = false;
    if (/^[4-9]$/.test(syntax))
      this.separate(withRepetition(terminated, advice?.reserved, advice !== undefined));
    else {
      this.separate(terminated);
      if (advice?.reserved)
        this.findings.add("una-reserved", this.position(), advice.reserved, syntax || "3");
    }
    const { component, element, release, repetition } = this.separators;
    const isService =
      this.breaksSeparate &&
      (isBreak(component) || isBreak(element) || isBreak(release) || isBreak(repetition));
    this.joins = !isService && (plainLevel.test(identifier) || this.isWrapped());
    this.inside = true;
    this.takeSegment();
    this.advice = undefined;
  }

  /** Looked at once: a file is written in one way. */
  private isWrapped(): boolean {
    this.wrapped ??= isWrappedAt(this.text, this.offset, this.separators.terminator);
    return this.wrapped;
  }

  private separate(separators: Separators) {
    if (this.separators === separators) return;
    this.separators = separators;
    this.scanner.use(separators);
    const { component, element, release, repetition, terminator } = separators;
    this.breaksSeparate = [component, element, release, repetition, terminator].some(isBreak);
  }

  /** Outside an interchange only what has the form of a segment is read as one. */
  private looksLikeSegment() {
    const { text, offset, separators } = this;
    const after = text[offset + 3];
    return (
      tagPattern.test(text.slice(offset, offset + 3)) &&
      (after === separators.element || after === separators.component || after === separators.terminator)
    );
  }

  private takeSegment() {
    const { text, offset, findings } = this;
    const end = Math.min(text.length, offset + longestSegment);
    const found = this.scanner.scan(text, offset, end, this.joins);
    const isLong = !found.ended && found.end === end && end < text.length;
    if (isLong) {
      const next = text.indexOf(this.separators.terminator, end);
      found.end = next < 0 ? text.length : next;
      found.ended = next >= 0;
      findings.add("segment-too-long", this.position(), longestSegment);
    }
    const tag = this.tags.between(text, offset, found.tagEnd);
    if (!found.ended) findings.add("segment-not-ended", this.position(), tag);
    if (!tagPattern.test(tag)) findings.add("segment-tag-invalid", this.position(), tag);
    if (found.overfull) findings.add("too-many-elements", this.position(), tag);
    if (found.releasedNothing) findings.add("release-at-end", this.position());
    if (found.seen > holds.plain) this.noticeCharacters(found);
    const holdsBreaks = isLong || this.breaksSeparate || (found.seen & holds.lineBreak) !== 0;
    this.push(tag, found.end + (found.ended ? 1 : 0), holdsBreaks);
    if (tag === "UNZ") {
      this.inside = false;
      this.joins = true;
      this.separate(usualSeparators);
    } else if (tag === "UNH" || tag === "UNG") this.inside = true;
    else if (tag === "UNO" && this.inside) this.takeObject();
  }

  /** The bytes of a binary object, which may be any: UNO tells how many they are, and UNP comes after them. */
  private takeObject() {
    const { offset, separators } = this;
    const written = componentOf(this.segments.at(-1), 3);
    const { end, isRight } = this.objects.after(offset, written, separators.element);
    if (!isRight) this.findings.add("object-length-wrong", this.position(), written);
    if (end > offset) this.push("", end);
  }

  private noticeCharacters({ seen }: Scanned) {
    const { findings, syntaxIdentifier } = this;
    if (seen & holds.control) findings.add("control-character", this.position());
    if (seen & holds.lineBreak && !this.noticedBreak) {
      this.noticedBreak = true;
      findings.add(this.joins ? "line-breaks-left-out" : "line-break-in-segment", this.position());
    }
    if (seen & holds.lower && syntaxIdentifier === "UNOA" && !this.noticedLower) {
      this.noticedLower = true;
      findings.add("lower-case-in-unoa", this.position());
    }
    if (seen & holds.high && encodingOf(syntaxIdentifier) === "ascii" && !this.noticedHigh) {
      this.noticedHigh = true;
      findings.add("character-outside-charset", this.position(), syntaxIdentifier);
    }
  }

  /** Text up to the next interchange, kept as a segment without a tag. */
  private takeOther() {
    const end = this.outside.next(this.offset);
    if (end === undefined) return;
    this.findings.add("text-outside-interchange", this.position(), end - this.offset);
    this.push("", end);
  }

  private push(tag: string, end: number, holdsBreaks = true) {
    const { text, offset, line, separators, segments } = this;
    segments.push(new Segment(text, tag, segments.length + 1, offset, end, line, separators, this.joins));
    this.offset = end;
    if (holdsBreaks) this.line += breaksIn(text, offset, end);
  }
}

/** The line breaks between two offsets; CRLF is one, and counted where its second half is. */
function breaksIn(text: string, from: number, end: number): number {
  let count = 0;
  for (let index = from; index < end; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 10 || (code === 13 && text.charCodeAt(index + 1) !== 10)) count += 1;
  }
  return count;
}
