import { type Advice, AdviceReader } from "./advice.ts";
import { encodingOf } from "./charset.ts";
import type { Chunked } from "./chunked.ts";
import { defaultLimits, type Findings } from "./finding.ts";
import { breaksBetween, isBreak, isWrappedAt } from "./lines.ts";
import { BinaryObjects, MissingTerminator, NonSegmentText } from "./recovery.ts";
import { holds, isTag, isTagAt, Scanner, TagCache } from "./scan.ts";
import {
  componentOf,
  defaultSeparators,
  maxSegmentLength,
  Segment,
  type SegmentContext,
  type Separators,
} from "./segment.ts";
import { lineTerminatorAt, SyntaxReader, separatesByBreak } from "./syntax.ts";

/** Characters between two pauses. */
const chunkLength = 16 * 1024;

const letter = { A: 0x41, B: 0x42, N: 0x4e, U: 0x55 };

/**
 * Characters other than line breaks that are passed over between segments: tab, VT, FF, FS, substitute, space, NEL, the
 * byte order mark, NUL, and the ellipsis, which is how windows-1252 decodes NEL.
 */
const blanks = new Set([0x09, 0x0b, 0x0c, 0x1c, 0x1a, 0x20, 0x85, 0xfeff, 0x00, 0x2026]);

/** A cheap test: false where neither UNA nor UNB (ending in the letter `last`) begins, even with line breaks in it. */
function mayBegin(text: string, offset: number, last: number): boolean {
  if (text.charCodeAt(offset) !== letter.U) return false;
  const second = text.charCodeAt(offset + 1);
  if (second !== letter.N) return second === 10 || second === 13;
  const third = text.charCodeAt(offset + 2);
  return third === last || third === 10 || third === 13;
}

/**
 * Splits decoded text into segments, each with its position; service string advices and text that is not a segment are
 * included. Leaves out nothing but white space between segments. Accepts any text; errors become findings. `encodingAt`
 * gives the encoding at an offset: the length of a binary object is in bytes.
 */
export function* tokenise(
  text: string,
  findings: Findings,
  limits = defaultLimits,
  encodingAt: (offset: number) => string = () => "text",
): Chunked<Segment[]> {
  const tokeniser = new Tokeniser(text, findings, encodingAt);
  let pauseAt = chunkLength;
  while (tokeniser.next()) {
    if (tokeniser.segments.length >= limits.segments) {
      findings.add("too-many-segments", tokeniser.position(), tokeniser.segments.length);
      break;
    }
    if (tokeniser.offset < pauseAt && !tokeniser.isSearching) continue;
    yield;
    pauseAt = tokeniser.offset + chunkLength;
  }
  return tokeniser.segments;
}

class Tokeniser {
  readonly segments: Segment[] = [];
  offset = 0;
  private line = 1;
  private lineStart = 0;
  private context: SegmentContext;
  private readonly scanner = new Scanner();
  private readonly nonSegment: NonSegmentText;
  private readonly objects: BinaryObjects;
  private readonly missingTerminator: MissingTerminator;
  private readonly tags = new TagCache();
  private readonly advices = new AdviceReader();
  private readonly syntaxes = new SyntaxReader();
  private advice: Advice | undefined;
  private isInside = false;
  private syntaxIdentifier = "";
  private isWrapped = false;
  private checkedLine: number | undefined;
  private isAfterEmptySegment = false;
  private hasReportedLowerCase = false;
  private hasReportedHigh = false;
  private hasReportedBreak = false;
  // Whether a line break is one of the separators.
  private breaksSeparate = false;

  constructor(
    private readonly text: string,
    private readonly findings: Findings,
    encodingAt: (offset: number) => string,
  ) {
    this.objects = new BinaryObjects(text, encodingAt);
    this.nonSegment = new NonSegmentText(text);
    this.missingTerminator = new MissingTerminator(text);
    this.context = { text, separators: defaultSeparators, ignoresBreaks: true };
    this.scanner.use(defaultSeparators);
  }

  /** Whether the end of text that is not a segment is being searched for. */
  get isSearching(): boolean {
    return this.nonSegment.isSearching;
  }

  position() {
    return { offset: this.offset, line: this.line, segment: this.segments.length + 1 };
  }

  /** Reads one more segment, or skips some of the blanks before it; false at the end of the text. */
  next(): boolean {
    if (this.isSearching) {
      this.readNonSegment();
      return true;
    }
    if (!this.skipBlanks()) return true;
    const { text, offset } = this;
    if (offset >= text.length) return false;
    const advice = mayBegin(text, offset, letter.A)
      ? this.advices.at(text, offset, this.isInside)
      : undefined;
    const header =
      !advice && mayBegin(text, offset, letter.B) ? this.syntaxes.headerAt(text, offset) : undefined;
    if (advice) this.readAdvice(advice);
    else if (header !== undefined) this.readHeader(header);
    else if (this.isInside || this.looksLikeSegment()) this.readSegment();
    else this.readNonSegment();
    return true;
  }

  /** Skips the blanks between segments; false when there are more than fit into one chunk of work. */
  private skipBlanks(): boolean {
    const { text } = this;
    const terminator = this.context.separators.terminator.charCodeAt(0);
    const end = Math.min(text.length, this.offset + chunkLength);
    for (; this.offset < end; this.offset += 1) {
      const code = text.charCodeAt(this.offset);
      if (code === 10 || (code === 13 && text.charCodeAt(this.offset + 1) !== 10)) {
        this.line += 1;
        this.lineStart = this.offset + 1;
      } else if (code === terminator && code !== 13) {
        // One finding covers all terminators without a segment that follow one another.
        if (!this.isAfterEmptySegment) this.findings.add("empty-segment", this.position());
        this.isAfterEmptySegment = true;
      } else if (code !== 13 && !blanks.has(code)) {
        this.isAfterEmptySegment = false;
        return true;
      }
    }
    return end === text.length;
  }

  private readAdvice(advice: Advice) {
    const { text, offset, findings } = this;
    const characters = text.slice(offset + 3, offset + advice.length);
    this.advice = advice;
    if (advice.isRepaired) {
      const { component, element, decimal, release, terminator } = advice.separators;
      const used = [component, element, decimal, release ?? " ", " ", terminator].join("");
      findings.add("una-malformed", this.position(), characters, used);
    }
    this.use(advice.separators, this.context.ignoresBreaks);
    this.isInside = false;
    this.push("UNA", offset + advice.length);
  }

  /** `header`: UNB+UNOC:3, as much of it as there is. */
  private readHeader(header: string) {
    const { advice, findings, offset, text } = this;
    const lineTerminator = advice ? undefined : lineTerminatorAt(text, offset);
    const syntax = this.syntaxes.of(header, advice, lineTerminator);
    const { separators, expected, reserved } = syntax;
    if (expected !== undefined)
      findings.add("separators-disagree", this.position(), header[3] ?? "", expected);
    if (lineTerminator !== undefined) findings.add("terminator-by-line", this.position());
    if (reserved) findings.add("una-reserved", this.position(), reserved, syntax.version || "3");
    this.syntaxIdentifier = syntax.identifier;
    this.hasReportedLowerCase = false;
    this.hasReportedHigh = false;
    this.checkWrapping(separators.terminator);
    this.use(separators, syntax.mayIgnoreBreaks && (syntax.isPlain || this.isWrapped));
    this.isInside = true;
    this.readSegment();
    this.advice = undefined;
  }

  /** Interchanges in one line have the same wrapping, as have those with too few lines after them to tell. */
  private checkWrapping(terminator: string) {
    if (this.checkedLine === this.line) return;
    this.checkedLine = this.line;
    this.isWrapped =
      !isBreak(terminator) && (isWrappedAt(this.text, this.lineStart, terminator) ?? this.isWrapped);
  }

  private use(separators: Separators, ignoresBreaks: boolean) {
    const { context, text } = this;
    if (context.separators === separators && context.ignoresBreaks === ignoresBreaks) return;
    this.context = { text, separators, ignoresBreaks };
    if (context.separators === separators) return;
    this.scanner.use(separators);
    this.breaksSeparate = isBreak(separators.terminator) || separatesByBreak(separators);
  }

  /** Outside an interchange only text in the form of a segment is read as one. */
  private looksLikeSegment() {
    const { text, offset } = this;
    const { separators } = this.context;
    const after = text[offset + 3];
    return (
      isTagAt(text, offset) &&
      (after === separators.element || after === separators.component || after === separators.terminator)
    );
  }

  private readonly isEnvelopeAt = (offset: number): boolean =>
    !this.isWrapped && this.missingTerminator.isBefore(offset, this.context.separators);

  private readSegment() {
    const { text, offset, findings, context } = this;
    const end = Math.min(text.length, offset + maxSegmentLength);
    const scanned = this.scanner.scan(text, offset, end, context.ignoresBreaks, this.isEnvelopeAt);
    const isLong = !scanned.hasTerminator && scanned.end === end && end < text.length;
    if (isLong) {
      const next = text.indexOf(context.separators.terminator, end);
      scanned.end = next < 0 ? text.length : next;
      scanned.hasTerminator = next >= 0;
      findings.add("segment-too-long", this.position(), maxSegmentLength);
    }
    const tag = this.tags.between(text, offset, scanned.tagEnd);
    // UNZ is complete where its count and reference are right, which is checked with the envelope.
    if (!scanned.hasTerminator)
      findings.add(tag === "UNZ" ? "last-terminator-missing" : "segment-not-ended", this.position(), tag);
    if (!isTag(tag)) findings.add("segment-tag-invalid", this.position(), tag);
    if (scanned.isOverfull) findings.add("too-many-elements", this.position(), tag);
    if (scanned.releasesNothing) findings.add("release-at-end", this.position());
    if (scanned.seen > holds.plain) this.reportCharacters(scanned.seen);
    const mayHoldBreaks = isLong || this.breaksSeparate || (scanned.seen & holds.lineBreak) !== 0;
    const segment = this.push(tag, scanned.end + (scanned.hasTerminator ? 1 : 0), mayHoldBreaks);
    if (tag === "UNZ") {
      this.isInside = false;
      this.use(defaultSeparators, true);
    } else if (tag === "UNB" || tag === "UNG" || tag === "UNH") {
      this.isInside = true;
      this.missingTerminator.open(segment);
    } else if (tag === "UNO" && this.isInside) this.readObject(segment);
  }

  /** A binary object may hold any bytes: UNO gives its length, and UNP follows it. */
  private readObject(header: Segment) {
    const { offset } = this;
    const written = componentOf(header, 3);
    const { end, isRight } = this.objects.after(offset, written, this.context.separators.element);
    if (!isRight) this.findings.add("object-length-wrong", this.position(), written);
    if (end > offset) this.push("", end);
  }

  private reportCharacters(seen: number) {
    const { findings, syntaxIdentifier } = this;
    if (seen & holds.control) findings.add("control-character", this.position());
    if (seen & holds.lineBreak && !this.hasReportedBreak) {
      this.hasReportedBreak = true;
      const code = this.context.ignoresBreaks ? "line-breaks-left-out" : "line-break-in-segment";
      findings.add(code, this.position());
    }
    if (seen & holds.lower && syntaxIdentifier === "UNOA" && !this.hasReportedLowerCase) {
      this.hasReportedLowerCase = true;
      findings.add("lower-case-in-unoa", this.position());
    }
    if (seen & holds.high && encodingOf(syntaxIdentifier) === "ascii" && !this.hasReportedHigh) {
      this.hasReportedHigh = true;
      findings.add("character-outside-charset", this.position(), syntaxIdentifier);
    }
  }

  /** Text up to the next interchange, listed as a segment without a tag. */
  private readNonSegment() {
    const end = this.nonSegment.endAfter(this.offset);
    if (end === undefined) return;
    this.findings.add("text-outside-interchange", this.position(), end - this.offset);
    this.push("", end);
  }

  private push(tag: string, end: number, mayHoldBreaks = true): Segment {
    const { text, offset, line, context, segments } = this;
    const segment = new Segment(context, tag, segments.length + 1, offset, end, line);
    segments.push(segment);
    this.offset = end;
    if (mayHoldBreaks) {
      const breaks = breaksBetween(text, offset, end);
      this.line += breaks.count;
      this.lineStart = breaks.end ?? this.lineStart;
    }
    return segment;
  }
}
