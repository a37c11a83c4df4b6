const first = 0x2400;
const deleted = "\u2421";

/**
 * Control characters as their pictures (␁ for U+0001), line breaks and tabs as they are: browsers would not show them
 * otherwise.
 */
export const visible = (text: string): string =>
  text.replace(/[^\P{Cc}\t\n\r]/gu, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(first + code) : code === 0x7f ? deleted : "\ufffd";
  });
