import { type Advice, Advices } from "./advice.ts";
import { encodingOf } from "./charset.ts";
import type { Chunked } from "./chunked.ts";
import type { Findings } from "./finding.ts";
import { defaultLimits } from "./limits.ts";
import { Objects } from "./objects.ts";
import { Outside } from "./outside.ts";
import { holds, type Scanned, Scanner } from "./scan.ts";
import {
  componentOf,
  defaultSeparators,
  isBreak,
  longestSegment,
  type Manner,
  Segment,
  type Separators,
} from "./segment.ts";
import { isWrappedAt, lineTerminatorAt, Syntaxes, separatesByBreak } from "./syntax.ts";
import { isTag, isTagAt, Tags } from "./tags.ts";

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

/**
 * Splits decoded text into segments, with every service string advice, text that isn't a segment, and the position of
 * each: nothing but white space between segments is left out. Takes any text; what is wrong becomes a finding.
 * `encoding` tells how long a binary object is, whose length is given in bytes.
 */
export function* tokenise(
  text: string,
  findings: Findings,
  limits = defaultLimits,
  encoding = "text",
): Chunked<Segment[]> {
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
  private manner: Manner;
  private readonly scanner = new Scanner();
  private advice: Advice | undefined;
  private inside = false;
  private syntaxIdentifier = "";
  private noticedLower = false;
  private noticedHigh = false;
  private wrapped: boolean | undefined;
  private noticedBreak = false;
  private inBlanks = false;
  private readonly outside: Outside;
  private readonly objects: Objects;
  private readonly tags = new Tags();
  private readonly advices = new Advices();
  private readonly syntaxes = new Syntaxes();
  // Whether a line break is one of the separators.
  private breaksSeparate = false;

  constructor(
    private readonly text: string,
    private readonly findings: Findings,
    encoding: string,
  ) {
    this.objects = new Objects(text, encoding);
    this.outside = new Outside(text);
    this.manner = { text, separators: defaultSeparators, joins: true };
    this.scanner.use(defaultSeparators);
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
    const advice = maySay(text, offset, letter.A) ? this.advices.at(text, offset, this.inside) : undefined;
    const header =
      !advice && maySay(text, offset, letter.B) ? this.syntaxes.headerAt(text, offset) : undefined;
    if (advice) this.takeAdvice(advice);
    else if (header !== undefined) this.takeHeader(header);
    else if (this.inside || this.looksLikeSegment()) this.takeSegment();
    else this.takeOther();
    return true;
  }

  /** Passes over what stands between segments; false when there is more of it than one piece of work. */
  private skipBlanks(): boolean {
    const { text } = this;
    const { separators } = this.manner;
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
    this.readBy(advice.separators, this.manner.joins);
    this.inside = false;
    this.push("UNA", offset + advice.length);
  }

  /** `header`: UNB+UNOC:3, as far as it goes. */
  private takeHeader(header: string) {
    const { advice, findings, offset, text } = this;
    const lineTerminator = advice ? undefined : lineTerminatorAt(text, offset);
    const syntax = this.syntaxes.of(header, advice, lineTerminator);
    const { separators, expected, reserved } = syntax;
    if (expected !== undefined)
      findings.add("separators-disagree", this.position(), header[3] ?? "", expected);
    if (lineTerminator !== undefined) findings.add("terminator-by-line", this.position());
    if (reserved) findings.add("una-reserved", this.position(), reserved, syntax.version || "3");
    this.syntaxIdentifier = syntax.identifier;
    this.noticedLower = false;
    this.noticedHigh = false;
    const { terminator } = separators;
    const joins = syntax.mayJoin && (syntax.isPlain || this.isWrapped(terminator));
    this.readBy(separators, joins);
    this.inside = true;
    this.takeSegment();
    this.advice = undefined;
  }

  /** Looked at once: a file is written in one way. */
  private isWrapped(terminator: string): boolean {
    this.wrapped ??= isWrappedAt(this.text, this.offset, terminator);
    return this.wrapped;
  }

  private readBy(separators: Separators, joins: boolean) {
    const { manner, text } = this;
    if (manner.separators === separators && manner.joins === joins) return;
    this.manner = { text, separators, joins };
    if (manner.separators === separators) return;
    this.scanner.use(separators);
    this.breaksSeparate = isBreak(separators.terminator) || separatesByBreak(separators);
  }

  /** Outside an interchange only what has the form of a segment is read as one. */
  private looksLikeSegment() {
    const { text, offset } = this;
    const { separators } = this.manner;
    const after = text[offset + 3];
    return (
      isTagAt(text, offset) &&
      (after === separators.element || after === separators.component || after === separators.terminator)
    );
  }

  private takeSegment() {
    const { text, offset, findings } = this;
    const end = Math.min(text.length, offset + longestSegment);
    const found = this.scanner.scan(text, offset, end, this.manner.joins);
    const isLong = !found.ended && found.end === end && end < text.length;
    if (isLong) {
      const next = text.indexOf(this.manner.separators.terminator, end);
      found.end = next < 0 ? text.length : next;
      found.ended = next >= 0;
      findings.add("segment-too-long", this.position(), longestSegment);
    }
    const tag = this.tags.between(text, offset, found.tagEnd);
    if (!found.ended) findings.add("segment-not-ended", this.position(), tag);
    if (!isTag(tag)) findings.add("segment-tag-invalid", this.position(), tag);
    if (found.overfull) findings.add("too-many-elements", this.position(), tag);
    if (found.releasedNothing) findings.add("release-at-end", this.position());
    if (found.seen > holds.plain) this.noticeCharacters(found);
    const holdsBreaks = isLong || this.breaksSeparate || (found.seen & holds.lineBreak) !== 0;
    this.push(tag, found.end + (found.ended ? 1 : 0), holdsBreaks);
    if (tag === "UNZ") {
      this.inside = false;
      this.readBy(defaultSeparators, true);
    } else if (tag === "UNH" || tag === "UNG") this.inside = true;
    else if (tag === "UNO" && this.inside) this.takeObject();
  }

  /** The bytes of a binary object, which may be any: UNO tells how many they are, and UNP comes after them. */
  private takeObject() {
    const { offset } = this;
    const { separators } = this.manner;
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
      findings.add(this.manner.joins ? "line-breaks-left-out" : "line-break-in-segment", this.position());
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
    const { text, offset, line, manner, segments } = this;
    segments.push(new Segment(manner, tag, segments.length + 1, offset, end, line));
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
