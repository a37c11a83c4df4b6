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
