import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repository } from "#tests/support/processes.ts";
import { auditOutcome, licenceProblems, noticeOf, packagesOf } from "../../scripts/supplyChain.mjs";

const read = (file: string) => readFileSync(join(repository, file), "utf8");
const packages = packagesOf(JSON.parse(read("package-lock.json")));

const invented = (name: string, licence: string | undefined, isTool = false) => ({
  name,
  version: "1.0.0",
  folder: `node_modules/${name}`,
  isTool,
  isOptional: false,
  isInstalled: true,
  licence,
});

describe("licences", () => {
  test("of all packages fit", () => {
    expect(packages.length).toBeGreaterThan(500);
    expect(licenceProblems(packages)).toEqual([]);
  });

  test.each([
    ["a choice of which one fits", "(MIT OR GPL-3.0-or-later)"],
    ["several that all fit", "(MIT AND Zlib)"],
  ])("%s", (_what, licence) => {
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

  test("a tool may ask that its own files stay what they are", () => {
    expect(licenceProblems([invented("checker", "MPL-2.0", true)])).toEqual([]);
  });
});

test("NOTICE names what the product is run with: npm run notice writes it", () => {
  expect(read("NOTICE")).toBe(noticeOf(packages));
});

describe("what npm audit knew", () => {
  test("figures", () => {
    const counts = { high: 1, total: 1 };
    expect(auditOutcome(`npm warn x\n${JSON.stringify({ metadata: { vulnerabilities: counts } })}`)).toEqual({
      counts,
    });
  });

  test("a registry that does not say", () => {
    expect(auditOutcome(`${JSON.stringify({ message: "405 Method Not Allowed" })}\nnpm error log`)).toEqual({
      unknown: "405 Method Not Allowed",
    });
  });

  test("nothing at all", () => {
    expect(auditOutcome("npm error network")).toEqual({
      unknown: "npm audit gave no answer that can be read",
    });
  });
});

test("packages that are no longer kept up are named as long as they are here", () => {
  const [, table = ""] = read("docs/supply-chain.md").split("## Packages that are no longer kept up");
  const named = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name ?? "");
  expect(named).not.toEqual([]);
  expect(named.filter((name) => !existsSync(join(repository, "node_modules", name)))).toEqual([]);
});
