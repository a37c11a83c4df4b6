import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fileInRepository } from "../../scripts/processes.mjs";
import { provingFiles } from "../../scripts/promises.mjs";
import { judgements, type Line, lines } from "./lines.ts";

const rulings = new Set(
  [...readFileSync(fileInRepository("docs/rulings.md"), "utf8").matchAll(/<a id="([^"]+)">/g)].map(
    ([, anchor]) => anchor,
  ),
);
const proved = new Set(provingFiles().flatMap(({ rules }) => rules));

/** What is wrong with a line; empty where nothing is. */
function faultOf({ words, judgement, ruling, proof }: Line): string {
  const anchor = /^\[[^\]]+\]\(\.\.\/\.\.\/docs\/rulings\.md#([\w-]+)\)$/.exec(ruling)?.[1];
  if (words === "") return "no words";
  if (judgement === "can't be judged") return ruling === "" ? "no reason" : "";
  if (judgement === "not met") return ruling === "" ? "not said what is missing" : "";
  if (judgement === "ruled otherwise" && (anchor === undefined || !rulings.has(anchor)))
    return "no such ruling";
  if (judgement === "met" && ruling !== "") return "met, and ruled otherwise";
  if (judgement !== "met" && judgement !== "ruled otherwise") return `none of ${judgements.join(", ")}`;
  return proved.has(proof) ? "" : `no test names [${proof}]`;
}

test("every line of the specification has its judgement, its ruling where it differs, and a test", () => {
  const faults = lines.flatMap((line) => {
    const fault = faultOf(line);
    return fault === "" ? [] : [`${line.id}: ${fault}`];
  });
  expect(faults).toEqual([]);
});

test("a line without a test, a ruling that isn't there, and an unheard-of judgement are faults", () => {
  const [first] = lines;
  const line = first ?? { id: "", words: "", judgement: "", ruling: "", proof: "" };
  expect(faultOf(line)).toBe("");
  const proof = "orders#levitation";
  expect(faultOf({ ...line, proof })).toBe(`no test names [${proof}]`);
  const ruling = "[none](../../docs/rulings.md#none)";
  expect(faultOf({ ...line, judgement: "ruled otherwise", ruling })).toBe("no such ruling");
  expect(faultOf({ ...line, judgement: "nearly" })).toMatch(/^none of /);
});

test("the lines are all there, each under its own id, in order", () => {
  const count = (of: string) => lines.filter(({ id }) => id.startsWith(`${of}-`)).length;
  expect([count("1"), count("2")]).toEqual([220, 276]);
  const places = new Map<string, number>();
  for (const { id } of lines) {
    const [, section = "", place = ""] = /^(.*)\.(\d\d)$/.exec(id) ?? [];
    expect(Number(place), id).toBe((places.get(section) ?? 0) + 1);
    places.set(section, Number(place));
  }
});

test("every ruling is of a line", () => {
  const used = new Set(lines.map(({ ruling }) => /#([\w-]+)\)$/.exec(ruling)?.[1]));
  expect([...rulings].filter((ruling) => !used.has(ruling))).toEqual([]);
});
