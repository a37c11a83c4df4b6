import { encodingOf, escaped } from "./charset.ts";
import type { Chunked } from "./chunked.ts";
import type { Findings } from "./finding.ts";

/**
 * Text of a file. `encoding` is what its bytes were read as; `byteOrderMark` is the number of bytes before the first
 * character; `declared` is the first syntax identifier (0001), where one is found.
 */
export type Decoded = {
  text: string;
  encoding: string;
  byteOrderMark: number;
  declared?: string;
};

const chunk = 128 * 1024;

/** How far into a file its first UNB is looked for. */
const headOf = 64 * 1024;

const start = { offset: 0, line: 1 };

/** What begins an escape sequence (UNOX). */
const escapeByte = 0x1b;

/**
 * Reads bytes as text: a byte order mark decides, then plain ASCII, then valid UTF-8 (senders label it as UNOC), then
 * what the first UNB says, then ISO 8859-1. One encoding holds for the whole file. ISO 8859-1 is read as its
 * superset windows-1252, since senders label that as UNOC, too.
 */
export function* decode(bytes: Uint8Array, findings: Findings): Chunked<Decoded> {
  const mark = markOf(bytes);
  if (mark) {
    const body = bytes.subarray(mark.length);
    const text = yield* decodeAs(body, mark.encoding, false);
    const declared = declaredIn(text.slice(0, headOf));
    return { text, encoding: mark.encoding, byteOrderMark: mark.length, ...(declared && { declared }) };
  }
  const head = yield* decodeAs(bytes.subarray(0, headOf), "iso-8859-1", false);
  const declared = declaredIn(head);
  const named = { byteOrderMark: 0, ...(declared && { declared }) };
  const expected = declared === undefined ? undefined : encodingOf(declared);
  if (!(yield* holdsMoreThanAscii(bytes))) {
    if (declared === "UNOX" && bytes.includes(escapeByte))
      return { text: yield* decodeAs(bytes, escaped, false), encoding: escaped, ...named };
    const text = yield* decodeAs(bytes, "iso-8859-1", false);
    return { text, encoding: "ascii", ...named };
  }
  const strict = yield* decodeStrictly(bytes);
  if (strict !== undefined) {
    if (declared && expected !== "utf-8") findings.add("charset-label-wrong", start, declared, "utf-8");
    return { text: strict, encoding: "utf-8", ...named };
  }
  const encoding = single(expected);
  if (declared && expected === undefined) findings.add("charset-not-supported", start, declared);
  if (expected === "utf-8") findings.add("charset-invalid-bytes", start, "utf-8", encoding);
  return { text: yield* decodeAs(bytes, encoding, false), encoding, ...named };
}

const single = (encoding: string | undefined) =>
  encoding === undefined || encoding === "ascii" || encoding === "utf-8" ? "iso-8859-1" : encoding;

const declaredIn = (text: string) => /UNB[^A-Za-z0-9](UN[A-Z]{2})/.exec(text)?.[1];

function markOf(bytes: Uint8Array): { encoding: string; length: number } | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: "utf-8", length: 3 };
  if (first === 0xff && second === 0xfe) return { encoding: "utf-16le", length: 2 };
  if (first === 0xfe && second === 0xff) return { encoding: "utf-16be", length: 2 };
  // 'UN' in two bytes each, without a mark.
  if (first === 0x55 && second === 0 && third === 0x4e && fourth === 0)
    return { encoding: "utf-16le", length: 0 };
  if (first === 0 && second === 0x55 && third === 0 && fourth === 0x4e)
    return { encoding: "utf-16be", length: 0 };
  return undefined;
}

function* holdsMoreThanAscii(bytes: Uint8Array): Chunked<boolean> {
  for (let index = 0; index < bytes.length; index += 1) {
    if ((bytes[index] ?? 0) > 0x7f) return true;
    if (index % chunk === chunk - 1) yield;
  }
  return false;
}

function* decodeAs(bytes: Uint8Array, encoding: string, fatal: boolean): Chunked<string> {
  const decoder = new TextDecoder(encoding, { fatal, ignoreBOM: true });
  let text = "";
  for (let from = 0; from < bytes.length; from += chunk) {
    text += decoder.decode(bytes.subarray(from, from + chunk), { stream: true });
    yield;
  }
  return text + decoder.decode();
}

/** The text of valid UTF-8, or undefined: a strict decoder signals anything else by throwing. */
function* decodeStrictly(bytes: Uint8Array): Chunked<string | undefined> {
  try {
    return yield* decodeAs(bytes, "utf-8", true);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/**
 * The offset in bytes of an offset in the decoded text, e.g. to find a finding's place in the stored bytes. Reads
 * the text up to there where characters differ in length.
 */
export function byteOffsetOf({ text, encoding, byteOrderMark }: Decoded, offset: number): number {
  if (encoding.startsWith("utf-16")) return byteOrderMark + offset * 2;
  if (encoding === escaped) return escapedBytes(text.slice(0, offset));
  if (encoding !== "utf-8") return byteOrderMark + offset;
  let bytes = byteOrderMark;
  for (let index = 0; index < offset; index += 1) {
    const unit = text.charCodeAt(index);
    // Each half of a surrogate pair stands for two of the pair's four bytes.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
  }
  return bytes;
}

/** Bytes of a text in ISO 2022-JP, whose writer changes between one and two bytes only where it must. */
function escapedBytes(text: string): number {
  let bytes = 0;
  let isWide = false;
  for (const character of text) {
    const isNowWide = character > "\x7f";
    bytes += (isNowWide ? 2 : 1) + (isNowWide === isWide ? 0 : 3);
    isWide = isNowWide;
  }
  return bytes;
}
