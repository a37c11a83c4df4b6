import { encodeAs } from "./charset.ts";
import type { Reading } from "./read.ts";
import { segmentText } from "./segmentText.ts";

/**
 * Writes again what was read, each segment from its values: for a well-formed file the same text and bytes, its
 * service string advice, trailing empty values, groups, binary objects and line breaks between segments included. Line
 * breaks inside segments that are no data are left out, and so are release characters that release nothing.
 */
export function rewrite({ decoded, segments }: Pick<Reading, "decoded" | "segments">): {
  text: string;
  bytes: Uint8Array;
} {
  const { text, encoding, byteOrderMark } = decoded;
  const parts: string[] = [];
  let from = 0;
  for (const segment of segments) {
    const { tag, offset, end, separators } = segment;
    parts.push(text.slice(from, offset));
    const written = text.slice(offset, end);
    if (tag === "" || tag === "UNA") parts.push(written);
    else {
      const whole = segmentText(segment, separators, { keepEmpty: true });
      parts.push(written.endsWith(separators.terminator) ? whole : whole.slice(0, -1));
    }
    from = end;
  }
  parts.push(text.slice(from));
  const rewritten = parts.join("");
  const mark =
    encoding === "utf-8" ? [0xef, 0xbb, 0xbf] : encoding === "utf-16le" ? [0xff, 0xfe] : [0xfe, 0xff];
  const bytes = encodeAs(rewritten, encoding);
  return {
    text: rewritten,
    bytes: byteOrderMark === 0 ? bytes : Uint8Array.from([...mark, ...bytes]),
  };
}
