/** A text without diacritics, as typed on a keyboard without them: 'Müller' is 'Muller'. */
const unmarked = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "");

const inAscii = (text: string): string => text.replace(/\P{ASCII}+/gu, " ");

/**
 * Search text of a record: one text per line, each once. A text with diacritics has a second line without them, and one
 * with other non-ASCII letters a line without those: a trigram index finds no two letters between them. Blank ones are
 * left out.
 */
export function searchLines(texts: readonly (string | null | undefined)[]): string {
  const lines = texts.flatMap((text) => {
    const given = text ?? "";
    const plain = unmarked(given);
    return [given, plain, inAscii(plain)].map((line) => line.trim());
  });
  return [...new Set(lines)].filter(Boolean).join("\n");
}

/** The digits of a phone number, so that it is found in any notation. */
export const phoneDigits = (phone: string | null | undefined): string => (phone ?? "").replace(/\D/g, "");
