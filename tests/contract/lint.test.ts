import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { repository } from "#tests/support/processes.ts";

/** Queries built, read or written outside the search codec. */
const queries: readonly [how: string, text: string][] = [
  ["made", "export const text = (id: string) => new URLSearchParams({ id }).toString();"],
  ["asked for", "export const text = (url: URL) => url.searchParams.toString();"],
  ["taken out", "export const text = ({ searchParams: all }: URL) => String(all);"],
  ["handed on", "export const text = (search: URLSearchParams) => String(search);"],
  ["written out", `export const text = (id: string) => \`/orders?id=\${id}\`;`],
  ["added to", `export const text = (path: string, id: string) => \`\${path}&id=\${id}\`;`],
  ["named", 'export const text = "/orders?from=detail";'],
  ["put into a page", 'export const Link = () => <a href="/orders?page=2">2</a>;'],
];

const wrongPlace = (how: string) => `app/domains/orders/${how.replaceAll(" ", "-")}.tsx`;
const rightPlace = (how: string) => `app/core/search/${how.replaceAll(" ", "-")}.tsx`;

/** A small codebase: its files and their text. */
const files: Record<string, string> = {
  "Hooks.tsx": `import { useEffect, useState } from "react";
export function Hooks({ label, isOpen }: { label: string; isOpen: boolean }) {
  const [count, setCount] = useState(0);
  useEffect(() => setCount(label.length), []);
  if (isOpen) useState(1);
  return <p>{count}</p>;
}`,
  "Page.tsx": `export const Page = ({ open }: { open: () => void }) => (
  <div onClick={open}>
    <img src="/a.png" /> <label>Nothing</label> <a>nowhere</a> <h2></h2>
    <button type="button" tabIndex={3} aria-foo="x">Open</button>
    <input type="text" autoFocus role="nothing" />
  </div>
);`,
  "loose.ts": `const work = async (): Promise<number> => 1;
export function loose(value: any, names: string[]) {
  work();
  console.log(process.env.SECRET, value);
  return names[0]!.length;
}`,
  "app/domains/orders/right.ts": `export const texts = (one: string) => ["Is it? a = b", \`\${one}? yes=\`, "a==b", "?", "a&b"];`,
  ...Object.fromEntries(
    queries.flatMap(([how, text]) => [
      [wrongPlace(how), text],
      [rightPlace(how), text],
    ]),
  ),
};

let found: { file: string; rule: string }[];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "lint-"));
  for (const file of ["biome.json", "biome.queries.grit"])
    await cp(join(repository, file), join(folder, file));
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  const biome = join(repository, "node_modules/@biomejs/biome/bin/biome");
  const options = ["lint", "--vcs-enabled=false", "--reporter=github", "--max-diagnostics=1000"];
  const { stdout } = spawnSync(process.execPath, [biome, ...options], { cwd: folder, encoding: "utf8" });
  await rm(folder, { recursive: true, force: true });
  found = [...stdout.matchAll(/^::error title=(?:lint\/)?([^,]+),file=([^,]+),/gm)].map(
    ([, rule = "", file = ""]) => ({ file, rule }),
  );
});

/** The errors of the codebase's linter configuration for a file. */
const errorsIn = (file: string) =>
  [...new Set(found.filter((one) => one.file.endsWith(`/${file}`)).map(({ rule }) => rule))].sort();

test.each([
  ["Hooks.tsx", "correctness", ["useExhaustiveDependencies", "useHookAtTopLevel"]],
  ["Page.tsx", "a11y", ["noAutofocus", "noLabelWithoutControl", "noPositiveTabindex", "useAltText"]],
  ["Page.tsx", "a11y", ["noStaticElementInteractions", "useHeadingContent", "useKeyWithClickEvents"]],
  ["Page.tsx", "a11y", ["useValidAnchor", "useValidAriaProps", "useValidAriaRole"]],
  ["loose.ts", "nursery", ["noFloatingPromises"]],
  ["loose.ts", "style", ["noNonNullAssertion", "noProcessEnv"]],
  ["loose.ts", "suspicious", ["noConsole", "noExplicitAny"]],
])("what is wrong in %s is an error of %s: %j", (file, group, rules) => {
  expect(errorsIn(file)).toEqual(expect.arrayContaining(rules.map((rule) => `${group}/${rule}`)));
});

describe("a query is read and written by app/core/search alone", () => {
  test.each(queries)("%s", (how) => {
    expect(errorsIn(wrongPlace(how))).toContain("plugin");
    expect(errorsIn(rightPlace(how))).not.toContain("plugin");
  });

  test("and nothing else is taken for one", () => {
    expect(errorsIn("app/domains/orders/right.ts")).toEqual([]);
  });
});
