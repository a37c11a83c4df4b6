/** A text without its marks, as people type it who have no key for them: 'Müller' is 'Muller'. */
const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "");

/**
 * What a search looks through, one text per line, each once; one with marks stands there without them as well. Blank
 * ones are left out.
 */
export function searchLines(texts: readonly (string | null | undefined)[]): string {
  const lines = texts.flatMap((text) => {
    const line = text?.trim();
    return line ? [line, plain(line)] : [];
  });
  return [...new Set(lines)].join("\n");
}

/** The digits of a phone number, by which it is found however it is written. */
export const phoneDigits = (phone: string | null | undefined): string => (phone ?? "").replace(/\D/g, "");

/**
 * A pattern for a letter that has no plain form, in SQL's quotes. Beside such letters alone can two letters or digits
 * stand where the index of three does not find them: what holds one has an index of its own.
 */
export const letterWithoutPlainForm =
  "'[^\\u0001-\\u007f\\u00c0-\\u00c5\\u00c7-\\u00cf\\u00d1-\\u00d6\\u00d9-\\u00dd\\u00e0-\\u00e5\\u00e7-\\u00ef\\u00f1-\\u00f6\\u00f9-\\u00fd\\u00ff]'";

/** The same for texts that are kept as they came, and have no plain form beside them: any letter beyond ASCII. */
export const letterBeyondAscii = "'[^\\u0001-\\u007f]'";
