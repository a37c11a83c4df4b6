import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type FindingCode, Findings, findingDefinitions } from "./finding.ts";

const codes = Object.keys(findingDefinitions);

test("the page about EDIFACT lists every finding", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/edifact.md"), "utf8");
  const listed = [...page.matchAll(/^\| `([a-z0-9-]+)` \|/gm)].map(([, code]) => code);
  expect(listed).toEqual(codes);
});

test("quotes from a file are short and visible", () => {
  const findings = new Findings();
  const code: FindingCode = "segment-tag-invalid";
  findings.add(code, { offset: 0, line: 1 }, `\u0007${"X".repeat(500)}`);
  expect(findings.list()[0]?.words).toMatch(/^'\\x07X{59}…' is not a segment tag\.$/);
});
