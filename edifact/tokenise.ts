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
  private noticed = { lower: false, high: false };
  private joins = true;
  private wrapped: boolean | undefined;
  private noticedBreak = false;
  private inBlanks = false;
  private readonly outside: Outside;
  private readonly objects: Objects;
  private readonly tags = new Map<string, string>();

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
    const mayBeService = text.charCodeAt(offset) === 0x55;
    const advice = mayBeService ? adviceAt(text, offset, this.inside) : undefined;
    const header = mayBeService && !advice ? this.headerHere() : undefined;
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
    this.noticed = { lower: false, high: false };
    if (/^[4-9]$/.test(syntax))
      this.separate(withRepetition(terminated, advice?.reserved, advice !== undefined));
    else {
      this.separate(terminated);
      if (advice?.reserved)
        this.findings.add("una-reserved", this.position(), advice.reserved, syntax || "3");
    }
    const { component, element, release, repetition } = this.separators;
    const isService = [component, element, release, repetition].some(isBreak);
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
    this.separators = separators;
    this.scanner.use(separators);
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
    if (!found.ended && found.end === end && end < text.length) {
      const next = text.indexOf(this.separators.terminator, end);
      found.end = next < 0 ? text.length : next;
      found.ended = next >= 0;
      findings.add("segment-too-long", this.position(), longestSegment);
    }
    const tag = this.tagOf(found.tag);
    if (!found.ended) findings.add("segment-not-ended", this.position(), tag);
    if (!tagPattern.test(tag)) findings.add("segment-tag-invalid", this.position(), tag);
    if (found.overfull) findings.add("too-many-elements", this.position(), tag);
    if (found.releasedNothing) findings.add("release-at-end", this.position());
    if (found.seen > holds.plain) this.noticeCharacters(found);
    this.push(tag, found.end + (found.ended ? 1 : 0));
    if (tag === "UNZ") {
      this.inside = false;
      this.joins = true;
      this.separate(usualSeparators);
    } else if (tag === "UNH" || tag === "UNG") this.inside = true;
    else if (tag === "UNO" && this.inside) this.takeObject();
  }

  /** A segment's tag; one text for all segments of that name, since a large file has a million of them. */
  private tagOf(written: string): string {
    const tag = withoutBreaks(written).trim();
    if (!tagPattern.test(tag)) return tag;
    const known = this.tags.get(tag);
    if (known !== undefined) return known;
    this.tags.set(tag, tag);
    return tag;
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
    const { findings, noticed, syntaxIdentifier } = this;
    if (seen & holds.control) findings.add("control-character", this.position());
    if (seen & holds.lineBreak && !this.noticedBreak) {
      this.noticedBreak = true;
      findings.add(this.joins ? "line-breaks-left-out" : "line-break-in-segment", this.position());
    }
    if (seen & holds.lower && syntaxIdentifier === "UNOA" && !noticed.lower) {
      noticed.lower = true;
      findings.add("lower-case-in-unoa", this.position());
    }
    if (seen & holds.high && encodingOf(syntaxIdentifier) === "ascii" && !noticed.high) {
      noticed.high = true;
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

  private push(tag: string, end: number) {
    const { text, offset, line, separators, segments } = this;
    segments.push(new Segment(text, tag, segments.length + 1, offset, end, line, separators, this.joins));
    this.offset = end;
    this.line += breaksIn(text, offset, end);
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
