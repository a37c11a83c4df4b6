import { withoutBreaks } from "./lines.ts";

const isCapital = (code: number): boolean => code >= 65 && code <= 90;
const isSign = (code: number): boolean => isCapital(code) || (code >= 48 && code <= 57);

/** Whether a text has the form of a tag: a capital letter, and two capital letters or digits. */
export const isTag = (text: string): boolean => text.length === 3 && isTagAt(text, 0);

/** Whether the three characters at `offset` have the form of a tag. */
export const isTagAt = (text: string, offset: number): boolean =>
  isCapital(text.charCodeAt(offset)) &&
  isSign(text.charCodeAt(offset + 1)) &&
  isSign(text.charCodeAt(offset + 2));

/** One string for all segments with the same tag, since a large file has a million of them. */
export class TagCache {
  private readonly tags = new Map<number, string>();

  /** The tag between two offsets. */
  between(text: string, from: number, end: number): string {
    if (end - from !== 3 || !isTagAt(text, from)) return withoutBreaks(text.slice(from, end)).trim();
    const key = (text.charCodeAt(from) << 16) | (text.charCodeAt(from + 1) << 8) | text.charCodeAt(from + 2);
    const cached = this.tags.get(key);
    if (cached !== undefined) return cached;
    const tag = text.slice(from, end);
    this.tags.set(key, tag);
    return tag;
  }
}
