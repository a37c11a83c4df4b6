/** One line of the benchmarks' table; `holds` is undefined where the line has no target. */
export type Line = { what: string; target: string; measured: string; holds?: boolean };

const verdict = { true: "yes", false: "NO", undefined: "" };

/** The table as Markdown. */
export function tableOf(lines: readonly Line[]): string {
  const rows = lines.map(({ what, target, measured, holds }) => [
    what,
    target,
    measured,
    verdict[`${holds}`],
  ]);
  const heads = ["What", "Target", "Measured", "Met"];
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => (row[column] ?? "").length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(heads), `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`, ...rows.map(line)].join(
    "\n",
  );
}
