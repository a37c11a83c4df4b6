import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { repository } from "#tests/support/processes.ts";

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.string().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

const { packages } = lockfile.parse(JSON.parse(readFileSync(join(repository, "package-lock.json"), "utf8")));

/** Whether a package finds another by Node's rule: beside it, or beside a folder above it. */
function finds(from: string, wanted: string): boolean {
  for (let folder = from; folder !== "."; folder = dirname(folder)) {
    if (packages[`${folder}/node_modules/${wanted}`]) return true;
  }
  return packages[`node_modules/${wanted}`] !== undefined;
}

test("the lockfile names every optional package of every platform: npm ci refuses one that does not", () => {
  const missing = Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((wanted) => !finds(from, wanted))
      .map((wanted) => `${wanted} of ${from}`),
  );
  expect(missing).toEqual([]);
});

test("the lockfile names no registry", () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved?.startsWith("http"))).toEqual([]);
});
