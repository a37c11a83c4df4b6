const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

const firstOf = (known: readonly [RegExp, string][], userAgent: string): string | undefined =>
  known.find(([pattern]) => pattern.test(userAgent))?.[1];

/** A browser's display name, from its user agent: 'Chrome on Windows' (sign-in#own-sessions). */
export function deviceOf(userAgent: string | null): string {
  const browser = firstOf(browsers, userAgent ?? "");
  const system = firstOf(systems, userAgent ?? "");
  if (browser === undefined && system === undefined) return "Unknown browser";
  if (system === undefined) return browser ?? "Unknown browser";
  return `${browser ?? "Unknown browser"} on ${system}`;
}
