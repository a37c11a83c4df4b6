import { encodingOf, iso2022 } from "./charset.ts";
import type { Chunked } from "./chunked.ts";
import { Findings, type Limits } from "./finding.ts";
import { componentOf } from "./segment.ts";
import { tokenise } from "./tokenise.ts";

/** A stretch of the text in one encoding: from `offset` (UTF-16 units) to the next part. */
export type DecodedPart = { offset: number; encoding: string };

/**
 * Text of a file. Each interchange is decoded by itself: `parts` are in the order of the text, the first one at 0;
 * interchanges of a file in plain ASCII share one. `byteOrderMark` is the number of bytes before the first character.
 */
export type Decoded = { text: string; byteOrderMark: number; parts: readonly DecodedPart[] };

/** Bytes of one interchange: from `from` (in bytes) to the next; `declared` is its syntax identifier (0001). */
type EncodedPart = { from: number; line: number; declared?: string };

const chunkLength = 128 * 1024;

/** Begins an escape sequence of ISO 2022 (UNOX). */
const escapeByte = 0x1b;

/**
 * Decodes bytes. A byte order mark of UTF-16 decides for the whole file; else each interchange is plain ASCII, valid
 * UTF-8 (which senders label as UNOC), the charset of its UNB, or ISO 8859-1. ISO 8859-1 is decoded as its superset
 * windows-1252, which senders label as UNOC, too.
 */
export function* decode(bytes: Uint8Array, findings: Findings, limits: Limits): Chunked<Decoded> {
  const wide = utf16Of(bytes);
  if (wide) {
    const text = yield* decodeAs(bytes.subarray(wide.markLength), wide.encoding);
    return { text, byteOrderMark: wide.markLength, parts: [{ offset: 0, encoding: wide.encoding }] };
  }
  if (isEbcdic(bytes)) findings.add("charset-ebcdic", { offset: 0, line: 1 });
  const byteOrderMark = hasUtf8Mark(bytes) ? 3 : 0;
  const body = bytes.subarray(byteOrderMark);
  const encodedParts = yield* partsOf(body, limits);
  const parts: DecodedPart[] = [];
  let text = "";
  for (const [index, part] of encodedParts.entries()) {
    const { from, line } = part;
    const content = body.subarray(from, encodedParts[index + 1]?.from);
    const decoded = yield* decodePart(content, part.declared);
    const position = { offset: text.length, line };
    for (const [code, ...values] of decoded.findings) findings.add(code, position, ...values);
    parts.push({ offset: text.length, encoding: decoded.encoding });
    text += decoded.text;
  }
  return { text, byteOrderMark, parts };
}

const hasUtf8Mark = ([first, second, third]: Uint8Array): boolean =>
  first === 0xef && second === 0xbb && third === 0xbf;

function utf16Of(bytes: Uint8Array): { encoding: string; markLength: number } | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return { encoding: "utf-16le", markLength: 2 };
  if (first === 0xfe && second === 0xff) return { encoding: "utf-16be", markLength: 2 };
  // 'UN' in two bytes each, without a byte order mark.
  if (first === 0x55 && second === 0 && third === 0x4e && fourth === 0)
    return { encoding: "utf-16le", markLength: 0 };
  if (first === 0 && second === 0x55 && third === 0 && fourth === 0x4e)
    return { encoding: "utf-16be", markLength: 0 };
  return undefined;
}

/** Whether a file begins with UNA or UNB in EBCDIC. */
const isEbcdic = ([first, second, third]: Uint8Array): boolean =>
  first === 0xe4 && second === 0xd5 && (third === 0xc1 || third === 0xc2);

/**
 * The parts of a file that are decoded separately: one, where its bytes mean the same in every encoding or it has a
 * single UNB, else one for each interchange up to the limit.
 */
function* partsOf(bytes: Uint8Array, limits: Limits): Chunked<EncodedPart[]> {
  const whole: EncodedPart = { from: 0, line: 1 };
  if ((yield* isAscii(bytes)) && !bytes.includes(escapeByte)) return [whole];
  // One character a byte.
  const text = yield* decodeAs(bytes, "iso-8859-1");
  const segments = yield* tokenise(text, new Findings(), limits);
  const parts: EncodedPart[] = [];
  for (const [index, segment] of segments.entries()) {
    if (segment.tag !== "UNB") continue;
    if (parts.length === limits.interchanges) break;
    const before = segments[index - 1];
    const { offset, line } = before?.tag === "UNA" ? before : segment;
    // Text before the first interchange is decoded with it.
    const start = parts.length === 0 ? whole : { from: offset, line };
    parts.push({ ...start, declared: componentOf(segment, 0) });
  }
  return parts.length === 0 ? [whole] : parts;
}

/** Whether bytes are ASCII; stops at the first byte that is not. */
function* isAscii(bytes: Uint8Array): Chunked<boolean> {
  for (let index = 0; index < bytes.length; index += 1) {
    if ((bytes[index] ?? 0) > 0x7f) return false;
    if (index % chunkLength === chunkLength - 1) yield;
  }
  return true;
}

type PartFinding = [
  code: "charset-label-wrong" | "charset-not-supported" | "charset-invalid-bytes",
  ...values: string[],
];

function* decodePart(
  bytes: Uint8Array,
  declared = "",
): Chunked<{ text: string; encoding: string; findings: PartFinding[] }> {
  if (yield* isAscii(bytes)) {
    const encoding = declared === "UNOX" && bytes.includes(escapeByte) ? iso2022 : "ascii";
    return { text: yield* decodeAs(bytes, encoding), encoding, findings: [] };
  }
  const expected = encodingOf(declared);
  const strict = yield* decodeUtf8(bytes);
  if (strict !== undefined) {
    const isLabelled = declared === "" || expected === "utf-8";
    const findings: PartFinding[] = isLabelled ? [] : [["charset-label-wrong", declared, "utf-8"]];
    return { text: strict, encoding: "utf-8", findings };
  }
  const isSingleByte = expected !== undefined && expected !== "ascii" && expected !== "utf-8";
  const encoding = isSingleByte ? expected : "iso-8859-1";
  const findings: PartFinding[] = [];
  if (declared !== "" && expected === undefined) findings.push(["charset-not-supported", declared]);
  if (expected === "utf-8") findings.push(["charset-invalid-bytes", "utf-8", encoding]);
  return { text: yield* decodeAs(bytes, encoding), encoding, findings };
}

function* decodeAs(bytes: Uint8Array, encoding: string, fatal = false): Chunked<string> {
  const decoder = new TextDecoder(encoding, { fatal, ignoreBOM: true });
  let text = "";
  for (let from = 0; from < bytes.length; from += chunkLength) {
    text += decoder.decode(bytes.subarray(from, from + chunkLength), { stream: true });
    yield;
  }
  return text + decoder.decode();
}

/** The text of valid UTF-8, also where a line was broken within a character, or undefined. */
function* decodeUtf8(bytes: Uint8Array): Chunked<string | undefined> {
  const text = yield* decodeStrictly(bytes);
  if (text !== undefined) return text;
  const rejoined = yield* withWholeCharacters(bytes);
  return rejoined && (yield* decodeStrictly(rejoined));
}

function* decodeStrictly(bytes: Uint8Array): Chunked<string | undefined> {
  try {
    return yield* decodeAs(bytes, "utf-8", true);
  } catch (error) {
    // A strict decoder throws this for invalid bytes.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** The bytes of a character that follow its first, by the first; undefined where no character begins with it. */
const following = (lead: number): number | undefined =>
  lead < 0x80 ? 0 : lead < 0xc2 ? undefined : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : lead < 0xf5 ? 3 : undefined;

/**
 * A copy in which a line break within a UTF-8 character is moved behind it: files are wrapped by bytes. Undefined where
 * there is no such break, or the bytes cannot be UTF-8.
 */
function* withWholeCharacters(bytes: Uint8Array): Chunked<Uint8Array | undefined> {
  const copy = new Uint8Array(bytes.length);
  let length = 0;
  let missing = 0;
  let breaks: number[] = [];
  let isMoved = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (missing > 0 && (byte === 10 || byte === 13)) {
      breaks.push(byte);
      // More than CRLF is not one line break.
      if (breaks.length > 2) return undefined;
      continue;
    }
    if (missing > 0 && byte >> 6 !== 0b10) return undefined;
    const next = missing > 0 ? missing - 1 : following(byte);
    if (next === undefined) return undefined;
    missing = next;
    copy[length] = byte;
    length += 1;
    if (missing === 0 && breaks.length > 0) {
      copy.set(breaks, length);
      length += breaks.length;
      breaks = [];
      isMoved = true;
    }
    if (index % chunkLength === chunkLength - 1) yield;
  }
  return isMoved && missing === 0 ? copy : undefined;
}

/** The index of the part that holds an offset. */
function partAt(parts: readonly DecodedPart[], offset: number): number {
  let low = 0;
  for (let high = parts.length - 1; low < high; ) {
    const middle = Math.ceil((low + high) / 2);
    if ((parts[middle]?.offset ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The encoding at an offset of the text. */
export const encodingAt = (parts: readonly DecodedPart[], offset: number): string =>
  parts[partAt(parts, offset)]?.encoding ?? "ascii";

/**
 * The number of the file's bytes between two offsets of the decoded text, e.g. to cut an interchange out of it. Takes
 * time in proportion to the distance.
 */
export function byteLengthBetween({ text, parts }: Decoded, from: number, to: number): number {
  let bytes = 0;
  for (let index = partAt(parts, from); index < parts.length; index += 1) {
    const part = parts[index];
    if (!part || part.offset >= to) break;
    const end = Math.min(to, parts[index + 1]?.offset ?? to);
    bytes += lengthIn(part.encoding, text, Math.max(from, part.offset), end);
  }
  return bytes;
}

function lengthIn(encoding: string, text: string, from: number, to: number): number {
  if (encoding.startsWith("utf-16")) return (to - from) * 2;
  if (encoding !== "utf-8" && encoding !== "text" && encoding !== iso2022) return to - from;
  let bytes = 0;
  // ISO 2022-JP changes between one and two bytes with a sequence of three.
  let isWide = text.charCodeAt(from - 1) > 0x7f;
  for (let index = from; index < to; index += 1) {
    const unit = text.charCodeAt(index);
    if (encoding === iso2022) {
      const isNowWide = unit > 0x7f;
      bytes += (isNowWide ? 2 : 1) + (isNowWide === isWide ? 0 : 3);
      isWide = isNowWide;
    } else {
      // Each half of a surrogate pair is two of the pair's four bytes.
      bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
    }
  }
  return bytes;
}
