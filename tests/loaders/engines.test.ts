import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import postcss from "postcss";
import { transformWithEsbuild } from "vite";
import { describe, expect, test } from "vitest";
import { repository } from "#tests/support/processes.ts";

const assets = join(repository, "build/client/assets");
const filesOf = (kind: string) =>
  readdirSync(assets)
    .filter((file) => file.endsWith(kind))
    .map((file) => [file, readFileSync(join(assets, file), "utf8")] as const);

/**
 * Features missing in all engines of 2023, in which the scripts run (shell#engines), unless they are feature-tested.
 */
const newer =
  /Object\.groupBy|Map\.groupBy|Promise\.(withResolvers|try)|Array\.fromAsync|AbortSignal\.any|\.(isSubsetOf|isDisjointFrom|symmetricDifference|getOrInsert|transferToFixedLength)\(|RegExp\.escape|Symbol\.dispose|Math\.sumPrecise/g;

describe("scripts", () => {
  test("every script is ES2020: an older engine takes none of it, a newer one all of it [shell#engines]", async () => {
    const scripts = filesOf(".js");
    expect(scripts.length).toBeGreaterThan(50);
    for (const [file, code] of scripts) {
      const options = { minify: true, format: "esm", sourcemap: false } as const;
      const [asItIs, lowered] = await Promise.all(
        ["esnext", "es2020"].map(async (target) => {
          const { code: written } = await transformWithEsbuild(code, file, { ...options, target });
          return written;
        }),
      );
      expect(asItIs === lowered, `${file} is written in a newer language than ES2020`).toBe(true);
    }
  });

  test("no script uses features newer than its engines", () => {
    const found = filesOf(".js").flatMap(([file, code]) =>
      (code.match(newer) ?? []).map((name) => [file, name]),
    );
    expect(found).toEqual([]);
  });
});

/** Features that Chromium 80 lacks: it ignores the declaration, or the whole rule with all of its selectors. */
const newerSelector = /:(is|where|has|modal|focus-visible)\b|:not\([^()]*,/;
const newerProperty =
  /^(inset|(padding|margin|inset)-(inline|block)|aspect-ratio|translate|rotate|scale|content-visibility)$/;
const newerValue = /\d[sdl]vh|oklch\(|lab\(/;

describe("style sheets, for Chromium 80", () => {
  const sheets = filesOf(".css").map(([file, text]) => [file, postcss.parse(text)] as const);
  /** Inside feature queries or print styles. */
  const isGuarded = (node: postcss.Node): boolean => {
    for (let at: postcss.Node | undefined = node.parent; at; at = at.parent)
      if (at instanceof postcss.AtRule && (at.name === "supports" || at.params === "print")) return true;
    return false;
  };

  test("no supported selector shares a rule with an unsupported one", () => {
    const lost: string[] = [];
    for (const [, sheet] of sheets)
      sheet.walkRules((rule) => {
        if (isGuarded(rule)) return;
        const known = rule.selectors.filter((selector) => !newerSelector.test(selector));
        if (known.length > 0 && known.length < rule.selectors.length) lost.push(rule.selector);
      });
    // Tailwind's own: without it a button has its native background.
    expect(lost.filter((selector) => !selector.startsWith("button,input:where("))).toEqual([]);
  });

  test("no layout depends on unsupported values", () => {
    const unknown: string[] = [];
    for (const [, sheet] of sheets)
      sheet.walkDecls(({ parent, prop, value }) => {
        if (!parent || isGuarded(parent)) return;
        if (newerProperty.test(prop) || newerValue.test(value)) unknown.push(`${prop}: ${value}`);
      });
    expect([...new Set(unknown)]).toEqual([]);
  });
});
