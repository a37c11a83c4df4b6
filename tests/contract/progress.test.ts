import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { createProgress } from "../../scripts/progress.mjs";

/** What a stream was given. */
function shownOn(stream: PassThrough): string {
  const shown = stream.read();
  return shown === null ? "" : String(shown);
}

test("away from a terminal each part of the work gets one line, however far it comes", () => {
  const stream = new PassThrough();
  const progress = createProgress(stream);
  progress.show("Starting the platform");
  progress.show("Building the portal");
  progress.show("Starting the platform", "loading orders (2 of 9)");
  progress.finish("Building the portal");
  progress.end();
  expect(shownOn(stream)).toBe("Starting the platform …\nBuilding the portal …\n");
});

test("a terminal has one line, which says how far the work is, and is cleared at the end", () => {
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 200 });
  const progress = createProgress(stream);
  progress.show("Building the portal");
  progress.show("Starting the platform", "loading orders (2 of 9)");
  progress.end();
  const clear = "\r\x1b[2K";
  expect(shownOn(stream)).toBe(
    `${clear}Building the portal … 0 s${clear}Building the portal · Starting the platform: loading orders (2 of 9) … 0 s${clear}`,
  );
});
