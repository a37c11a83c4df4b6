/** A page's visible text: no scripts, styles or tags. */
export function wordsOf(html: string): string {
  return html
    .replace(/<(script|style|template)\b[\s\S]*?<\/\1>/g, " ")
    .replace(/<!--[\s\S]*?-->|<wbr\b[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();
}

/** Every link of a page: URL and text. */
export const linksOf = (html: string): [href: string, words: string][] =>
  [...html.matchAll(/<a\b[^>]*\bhref="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].map(([, href = "", words = ""]) => [
    href,
    wordsOf(words),
  ]);

/**
 * Links, buttons, headings etc. whose accessible name runs words together: Chromium drops a space that stands alone
 * beside a comment, which React writes between two texts. Visually hidden parts are separated anyway, and a picture has
 * no text.
 */
export const namesRunTogether = (html: string): string[] =>
  [...html.matchAll(/<(a|button|summary|h[1-6]|th|label|option)\b[^>]*>[\s\S]*?<\/\1>/g)]
    .map(([whole]) => whole)
    .filter((whole) => /(?<!"sr-only"|<\/svg)>\s+<!-- -->|<!-- -->\s+<(?!\/)/.test(whole));
