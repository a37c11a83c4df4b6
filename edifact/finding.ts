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

type Definition = { syntaxError?: string; severity: Severity; words: string };

/** Every kind of finding. `{0}`, `{1}` … are replaced with values. */
export const findingDefinitions = {
  "nothing-to-read": { severity: "error", words: "The file holds no EDIFACT segment." },
  "file-too-large": { severity: "error", words: "Only the first {0} of {1} bytes were read." },
  "too-many-segments": { severity: "error", words: "Reading stopped here, after {0} segments." },
  "too-many-envelopes": {
    severity: "error",
    words:
      "From here on, after {0} interchanges and {1} messages, groups and objects, segments are only listed.",
  },
  "charset-not-supported": {
    syntaxError: "46",
    severity: "error",
    words: "The character set {0} is not supported; the text is shown as ISO 8859-1.",
  },
  "charset-label-wrong": {
    severity: "warning",
    words: "The interchange says {0}, but its bytes are {1}; they were read as {1}.",
  },
  "charset-invalid-bytes": {
    syntaxError: "21",
    severity: "warning",
    words: "The bytes are not valid {0}; they were read as {1}.",
  },
  "charset-ebcdic": {
    severity: "error",
    words: "The file is in EBCDIC, which is not read: convert it to ASCII or ISO 8859-1 first.",
  },
  "character-outside-charset": {
    syntaxError: "21",
    severity: "warning",
    words: "The segment holds characters that {0} does not have.",
  },
  "lower-case-in-unoa": { severity: "note", words: "UNOA has no lower-case letters, the segment has." },
  "control-character": {
    syntaxError: "21",
    severity: "warning",
    words: "The segment holds control characters.",
  },
  "line-break-in-segment": {
    severity: "note",
    words: "Segments run over more than one line; the line breaks are read as data.",
  },
  "line-breaks-left-out": {
    severity: "note",
    words: "Segments run over more than one line; the line breaks are not data and were left out.",
  },
  "una-malformed": {
    syntaxError: "22",
    severity: "warning",
    words: "The service string advice '{0}' cannot be used as it is; read with '{1}'.",
  },
  "una-reserved": {
    severity: "note",
    words: "The service string advice names '{0}' where syntax {1} reserves a space.",
  },
  "separators-disagree": {
    syntaxError: "20",
    severity: "warning",
    words: "UNB is followed by '{0}' and not by the element separator '{1}'.",
  },
  "release-at-end": {
    syntaxError: "20",
    severity: "warning",
    words: "The release character has nothing after it.",
  },
  "terminator-by-line": {
    severity: "note",
    words: "Segments end with line breaks, which no service string advice says.",
  },
  "object-length-wrong": {
    syntaxError: "37",
    severity: "error",
    words: "The object is not as long as UNO says: '{0}'.",
  },
  "segment-not-ended": {
    syntaxError: "13",
    severity: "error",
    words: "The segment {0} has no terminator.",
  },
  "last-terminator-missing": {
    syntaxError: "13",
    severity: "warning",
    words: "The last segment, {0}, has no terminator.",
  },
  "segment-too-long": {
    syntaxError: "39",
    severity: "error",
    words: "Only the first {0} characters of the segment were split into elements.",
  },
  "segment-tag-invalid": {
    syntaxError: "12",
    severity: "error",
    words: "'{0}' is not a segment tag.",
  },
  "empty-segment": { severity: "note", words: "A segment terminator without a segment." },
  "text-outside-interchange": {
    severity: "warning",
    words: "{0} characters are outside an interchange.",
  },
  "too-many-elements": {
    syntaxError: "16",
    severity: "error",
    words: "The segment {0} has more elements or components than can be read.",
  },
  "unexpected-element": {
    syntaxError: "16",
    severity: "warning",
    words: "The segment {0} holds more than the directory gives it.",
  },
  "header-missing": {
    syntaxError: "13",
    severity: "error",
    words: "{0} without {1} before it: {1} is missing or damaged.",
  },
  "trailer-missing": { syntaxError: "13", severity: "error", words: "{0} without {1} after it." },
  "security-not-checked": {
    severity: "note",
    words: "The security segments (USH to UST) are not checked.",
  },
  "segment-outside-message": {
    syntaxError: "33",
    severity: "error",
    words: "The segment {0} is outside a message.",
  },
  "reference-missing": { syntaxError: "13", severity: "error", words: "{0} has no reference." },
  "partner-missing": { syntaxError: "13", severity: "error", words: "UNB names no {0}." },
  "reference-mismatch": {
    syntaxError: "28",
    severity: "error",
    words: "{0} has the reference '{1}', {2} has '{3}'.",
  },
  "count-invalid": { syntaxError: "37", severity: "error", words: "{0} has no readable count: '{1}'." },
  "count-mismatch": {
    syntaxError: "29",
    severity: "error",
    words: "{0} counts {1} {3}, there are {2}.",
  },
  "date-invalid": {
    syntaxError: "12",
    severity: "warning",
    words: "'{0}' is not a date and time of preparation.",
  },
  "groups-and-messages-mixed": {
    syntaxError: "30",
    severity: "error",
    words: "The interchange holds messages both inside and outside functional groups.",
  },
  "nothing-inside": { syntaxError: "32", severity: "error", words: "There is no message inside." },
  "duplicate-interchange": {
    syntaxError: "26",
    severity: "error",
    words: "The file holds interchange '{0}' of these partners more than once.",
  },
  "duplicate-message": {
    syntaxError: "26",
    severity: "error",
    words: "The interchange holds message '{0}' more than once.",
  },
  "message-type-unknown": { severity: "warning", words: "No structure is known for {0} messages." },
  "segment-missing": { syntaxError: "13", severity: "error", words: "The message has no {0}." },
  "trigger-missing": {
    syntaxError: "13",
    severity: "warning",
    words: "The segment {0} is in segment group {1} without its {2}.",
  },
  "segment-out-of-order": {
    severity: "note",
    words: "The segment {0} comes later than the directory puts it.",
  },
  "segment-unexpected": {
    syntaxError: "15",
    severity: "warning",
    words: "The segment {0} has no place here.",
  },
  "segment-repeated": {
    syntaxError: "35",
    severity: "warning",
    words: "The segment {0} occurs more often than the directory allows.",
  },
  "character-replaced": {
    syntaxError: "21",
    severity: "warning",
    words: "'{0}' is not in {1}; '{2}' was written.",
  },
  "separators-unusable": {
    syntaxError: "22",
    severity: "error",
    words: "The separators '{0}' are not distinct; the default ones were written.",
  },
  "tag-unusable": { syntaxError: "12", severity: "error", words: "'{0}' cannot be written as a tag." },
  "repetition-unusable": {
    syntaxError: "35",
    severity: "error",
    words: "Repetitions need syntax 4 and a repetition separator; only the first was written.",
  },
  "more-findings": { severity: "note", words: "{0} more findings are not listed." },
} satisfies Record<string, Definition>;

/** The name of a kind of finding. */
export type FindingCode = keyof typeof findingDefinitions;

const definitionOf = (code: FindingCode): Definition => findingDefinitions[code];

const inWords = (template: string, values: readonly (string | number)[]) =>
  template.replace(/\{(\d)\}/g, (_, index) => printable(String(values[Number(index)] ?? "")));

/** Quotations in a message are short and visible, whatever the file contains. */
const printable = (value: string) =>
  (value.length > 60 ? `${value.slice(0, 60)}…` : value).replace(
    /\p{Cc}/gu,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );

/**
 * Collects findings within bounds, so that a hostile file cannot exhaust the memory: at most `maxPerCode` of one kind
 * and `maxInAll` altogether are listed, the rest are counted.
 */
export class Findings {
  private readonly listed: Finding[] = [];
  private readonly counts = new Map<FindingCode, number>();
  private dropped = 0;
  private droppedError = false;

  constructor(
    private readonly maxPerCode = 1000,
    private readonly maxInAll = 5000,
  ) {}

  add(code: FindingCode, position: Position, ...values: readonly (string | number)[]): void {
    const count = (this.counts.get(code) ?? 0) + 1;
    this.counts.set(code, count);
    const { syntaxError, severity, words } = definitionOf(code);
    if (count > this.maxPerCode || this.listed.length >= this.maxInAll) {
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
    const { severity, words } = definitionOf("more-findings");
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

/** The position of a segment, or of an element or component of it (both from 1), for a finding. */
export function positionOf(segment: Segment, element?: number, component?: number): Position {
  const { offset, line, number } = segment;
  if (element === undefined) return { offset, line, segment: number };
  return { offset, line, segment: number, element, ...(component !== undefined && { component }) };
}

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
