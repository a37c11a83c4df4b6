import { expect, test } from "vitest";
import { deviceOf } from "./session.server.ts";

const safari = "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15";
const chrome = (version: string) => `AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}`;

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`, "Safari on Mac"],
  [`Mozilla/5.0 (Windows NT 10.0) ${chrome("140.0")} Safari/537.36 Edg/140.0`, "Edge on Windows"],
  [`Mozilla/5.0 (Linux; Android 11; TC26) ${chrome("110.0")} Mobile Safari/537.36`, "Chrome on Android"],
  ["curl/8.5.0", "Unknown browser"],
  [null, "Unknown browser"],
])("%s is %s", (userAgent, words) => {
  expect(deviceOf(userAgent)).toBe(words);
});
