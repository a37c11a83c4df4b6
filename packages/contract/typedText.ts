/** Reads what people type, paste and look for: texts that look the same are the same (find#folding). */

/** What keyboards, phones, spreadsheets and mail put for a plain character. */
export const lookalikes = {
  "'": "\u2018\u2019\u201b\u02bc\u02bb\u02b9\u2032\u00b4\u0060\uff07",
  '"': "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\uff02",
  "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d",
} as const;

const plainOf = new Map(
  Object.entries(lookalikes).flatMap(([plain, others]) =>
    [...others].map((other) => [other, plain] as const),
  ),
);
const anyLookalike = new RegExp(`[${[...plainOf.keys()].join("")}]`, "gu");

/** Most texts are plain, and lists of thousands are searched. */
const isPlain = /^[\x20-_a-~\n]*$/;
const fullWidth = /[\uff01-\uff5e]/gu;
const fullWidthOffset = 0xfee0;

/**
 * A text as a plain keyboard writes it: without invisible characters, with plain apostrophes, quotes, hyphens, digits
 * and blanks, and its letters composed.
 */
export const plainText = (text: string): string =>
  isPlain.test(text)
    ? text
    : text
        .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
        .normalize("NFC")
        .replace(anyLookalike, (one) => plainOf.get(one) ?? one)
        .replace(fullWidth, (one) => String.fromCodePoint((one.codePointAt(0) ?? 0) - fullWidthOffset))
        .replace(/[^\S\n]/gu, " ");

/** A text without diacritics, as typed on a keyboard without them: 'Müller' is 'Muller'. */
export const unmarked = (text: string): string =>
  isPlain.test(text) ? text : text.normalize("NFD").replace(/\p{M}/gu, "");

const address = "[^\\s<>@,;]+@[^\\s<>@,;]+";
const namedAddress = new RegExp(`<\\s*(${address})\\s*>[,;.]?$`);
const mailto = new RegExp(`^mailto:\\s*(${address}?)(?:\\?.*)?$`, "i");

/**
 * What was typed or pasted to look something up, or as a number: plain, with single blanks, and without what the place
 * that it was copied from put around it: quotes, the apostrophe of a spreadsheet, the comma or full stop of a sentence,
 * the name and brackets of an email address.
 */
export function readTyped(typed: string): string {
  const text = plainText(typed).replace(/\s+/g, " ").trim();
  const read = (mailto.exec(text)?.[1] ?? namedAddress.exec(text)?.[1] ?? text)
    .replace(/[\s,.;]+$/, "")
    .replace(/^"(.*)"$/, "$1")
    .replace(/^'(.*)'$/, "$1")
    .replace(/^['\s]+/, "");
  // One may be around the other: '"20100651",'.
  return read === typed ? read : readTyped(read);
}

/** A text to compare with others: without regard to case and diacritics, and plain. */
export const comparable = (text: string): string => unmarked(plainText(text)).toLowerCase();

/** Whether a text contains another one, however both were written. */
export const containsText = (text: string, part: string): boolean =>
  comparable(text).includes(comparable(part));
