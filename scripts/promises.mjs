import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileInRepository } from "./processes.mjs";

/**
 * A test's title names the rules of docs/product that it proves: a page and an anchor in square brackets at its end,
 * several separated by commas. Tests with one run in `npm test`, all others in `npm run test:full`.
 */
const marker = String.raw`\[[a-z-]+#[a-z0-9-]+(?:, [a-z-]+#[a-z0-9-]+)*\]`;

/** The rules that each title in a text names. */
const rulesByTitle = (text) =>
  [...text.matchAll(new RegExp(marker, "g"))].map(([named]) => named.slice(1, -1).split(", "));

/** The rules in a title. */
export const rulesNamedIn = (title) => rulesByTitle(title).flat();

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
      byTitle: rulesByTitle(readFileSync(fileInRepository(path), "utf8")),
    }))
    .map((file) => ({ ...file, rules: file.byTitle.flat() }))
    .filter(({ rules }) => rules.length > 0);

/** Of each rule that the files name, the cheapest kind of test that does. */
function cheapestKinds(files) {
  const cheapest = new Map();
  for (const { kind, rules } of files)
    for (const rule of rules) {
      const entry = cheapest.get(rule);
      if (entry === undefined || order.indexOf(kind) < order.indexOf(entry)) cheapest.set(rule, kind);
    }
  return cheapest;
}

/** The kinds that one run of vitest takes together: it finds their tests by one pattern. */
export const serverKinds = ["database", "program", "portal"];

/** The titles of servers' tests, by file and rules, that would run in `npm test` for nothing: cheaper ones prove them. */
export function needlessProofs() {
  const files = provingFiles();
  const cheapest = cheapestKinds(files);
  return files
    .filter(({ kind }) => serverKinds.includes(kind))
    .flatMap(({ path, kind, byTitle }) =>
      byTitle
        .filter((rules) => rules.some((rule) => serverKinds.includes(cheapest.get(rule))))
        .filter((rules) => rules.every((rule) => cheapest.get(rule) !== kind))
        .map((rules) => ({ path, rules })),
    );
}

/**
 * The tests of some kinds that `npm test` runs: their files, and a pattern of their titles. A promise is proved by the
 * cheapest kind of test that names it.
 */
export function proofsBy(...chosen) {
  const files = provingFiles();
  const cheapest = cheapestKinds(files);
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
