import type { Segment } from "./segment.ts";

/** An error refuses the message or interchange, a warning and a note do not. */
export type Severity = "error" | "warning" | "note";

/**
 * A position in the text. `offset` counts UTF-16 units of the decoded text from 0, `line` from 1. `segment` is the
 * number of the segment in the file, from 1 (`segments[segment - 1]`); `element` counts the data elements after
 * the tag from 1, `component` the components in it from 1.
 */
export type Position = {
  offset: number;
  line: number;
  segment?: number;
  element?: number;
  component?: number;
};

/**
 * An observation of the reader or writer. `syntaxError` is the code of data element 0085 that a CONTRL reports;
 * findings without one are reported as unspecified.
 */
export type Finding = {
  code: FindingCode;
  syntaxError?: string;
  severity: Severity;
  position: Position;
  words: string;
};

type Definition = { severity: Severity; words: string; syntaxError?: string };

const ofSeverity =
  (severity: Severity) =>
  (words: string, syntaxError?: string): Definition => ({ severity, words, syntaxError });
const error = ofSeverity("error");
const warning = ofSeverity("warning");
const note = ofSeverity("note");

/** Every kind of finding, with its code of 0085 if it has one. `{0}`, `{1}` … are replaced with values. */
export const findingDefinitions = {
  "nothing-to-read": error("The file holds no EDIFACT segment."),
  "file-too-large": error("Only the first {0} of {1} bytes were read."),
  "too-many-segments": error("Reading stopped here, after {0} segments."),
  "too-many-envelopes": error(
    "From here on, after {0} interchanges and {1} messages, groups and objects, segments are only listed.",
  ),
  "charset-not-supported": error(
    "The character set {0} is not supported; the text is shown as ISO 8859-1.",
    "46",
  ),
  "charset-label-wrong": warning("The interchange says {0}, but its bytes are {1}; they were read as {1}."),
  "charset-invalid-bytes": warning("The bytes are not valid {0}; they were read as {1}.", "21"),
  "charset-ebcdic": error(
    "The file is in EBCDIC, which is not read: convert it to ASCII or ISO 8859-1 first.",
  ),
  "character-outside-charset": warning("The segment holds characters that {0} does not have.", "21"),
  "lower-case-in-unoa": note("UNOA has no lower-case letters, the segment has."),
  "control-character": warning("The segment holds control characters.", "21"),
  "line-break-in-segment": note("Segments run over more than one line; the line breaks are read as data."),
  "line-breaks-left-out": note(
    "Segments run over more than one line; the line breaks are not data and were left out.",
  ),
  "una-malformed": warning("The service string advice '{0}' cannot be used as it is; read with '{1}'.", "22"),
  "una-reserved": note("The service string advice names '{0}' where syntax {1} reserves a space."),
  "separators-disagree": warning("UNB is followed by '{0}' and not by the element separator '{1}'.", "20"),
  "release-at-end": warning("The release character has nothing after it.", "20"),
  "terminator-by-line": note("Segments end with line breaks, which no service string advice says."),
  "object-length-wrong": error("The object is not as long as UNO says: '{0}'.", "37"),
  "segment-not-ended": error("The segment {0} has no terminator.", "13"),
  "last-terminator-missing": warning("The last segment, {0}, has no terminator.", "13"),
  "segment-too-long": error("Only the first {0} characters of the segment were split into elements.", "39"),
  "segment-tag-invalid": error("'{0}' is not a segment tag.", "12"),
  "empty-segment": note("A segment terminator without a segment."),
  "text-outside-interchange": warning("{0} characters are outside an interchange."),
  "too-many-elements": error("The segment {0} has more elements or components than can be read.", "16"),
  "unexpected-element": warning("The segment {0} holds more than the directory gives it.", "16"),
  "header-missing": error("{0} without {1} before it: {1} is missing or damaged.", "13"),
  "trailer-missing": error("{0} without {1} after it.", "13"),
  "security-not-checked": note("The security segments (USH to UST) are not checked."),
  "segment-outside-message": error("The segment {0} is outside a message.", "33"),
  "reference-missing": error("{0} has no reference.", "13"),
  "partner-missing": error("UNB names no {0}.", "13"),
  "reference-mismatch": error("{0} has the reference '{1}', {2} has '{3}'.", "28"),
  "count-invalid": error("{0} has no readable count: '{1}'.", "37"),
  "count-mismatch": error("{0} counts {1} {3}, there are {2}.", "29"),
  "date-invalid": warning("'{0}' is not a date and time of preparation.", "12"),
  "groups-and-messages-mixed": error(
    "The interchange holds messages both inside and outside functional groups.",
    "30",
  ),
  "nothing-inside": error("There is no message inside.", "32"),
  "duplicate-interchange": error("The file holds interchange '{0}' of these partners more than once.", "26"),
  "duplicate-message": error("The interchange holds message '{0}' more than once.", "26"),
  "message-type-unknown": warning("No structure is known for {0} messages."),
  "segment-missing": error("The message has no {0}.", "13"),
  "trigger-missing": warning("The segment {0} is in segment group {1} without its {2}.", "13"),
  "segment-out-of-order": note("The segment {0} comes later than the directory puts it."),
  "segment-unexpected": warning("The segment {0} has no place here.", "15"),
  "segment-repeated": warning("The segment {0} occurs more often than the directory allows.", "35"),
  "character-replaced": warning("'{0}' is not in {1}; '{2}' was written.", "21"),
  "separators-unusable": error("The separators '{0}' are not distinct; the default ones were written.", "22"),
  "tag-unusable": error("'{0}' cannot be written as a tag.", "12"),
  "repetition-unusable": error(
    "Repetitions need syntax 4 and a repetition separator; only the first was written.",
    "35",
  ),
  "more-findings": note("{0} more findings are not listed."),
};

/** The name of a kind of finding. */
export type FindingCode = keyof typeof findingDefinitions;

const inWords = (template: string, values: readonly (string | number)[]) =>
  template.replace(/\{(\d)\}/g, (_, index) => printable(String(values[Number(index)] ?? "")));

/** Quotations in a message are short and visible, whatever the file contains. */
const printable = (value: string) =>
  (value.length > 60 ? `${value.slice(0, 60)}…` : value).replace(
    /\p{Cc}/gu,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );

const maxPerCode = 1000;
const maxInAll = 5000;

/**
 * Collects findings within bounds, so that a hostile file cannot exhaust the memory: at most `maxPerCode` of one kind
 * and `maxInAll` altogether are listed, the rest are counted.
 */
export class Findings {
  private readonly listed: Finding[] = [];
  private readonly counts = new Map<FindingCode, number>();
  private dropped = 0;
  private droppedError = false;

  add(code: FindingCode, position: Position, ...values: readonly (string | number)[]): void {
    const count = (this.counts.get(code) ?? 0) + 1;
    this.counts.set(code, count);
    const { syntaxError, severity, words } = findingDefinitions[code];
    if (count > maxPerCode || this.listed.length >= maxInAll) {
      this.dropped += 1;
      if (severity === "error") this.droppedError = true;
      return;
    }
    this.listed.push({
      code,
      ...(syntaxError === undefined ? {} : { syntaxError }),
      severity,
      position,
      words: inWords(words, values),
    });
  }

  /**
   * In the order of the text; a last finding counts those that are not listed, and is an error if one of them is.
   */
  list(): Finding[] {
    const sorted = this.listed.toSorted((one, other) => one.position.offset - other.position.offset);
    const last = sorted.at(-1);
    if (this.dropped === 0 || !last) return sorted;
    const { offset, line } = last.position;
    const { severity, words } = findingDefinitions["more-findings"];
    return [
      ...sorted,
      {
        code: "more-findings",
        severity: this.droppedError ? "error" : severity,
        position: { offset, line },
        words: inWords(words, [this.dropped]),
      },
    ];
  }
}

/** The position of a segment, or of an element of it (from 1), for a finding. */
export const positionOf = ({ offset, line, number: segment }: Segment, element?: number): Position =>
  element === undefined ? { offset, line, segment } : { offset, line, segment, element };

/** Reading stops with a finding at these. */
export type Limits = {
  /** Bytes, or characters where a string is read. */
  length: number;
  segments: number;
  /** Interchanges that are opened; the segments of further ones are only listed. */
  interchanges: number;
  /** Messages, functional groups and packages that are opened. */
  messages: number;
};

/** Enough for any interchange; a file that reaches one of these needs a few hundred megabytes of memory. */
export const defaultLimits: Limits = {
  length: 64 * 1024 * 1024,
  segments: 1_000_000,
  interchanges: 10_000,
  messages: 100_000,
};
