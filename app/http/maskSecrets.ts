const hidden = "•••";

/**
 * A technical text of the service with what looks like a secret in it hidden: credentials in an address, a bearer's
 * token, the value behind a name such as `password=` or `"api_key":`. What looks like none stays.
 */
export const maskSecrets = (text: string): string =>
  text
    .replace(/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@]+@/gi, `$1${hidden}@`)
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${hidden}`)
    .replace(
      /((?:password|passwd|passphrase|pwd|secret|token|api[-_ ]?key|access[-_ ]?key|credentials?)["']?\s*[:=]\s*)(?:"[^"]*"|'[^']*'|[^\s,;&"'}]+)/gi,
      `$1${hidden}`,
    );
