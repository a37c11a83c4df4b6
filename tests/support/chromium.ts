import { existsSync } from "node:fs";

const places = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** `CHROMIUM_PATH`, else an installed Chromium, else Playwright's own. */
export function chromiumOptions() {
  const executablePath = process.env.CHROMIUM_PATH ?? places.find((place) => existsSync(place));
  return {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  };
}
