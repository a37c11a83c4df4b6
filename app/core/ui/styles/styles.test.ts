import { readdirSync, readFileSync } from "node:fs";
import postcss from "postcss";
import { describe, expect, test } from "vitest";

const selectors = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".css"))
  .flatMap((file) => {
    const found: string[] = [];
    postcss.parse(readFileSync(`app/${file}`, "utf8")).walkRules(({ selectors }) => {
      found.push(...selectors);
    });
    return found;
  });

/**
 * A selector's last compound and its combinator, without the contents of brackets; `:is` counts as its first
 * alternative.
 */
function lastOf(selector: string): { last: string; joint: string } {
  let flat = selector.replaceAll(/:is\(([^(),]*)[^()]*\)/g, "$1");
  while (/\([^()]*\)/.test(flat)) flat = flat.replace(/\([^()]*\)/g, "");
  const parts = flat.replaceAll(/\s*([>~+])\s*/g, "$1").split(/([ >~+])/);
  return { last: parts.at(-1) ?? "", joint: parts.at(-2) ?? "" };
}
/** Whether a compound names a class, id, attribute or element, instead of matching anything. */
const isNamed = (last: string) => /^[a-z]|[.#[]/.test(last.replaceAll(/::?[a-z-]+/g, ""));

// One such rule makes the browser restyle the whole page whenever an element is added or removed: 20 ms of every press.
describe("rules that restyle the whole page", () => {
  test("none depends on a sibling of any element", () => {
    const bySibling = selectors.filter((selector) => {
      const { last, joint } = lastOf(selector);
      return (joint === "~" || joint === "+") && !isNamed(last);
    });
    expect(selectors.length, "there are rules to look at").toBeGreaterThan(300);
    expect(bySibling).toEqual([]);
  });

  test("none on the screen depends on the content of any element", () => {
    const held = selectors.filter(
      (selector) => selector.includes(":has(") && !isNamed(lastOf(selector).last),
    );
    // Nothing is added or removed in print.
    expect(held).toEqual([".page:has(> dialog[open]) > :not(dialog)"]);
  });
});
