import { codeWithMeaning, meaningOrCode } from "#app/domains/edi/codes.ts";
import { plural, shorten } from "#app/values/values.ts";
import type { PackageSummary, PackingLevel } from "#edifact/index.ts";
import { type LineView, toLineView } from "./orderMessage.ts";

/** One consignment packing sequence with its contents (edi#packing). */
export type LevelView = {
  key: string;
  title: string;
  problem: string;
  packages: PackageView[];
  lines: LineView[];
  inside: LevelView[];
};

const problems: Record<NonNullable<PackingLevel["problem"]>, string> = {
  "parent-missing": "The level that it should stand in is not in the message.",
  "parents-in-a-circle": "It is packed into itself.",
  "too-deep": "It is nested too deeply to be shown in its place.",
};

/** One package: its type, marking, and goods identity numbers. */
const toPackage = ({ quantity, type, level, markings }: PackageSummary, index: number) => ({
  key: String(index),
  title: [
    shorten(quantity, 20),
    type === "" ? "Package" : meaningOrCode("7065", type),
    level === "" ? "" : `(${meaningOrCode("7075", level)})`,
  ]
    .filter(Boolean)
    .join(" "),
  markings: markings.slice(0, 200).map(({ instructions, marks, numbers }, place) => ({
    key: String(place),
    instructions: codeWithMeaning("4233", instructions),
    marks: shorten(marks.join(", "), 200),
    numbers: numbers.map(({ qualifier, identifiers }) => ({
      label: codeWithMeaning("7405", qualifier) || "Number",
      values: identifiers.slice(0, 200).map((identifier) => shorten(identifier, 80)),
    })),
  })),
});

function titleOf({ identifier, level, sscc, lines, inside }: PackingLevel): string {
  const what = level === "" ? "Packing level" : meaningOrCode("7075", level);
  const holds = [
    sscc.length === 0 ? "" : `${plural(sscc.length, "SSCC", "SSCCs")}`,
    inside.length === 0 ? "" : `${plural(inside.length, "level", "levels")} inside`,
    lines.length === 0 ? "" : plural(lines.length, "line", "lines"),
  ].filter(Boolean);
  return `${identifier === "" ? "" : `${shorten(identifier, 40)} `}${what}${holds.length === 0 ? "" : `: ${holds.join(", ")}`}`;
}

export type PackageView = ReturnType<typeof toPackage>;

/** Maximum levels shown of a very large despatch advice. */
const maxLevels = 500;

/** The packing tree, built from the parent references of its levels. */
export function toLevelViews(levels: readonly PackingLevel[], budget = { left: maxLevels }): LevelView[] {
  const shown: LevelView[] = [];
  for (const [index, level] of levels.entries()) {
    if (budget.left <= 0) {
      shown.push({
        key: "more",
        title: `${plural(levels.length - index, "more level is", "more levels are")} not shown here: see the segments`,
        problem: "",
        packages: [],
        lines: [],
        inside: [],
      });
      break;
    }
    budget.left -= 1;
    shown.push({
      key: String(index),
      title: titleOf(level),
      problem: level.problem === undefined ? "" : problems[level.problem],
      packages: level.packages.slice(0, 100).map(toPackage),
      lines: level.lines.slice(0, 100).map(toLineView),
      inside: toLevelViews(level.inside, budget),
    });
  }
  return shown;
}
