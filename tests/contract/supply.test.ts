import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { repository } from "#tests/support/processes.ts";
import { auditOutcome, licenceProblems, noticeOf, packagesOf } from "../../scripts/supplyChain.mjs";

const read = (file: string) => readFileSync(join(repository, file), "utf8");
const lockfile = JSON.parse(read("package-lock.json"));
const packages = packagesOf(lockfile);

const invented = (name: string, licence: string | undefined, isTool = false) => ({
  ...{ name, version: "1.0.0", folder: `node_modules/${name}`, licence, isTool },
  ...{ isOptional: false, isInstalled: true },
});

describe("licences", () => {
  test("of all packages fit", () => {
    expect(packages.length).toBeGreaterThan(500);
    expect(licenceProblems(packages)).toEqual([]);
  });

  test("a choice of which one fits, and several that all fit", () => {
    for (const licence of ["(MIT OR GPL-3.0-or-later)", "(MIT AND Zlib)"])
      expect(licenceProblems([invented("chosen", licence)])).toEqual([]);
  });

  test.each([
    ["one that asks for the source", "GPL-3.0"],
    ["several of which one does not fit", "(MIT AND GPL-3.0)"],
    ["the print client's, of another package", "LGPL-2.1"],
    ["a tool's, of what the product is run with", "MPL-2.0"],
    ["an expression that only a person can judge", "(MIT OR (ISC AND GPL-3.0))"],
    ["none", undefined],
  ])("are refused: %s", (_what, licence) => {
    expect(licenceProblems([invented("odd", licence)])).toHaveLength(1);
  });

  test("a tool may require that its own files are unmodified", () => {
    expect(licenceProblems([invented("checker", "MPL-2.0", true)])).toEqual([]);
  });
});

test("NOTICE lists the packages at run time: npm run notice writes it", () => {
  expect(read("NOTICE")).toBe(noticeOf(packages));
});

test("npm audit's answer is read: figures, a registry that does not say, nothing at all", () => {
  const counts = { high: 1, total: 1 };
  const figures = JSON.stringify({ metadata: { vulnerabilities: counts } });
  expect(auditOutcome(`npm warn x\n${figures}`)).toEqual({ counts });
  const message = "405 Method Not Allowed";
  expect(auditOutcome(`${JSON.stringify({ message })}\nnpm error log`)).toEqual({ unknown: message });
  const nothing = { unknown: "npm audit gave no answer that can be read" };
  expect(auditOutcome("npm error network")).toEqual(nothing);
});

test("packages that are no longer maintained are listed while they are installed", () => {
  const [, table = ""] = read("docs/supply-chain.md").split("## Packages that are no longer kept up");
  const named = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name ?? "");
  expect(named).not.toEqual([]);
  expect(named.filter((name) => !existsSync(join(repository, "node_modules", name)))).toEqual([]);
});

const entries = z
  .record(
    z.string(),
    z.object({
      resolved: z.string().optional(),
      optionalDependencies: z.record(z.string(), z.string()).default({}),
    }),
  )
  .parse(lockfile.packages);

/** Node's resolution: beside the package, or beside a folder above it. */
function finds(from: string, wanted: string): boolean {
  for (let folder = from; folder !== "."; folder = dirname(folder))
    if (entries[`${folder}/node_modules/${wanted}`]) return true;
  return entries[`node_modules/${wanted}`] !== undefined;
}

test("the lockfile names every optional package of every platform: npm ci refuses one that does not", () => {
  const missing = Object.entries(entries).flatMap(([from, { optionalDependencies }]) =>
    Object.keys(optionalDependencies)
      .filter((wanted) => !finds(from, wanted))
      .map((wanted) => `${wanted} of ${from}`),
  );
  expect(missing).toEqual([]);
});

test("the lockfile names no registry", () => {
  expect(Object.values(entries).filter(({ resolved }) => resolved?.startsWith("http"))).toEqual([]);
});
