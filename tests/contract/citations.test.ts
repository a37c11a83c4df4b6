import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { repository } from "#tests/support/processes.ts";

type Text = { path: string; text: string };

const folders = ["app", "backup", "docs", "packages", "scripts", "tests"];
/** Contains examples of errors. */
const self = join("tests", "contract", "citations.test.ts");
const isText = /\.(md|[cm]?jsx?|tsx?|css)$/;

const textsIn = (folder: string): string[] =>
  readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" }).map((path) =>
    join(folder, path),
  );

const readTexts = (paths: readonly string[]): Text[] =>
  paths
    .filter((path) => isText.test(path) && path !== self)
    .map((path) => ({ path, text: readFileSync(join(repository, path), "utf8") }));

const productFolder = join("docs", "product");
const isProductPage = ({ path }: Text): boolean => dirname(path) === productFolder;

const anchorsIn = (text: string): string[] =>
  [...text.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, anchor = ""]) => anchor);

/** A heading's anchor on the rendered page. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

const headingsIn = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => slugOf(heading));

const rulesIn = (texts: readonly Text[]): string[] =>
  texts
    .filter(isProductPage)
    .flatMap(({ path, text }) => anchorsIn(text).map((anchor) => `${basename(path, ".md")}#${anchor}`));

/** `page#anchor`, as comments cite rules; quotes, paths and URLs don't count. */
const citation = /(?<![\w/.#"'`?&=-])[a-z][a-z-]*#[a-z0-9][a-z0-9-]*/g;

/** References to documents outside the repository, by paragraph number or name. */
const elsewhere = /(?<![\w.])[12] §\s?\d|[(;,] ?decisions,(?= [A-Z])|\b[dD]esign\.md\b|\b[sS]pec [12]\b/g;

const citesElsewhere = (texts: readonly Text[]): string[] =>
  texts.flatMap(({ path, text }) => [...text.matchAll(elsewhere)].map(([cited]) => `${path}: ${cited}`));

function deadCitations(texts: readonly Text[]): string[] {
  const rules = new Set(rulesIn(texts));
  return texts.flatMap(({ path, text }) =>
    [...text.matchAll(citation)].filter(([cited]) => !rules.has(cited)).map(([cited]) => `${path}: ${cited}`),
  );
}

const doubled = (all: readonly string[]): string[] => all.filter((one, index) => all.indexOf(one) !== index);

function deadLinks(texts: readonly Text[], exists: (path: string) => boolean): string[] {
  const byPath = new Map(texts.map(({ path, text }) => [path, text]));
  return texts.flatMap(({ path, text }) => {
    if (!path.endsWith(".md")) {
      const named = [...text.matchAll(/(?<![\w/])docs\/[\w/-]+\.md/g)].map(([document]) => document);
      return named.filter((document) => !exists(document)).map((document) => `${path}: ${document}`);
    }
    const links = [
      ...text.matchAll(/\]\(([^)\s]+)\)|\b(?:src|srcset|href)="([^"]+)"|^\[[^\]]+\]: (\S+)$/gm),
    ].map(([, link, attribute, reference]) => link ?? attribute ?? reference ?? "");
    const dead = links.filter((link) => {
      if (/^[a-z]+:/.test(link)) return false;
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? path : normalize(join(dirname(path), file));
      if (!exists(target)) return true;
      const there = byPath.get(target) ?? "";
      return anchor !== undefined && ![...anchorsIn(there), ...headingsIn(there)].includes(anchor);
    });
    return dead.map((link) => `${path}: ${link}`);
  });
}

/** Guides whose paths must exist, except in lines that begin with `+`: those add files. */
const guides = ["README.md", "docs/tour.md", "docs/recipes.md", "docs/reliability.md"];
const namedPath = new RegExp(`(?<![\\w./@-])(?:${folders.join("|")}|deploy|public)/[\\w./$-]*\\w`, "g");

const deadPaths = (texts: readonly Text[], exists: (path: string) => boolean): string[] =>
  texts
    .filter(({ path }) => guides.includes(path))
    .flatMap(({ path, text }) =>
      text
        .replace(/^\+.*$/gm, "")
        .match(namedPath)
        ?.filter((named) => !exists(named))
        .map((named) => `${path}: ${named}`),
    )
    .filter((dead) => dead !== undefined);

const isInRepository = (path: string): boolean => existsSync(join(repository, path));

const texts = readTexts([...readdirSync(repository), ...folders.flatMap(textsIn)]);

test("every citation names a rule of docs/product", () => {
  expect(deadCitations(texts)).toEqual([]);
});

test("nothing cites a document that is not in the repository [calls#open-paths]", () => {
  expect(citesElsewhere(texts)).toEqual([]);
});

test("every rule's anchor is unique on its page", () => {
  expect(doubled(rulesIn(texts))).toEqual([]);
});

test("every link between documents, and every document that code names, is there", () => {
  expect(deadLinks(texts, isInRepository)).toEqual([]);
});

test("every path that the guides name is there", () => {
  expect(texts.map(({ path }) => path)).toEqual(expect.arrayContaining(guides));
  expect(deadPaths(texts, isInRepository)).toEqual([]);
});

test("the index names every page of docs/product, and every page has rules", () => {
  const index = readFileSync(join(repository, productFolder, "README.md"), "utf8");
  const pages = texts.filter(isProductPage).filter(({ path }) => basename(path) !== "README.md");
  expect(pages).not.toEqual([]);
  for (const { path, text } of pages) {
    expect(index).toContain(`(${basename(path)})`);
    expect(anchorsIn(text), path).not.toEqual([]);
  }
});

test("a citation, a link and an anchor that are wrong are found", () => {
  const rule = { path: "docs/product/returns.md", text: '<a id="jobs"></a>\n## In short\n' };
  const right = { path: "app/right.ts", text: "/** Its jobs (returns#jobs; docs/returns.md). */" };
  const wrong = { path: "app/wrong.ts", text: "// returns#jbos, by retruns#jobs; docs/none.md" };
  const text = "[1](product/returns.md#in-short) [2](product/returns.md#long) [3](b.md) [4]\n\n[4]: c.md";
  const links = { path: "docs/a.md", text };
  const exists = (path: string) => ["docs/product/returns.md", "docs/returns.md"].includes(path);
  const all = [rule, right, wrong, links];
  expect(deadCitations(all)).toEqual(["app/wrong.ts: returns#jbos", "app/wrong.ts: retruns#jobs"]);
  const ofPage = ["docs/a.md: product/returns.md#long", "docs/a.md: b.md", "docs/a.md: c.md"];
  expect(deadLinks(all, exists)).toEqual(["app/wrong.ts: docs/none.md", ...ofPage]);
  const recipe = { path: "docs/recipes.md", text: "--- app/gone.ts\n+++ app/new.ts\n`docs/returns.md`" };
  expect(deadPaths([recipe, wrong], exists)).toEqual(["docs/recipes.md: app/gone.ts"]);
  const picture = { path: "docs/a.md", text: '<img src="pictures/none.svg">' };
  expect(deadLinks([picture], exists)).toEqual(["docs/a.md: pictures/none.svg"]);
  expect(doubled(rulesIn([rule, rule]))).toEqual(["returns#jobs"]);
  const old = { path: "app/old.ts", text: "// (1 §4), spec 2 §2.6 (decisions, Roles), X.690 §8.1" };
  const cited = ["1 §4", "spec 2", "(decisions,"].map((words) => `app/old.ts: ${words}`);
  expect(citesElsewhere([right, old])).toEqual(cited);
});

// The codebase's old private vocabulary.
const replaced =
  /\b(?:\w*(?<!\b[Ii]n)[dD]eeds?(?=\b|[A-Z])\w*|(?:most|longest|largest)[A-Z]\w*|askQuietly|isAskedInVain|isAsItComes|\w*[aA]mongEquals|OutOfTime|NoBridge|patienceMs|standsBeside|besidesOf|createTelling|createAway|TokenKeeper|\w*[oO]ddit(?:y|ies)|hasOddLetter|\w*[mM]ortals?|dyingDatabase|lifeOf|startOwn|startHouse|createTogether|exclusively|keptSeconds|keptOnce|inSlices|[vV]erdict\w*|whoseOf|openNoted|[a-z]\w*Noted|readAsked|setTold|isTold|isAsked|toShown[A-Z]\w*|Shown[A-Z]\w*|\w*NotShown)\b/g;

test("no name of the old vocabulary returns", () => {
  const found = [...texts, ...readTexts(textsIn("doctor"))]
    .filter(({ path }) => /\/.*\.(?:[cm]?js|tsx?)$/.test(path))
    .flatMap(({ path, text }) => [...text.matchAll(replaced)].map(([name]) => `${path}: ${name}`));
  expect(found).toEqual([]);
});
