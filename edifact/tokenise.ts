import { type Advice, adviceAt, separatorsOfHeader, withRepetition } from "./advice.ts";
import { encodingOf } from "./charset.ts";
import type { Findings } from "./finding.ts";
import { holds, type Scanned, Scanner } from "./scan.ts";
import { longestSegment, Segment, type Separators, usualSeparators } from "./segment.ts";
import type { Sliced } from "./slices.ts";

/** How much is read of a file before reading stops with a finding. */
export type Limits = {
  /** Bytes, or characters where a string is read. */
  length: number;
  segments: number;
  /** Interchanges that are opened; the segments of further ones are only listed. */
  interchanges: number;
  /** Messages that are opened. */
  messages: number;
};

/** Enough for any interchange; a file that reaches one of these takes a few hundred megabytes of memory. */
export const usualLimits: Limits = {
  length: 64 * 1024 * 1024,
  segments: 1_000_000,
  interchanges: 10_000,
  messages: 100_000,
};

/** A service string advice and the UNB after it, which shows that it is one. */
const adviceLength = 32;

/** Characters between two pauses. */
const slice = 16 * 1024;

const tagPattern = /^[A-Z][A-Z0-9]{2}$/;
const interchangeStart = /UN(?:A[\s\S]{5,6}\s{0,8}UN[BGH]|B[^A-Za-z0-9\s])/g;
const missedTerminator = /[\r\n](?=UN(?:A[\s\S]{5,6}\s{0,8}UNB|[BHTZGE][^A-Za-z0-9\s]))/;
const lineBreaks = /\r\n|\r|\n/g;

/**
 * Splits decoded text into segments, with every service string advice, text that isn't a segment, and the position of
 * each: nothing but white space between segments is left out. Takes any text; what is wrong becomes a finding.
 */
export function* tokenise(text: string, findings: Findings, limits = usualLimits): Sliced<Segment[]> {
  const tokeniser = new Tokeniser(text, findings);
  let pauseAt = slice;
  while (tokeniser.next()) {
    if (tokeniser.segments.length >= limits.segments) {
      findings.add("too-many-segments", tokeniser.position(), tokeniser.segments.length);
      break;
    }
    if (tokeniser.offset < pauseAt) continue;
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

  constructor(
    private readonly text: string,
    private readonly findings: Findings,
  ) {
    this.scanner.use(usualSeparators);
  }

  position() {
    return { offset: this.offset, line: this.line, segment: this.segments.length + 1 };
  }

  /** Reads one more segment; false at the end of the text. */
  next(): boolean {
    this.skipBlanks();
    const { text, offset } = this;
    if (offset >= text.length) return false;
    const mayBeService = text.charCodeAt(offset) === 0x55;
    const advice = mayBeService ? adviceAt(text, offset, this.inside) : undefined;
    if (advice) this.takeAdvice(advice);
    else if (mayBeService && this.isHeader()) this.takeHeader();
    else if (this.inside || this.looksLikeSegment()) this.takeSegment();
    else this.takeOther();
    return true;
  }

  private isHeader() {
    const { text, offset } = this;
    return text.startsWith("UNB", offset) && !/[A-Z0-9]/.test(text[offset + 3] ?? "");
  }

  private skipBlanks() {
    const { text, separators } = this;
    for (; this.offset < text.length; this.offset += 1) {
      const code = text.charCodeAt(this.offset);
      if (code === 10 || (code === 13 && text.charCodeAt(this.offset + 1) !== 10)) this.line += 1;
      else if (code !== 13 && code !== 32 && code !== 9 && code !== 0xfeff && code !== 0 && code !== 0x1a) {
        // A terminator with no segment before it: one finding reports them all.
        if (text[this.offset] !== separators.terminator) return;
        this.findings.add("empty-segment", this.position());
      }
    }
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

  private takeHeader() {
    const { advice, offset, text } = this;
    const { separators, disagrees } = separatorsOfHeader(text, offset, advice?.separators);
    if (disagrees) {
      const expected = advice?.separators.element ?? usualSeparators.element;
      this.findings.add("separators-disagree", this.position(), text[offset + 3] ?? "", expected);
    }
    const position = this.position();
    this.separate(separators);
    this.takeSegment();
    const [identifier = "", version = ""] = this.segments.at(-1)?.elements[0] ?? [];
    this.syntaxIdentifier = identifier;
    this.noticed = { lower: false, high: false };
    if (/^[4-9]$/.test(version))
      this.separate(withRepetition(separators, advice?.reserved, advice !== undefined));
    else if (advice?.reserved) this.findings.add("una-reserved", position, advice.reserved, version || "3");
    this.inside = true;
    this.advice = undefined;
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
    let found = this.scanner.scan(text, offset, end);
    if (found.seen & holds.lineBreak) {
      const missed = missedTerminator.exec(text.slice(offset, found.end + adviceLength));
      if (missed && offset + missed.index < found.end)
        found = this.scanner.scan(text, offset, offset + missed.index);
    }
    if (!found.ended && found.end === end && end < text.length) {
      const next = text.indexOf(this.separators.terminator, end);
      found.end = next < 0 ? text.length : next;
      found.ended = next >= 0;
      findings.add("segment-too-long", this.position(), longestSegment);
    }
    const tag = found.tag.trim();
    if (!found.ended) findings.add("segment-not-ended", this.position(), tag);
    if (!tagPattern.test(tag)) findings.add("segment-tag-invalid", this.position(), tag);
    if (found.overfull) findings.add("too-many-elements", this.position(), tag);
    if (found.releasedNothing) findings.add("release-at-end", this.position());
    if (found.seen > holds.plain) this.noticeCharacters(found);
    this.push(tag, found.end + (found.ended ? 1 : 0));
    if (tag === "UNZ") {
      this.inside = false;
      this.separate(usualSeparators);
    }
  }

  private noticeCharacters({ seen }: Scanned) {
    const { findings, noticed, syntaxIdentifier } = this;
    if (seen & holds.control) findings.add("control-character", this.position());
    if (seen & holds.lineBreak) findings.add("line-break-in-segment", this.position());
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
    const { text, offset } = this;
    interchangeStart.lastIndex = offset + 1;
    const end = interchangeStart.exec(text)?.index ?? text.length;
    this.findings.add("text-outside-interchange", this.position(), end - offset);
    this.push("", end);
  }

  private push(tag: string, end: number) {
    const { text, offset, line, separators, segments } = this;
    segments.push(new Segment(text, tag, segments.length + 1, offset, end, line, separators));
    this.offset = end;
    const raw = text.slice(offset, end);
    if (raw.includes("\n") || raw.includes("\r")) this.line += raw.match(lineBreaks)?.length ?? 0;
  }
}
