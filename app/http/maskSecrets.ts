const hidden = "•••";

/**
 * Masks possible secrets in a technical text of the service: credentials in a URL, a bearer token,
 * the value after a name such as `password=` or `"api_key":`. Everything else is unchanged.
 */
export const maskSecrets = (text: string): string =>
  text
    .replace(/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@]+@/gi, `$1${hidden}@`)
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${hidden}`)
    .replace(
      /((?:password|passwd|passphrase|pwd|secret|token|api[-_ ]?key|access[-_ ]?key|credentials?)["']?\s*[:=]\s*)(?:"[^"]*"|'[^']*'|[^\s,;&"'}]+)/gi,
      `$1${hidden}`,
    );
