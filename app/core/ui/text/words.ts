/** Whether a word is longer than `maxLength` letters, as none of a documented name is. */
export const hasLongWord = (text: string, maxLength = 20): boolean =>
  new RegExp(`\\S{${maxLength + 1}}`).test(text);

/**
 * The class of a text that may break anywhere, since one of its words is too long for any column: a column that may break
 * anywhere is squeezed to a few letters, and one that may not is as wide as its longest word.
 */
export const breakingLongWords = (text: string, maxLength?: number): string | undefined =>
  hasLongWord(text, maxLength) ? "wrap-anywhere" : undefined;
