/** A text without its marks, as people type it who have no key for them: 'Müller' is 'Muller'. */
const unmarked = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "");

const inAscii = (text: string): string => text.replace(/\P{ASCII}+/gu, " ");

/**
 * What a search looks through, one text per line, each once; one with marks stands there without them as well, and one
 * with other letters beyond ASCII without those: an index of three letters finds no two between them. Blank ones are
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

/** The digits of a phone number, by which it is found however it is written. */
export const phoneDigits = (phone: string | null | undefined): string => (phone ?? "").replace(/\D/g, "");
