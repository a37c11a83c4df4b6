export const hasBreak = (text: string): boolean => text.includes("\n") || text.includes("\r");

/** A text without its line breaks. */
export const withoutBreaks = (text: string): string => (hasBreak(text) ? text.replace(/[\r\n]+/g, "") : text);

/** Whether a character is a line break; also of an undefined one. */
export const isBreak = (character: string | undefined): boolean => character === "\n" || character === "\r";

/** The number of line breaks between two offsets, and the offset after the last of them. CRLF is one, at its LF. */
export function breaksBetween(
  text: string,
  from: number,
  to: number,
): { count: number; end: number | undefined } {
  let count = 0;
  let end: number | undefined;
  for (let index = from; index < to; index += 1) {
    const code = text.charCodeAt(index);
    if (code !== 10 && (code !== 13 || text.charCodeAt(index + 1) === 10)) continue;
    count += 1;
    end = index + 1;
  }
  return { count, end };
}

/** The end of the line that begins at an offset, without its line break. */
function lineEndAt(text: string, from: number): number {
  let index = from;
  while (index < text.length && !isBreak(text[index])) index += 1;
  return index;
}

/** Lines that are compared: eight that all end with a segment by chance do not happen in a wrapped file. */
const maxLines = 8;
const minWidth = 20;

/** The end of a file, or the next interchange on a line of its own. */
const interchangeEnd = /[\s\p{Cc}]{0,16}(?:UN[AB]|$)/uy;

function isInterchangeEnd(text: string, offset: number): boolean {
  interchangeEnd.lastIndex = offset;
  return interchangeEnd.test(text);
}

/**
 * Whether the lines from `lineStart` on have one width and break wherever they are full, as mainframes write them:
 * then no line break is data or ends a segment. Undefined where too few lines follow to tell.
 */
export function isWrappedAt(text: string, lineStart: number, terminator: string): boolean | undefined {
  let width = 0;
  let isCut = false;
  let from = lineStart;
  for (let line = 0; line < maxLines; line += 1) {
    const end = lineEndAt(text, from);
    if (line === 0) width = end - from;
    if (width < minWidth) return false;
    const isLast = end - from < width ? isInterchangeEnd(text, end) : end >= text.length;
    if (end - from > width || (end - from < width && !isLast)) return false;
    if (isLast) return line < 2 ? undefined : isCut;
    // Records of fixed length are filled up with blanks.
    isCut ||= !text.slice(from, end).trimEnd().endsWith(terminator);
    from = text.startsWith("\r\n", end) ? end + 2 : end + 1;
  }
  return isCut;
}
