import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { repository } from "#tests/support/processes.ts";

/** The rules that the house's linter configuration reports as errors for a file. */
async function lint(name: string, text: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "lint-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const file of ["biome.json", "biome.queries.grit"])
    await cp(join(repository, file), join(folder, file));
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), text);
  const biome = join(repository, "node_modules/@biomejs/biome/bin/biome");
  const { stdout } = spawnSync(
    process.execPath,
    [biome, "lint", "--vcs-enabled=false", "--reporter=github", "--max-diagnostics=100"],
    { cwd: folder, encoding: "utf8" },
  );
  const rules = [...stdout.matchAll(/^::error title=(?:lint\/)?([^,]+)/gm)].map(([, rule = ""]) => rule);
  return [...new Set(rules)].sort();
}

test("hooks out of order and with forgotten dependencies are errors", async () => {
  const rules = await lint(
    "Hooks.tsx",
    `import { useEffect, useState } from "react";
export function Hooks({ label, isOpen }: { label: string; isOpen: boolean }) {
  const [count, setCount] = useState(0);
  useEffect(() => setCount(label.length), []);
  if (isOpen) useState(1);
  return <p>{count}</p>;
}
`,
  );
  expect(rules).toEqual(["correctness/useExhaustiveDependencies", "correctness/useHookAtTopLevel"]);
});

test("what shuts people out is an error", async () => {
  const rules = await lint(
    "Page.tsx",
    `export const Page = ({ open }: { open: () => void }) => (
  <div onClick={open}>
    <img src="/a.png" />
    <label>Nothing</label>
    <a>nowhere</a>
    <button type="button" tabIndex={3} aria-foo="x">Open</button>
    <h2></h2>
    <input type="text" autoFocus role="nothing" />
  </div>
);
`,
  );
  expect(rules).toEqual(
    expect.arrayContaining([
      "a11y/noAutofocus",
      "a11y/noLabelWithoutControl",
      "a11y/noPositiveTabindex",
      "a11y/noStaticElementInteractions",
      "a11y/useAltText",
      "a11y/useHeadingContent",
      "a11y/useKeyWithClickEvents",
      "a11y/useValidAnchor",
      "a11y/useValidAriaProps",
      "a11y/useValidAriaRole",
    ]),
  );
});

test("lost promises, any, assertions of presence and settings read in passing are errors", async () => {
  const rules = await lint(
    "loose.ts",
    `async function work(): Promise<number> {
  return 1;
}
export function loose(value: any, names: string[]) {
  work();
  console.log(process.env.SECRET, value);
  return names[0]!.length;
}
`,
  );
  expect(rules).toEqual([
    "nursery/noFloatingPromises",
    "style/noNonNullAssertion",
    "style/noProcessEnv",
    "suspicious/noConsole",
    "suspicious/noExplicitAny",
  ]);
});

describe("a query is read and written by app/search alone", () => {
  test.each([
    ["made", "export const text = (id: string) => new URLSearchParams({ id }).toString();"],
    ["asked for", "export const text = (url: URL) => url.searchParams.toString();"],
    ["taken out", "export const text = ({ searchParams: all }: URL) => String(all);"],
    ["handed on", "export const text = (search: URLSearchParams) => String(search);"],
    ["written out", `export const text = (id: string) => \`/orders?id=\${id}\`;`],
    ["added to", `export const text = (path: string, id: string) => \`\${path}&id=\${id}\`;`],
    ["named", 'export const text = "/orders?from=detail";'],
    ["put into a page", 'export const Link = () => <a href="/orders?page=2">2</a>;'],
  ])("%s", async (_, text) => {
    expect(await lint("app/domains/orders/wrong.tsx", text)).toContain("plugin");
    expect(await lint("app/search/right.tsx", text)).not.toContain("plugin");
  });

  test("and nothing else is taken for one", async () => {
    const text = `export const texts = (one: string) => ["Is it? a = b", \`\${one}? yes=\`, "a==b", "?", "a&b"];`;
    expect(await lint("app/domains/orders/right.ts", text)).toEqual([]);
  });
});
