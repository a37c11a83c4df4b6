import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileInRepository } from "./processes.mjs";

/**
 * A test's title names the rules of docs/product that it proves: a page and an anchor in square brackets at its end,
 * several separated by commas. Tests with one run in `npm test`, all others in `npm run test:full`.
 */
const marker = String.raw`\[[a-z-]+#[a-z0-9-]+(?:, [a-z-]+#[a-z0-9-]+)*\]`;

/** The rules in a title. */
export const rulesNamedIn = (title) =>
  [...title.matchAll(new RegExp(marker, "g"))].flatMap(([named]) => named.slice(1, -1).split(", "));

const productFolder = fileInRepository("docs/product");

/** Every rule of docs/product, by page and anchor, in the order of the pages' names. */
export const promises = readdirSync(productFolder)
  .filter((name) => name.endsWith(".md"))
  .sort()
  .flatMap((name) =>
    [...readFileSync(join(productFolder, name), "utf8").matchAll(/<a id="([^"]+)"><\/a>/g)].map(
      ([, anchor]) => `${name.slice(0, -3)}#${anchor}`,
    ),
  );

const testFile = /\.test\.tsx?$/;
const folders = ["app", "backup", "doctor", "packages", "tests"];

/** The kinds of tests, the cheapest first, each with the files that hold them. */
const kinds = {
  unit: /^(?!tests\/(?:loaders|faults|journeys)\/)(?!.*\.(?:database|program)\.test\.tsx?$)/,
  database: /\.database\.test\.ts$/,
  program: /\.program\.test\.ts$/,
  portal: /^tests\/(?:loaders|faults)\//,
  journey: /^tests\/journeys\//,
};
const order = Object.keys(kinds);
const kindOf = (path) => order.find((kind) => kinds[kind].test(path));

/** The files with promises in their tests' titles, by their paths, each with its kind and these promises. */
export const provingFiles = () =>
  folders
    .flatMap((folder) =>
      readdirSync(fileInRepository(folder), { recursive: true, encoding: "utf8" }).map((path) =>
        join(folder, path).replaceAll("\\", "/"),
      ),
    )
    .filter((path) => testFile.test(path))
    .map((path) => ({
      path,
      kind: kindOf(path),
      rules: rulesNamedIn(readFileSync(fileInRepository(path), "utf8")),
    }))
    .filter(({ rules }) => rules.length > 0);

/**
 * The tests of some kinds that `npm test` runs: their files, and a pattern of their titles. A promise is proved by the
 * cheapest kind of test that names it.
 */
export function proofsBy(...chosen) {
  const files = provingFiles();
  const cheapest = new Map();
  for (const { kind, rules } of files)
    for (const rule of rules) {
      const entry = cheapest.get(rule);
      if (entry === undefined || order.indexOf(kind) < order.indexOf(entry)) cheapest.set(rule, kind);
    }
  const isProved = (rule) => chosen.includes(cheapest.get(rule));
  const proving = files.filter(({ kind, rules }) => chosen.includes(kind) && rules.some(isProved));
  const named = [...cheapest.keys()].filter(isProved);
  return {
    paths: proving.map(({ path }) => path),
    titles: String.raw`\[(?:[^\]]+, )?(?:${named.join("|")})(?:, [^\]]+)?\]`,
  };
}

/**
 * One line per promise: the rule, the seconds of the tests that prove it, and the titles of those that ran. `tests` is
 * `{ title, ms }[]`.
 */
export function promiseLines(tests) {
  const proofs = new Map(promises.map((rule) => [rule, []]));
  for (const test of tests) for (const rule of rulesNamedIn(test.title)) proofs.get(rule)?.push(test);
  return [...proofs].map(([rule, proving]) => {
    const seconds = (proving.reduce((sum, { ms }) => sum + ms, 0) / 1000).toFixed(2);
    const titles = proving.map(({ title }) => title.replaceAll(new RegExp(` ?${marker}`, "g"), ""));
    return `${rule.padEnd(34)} ${seconds.padStart(6)} s  ${titles.join(" · ") || "no test ran"}`;
  });
}
