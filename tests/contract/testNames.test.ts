import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "#tests/support/processes.ts";

const isTest = /\.test\.tsx?$/;
const endings = [".ts", ".tsx", ".server.ts", ".server.tsx", ".mjs"];

/** Whether a test is named after a module beside it, or after its folder where it tests that as a whole. */
function hasSource(path: string): boolean {
  const folder = dirname(path);
  const [source = ""] = basename(path).split(".");
  const modules = endings.map((ending) => join(folder, `${source}${ending}`));
  return source === basename(folder) || modules.some((file) => existsSync(join(repository, file)));
}

test("a test beside the code is named after its source", () => {
  const tests = ["app", "backup", "doctor", "packages"].flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
      .map((path) => join(folder, path))
      .filter((path) => isTest.test(path) && !path.includes("node_modules")),
  );
  expect(tests.length).toBeGreaterThan(100);
  expect(tests.filter((path) => !hasSource(path))).toEqual([]);
});
