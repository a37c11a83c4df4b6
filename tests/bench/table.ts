/** A line of the benchmarks' table; `holds` is undefined without a target. */
export type Line = { what: string; target: string; measured: string; holds?: boolean };

export const milliseconds = (time: number) => `${time.toFixed(time < 10 ? 1 : 0)} ms`;
export const seconds = (time: number) => `${time.toFixed(1)} s`;
export const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
export const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;

export const median = (numbers: readonly number[]) => at(numbers, 0.5);
export const late = (numbers: readonly number[]) => at(numbers, 0.95);
export const at = (numbers: readonly number[], share: number) =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length * share)] ?? Number.NaN;

type Show = (value: number) => string;
export const atMost = (what: string, measured: number, limit: number, show: Show = milliseconds): Line => ({
  ...{ what, target: `≤ ${show(limit)}`, measured: show(measured), holds: measured <= limit },
});
export const atLeast = (what: string, measured: number, limit: number, show: Show): Line => ({
  ...{ what, target: `≥ ${show(limit)}`, measured: show(measured), holds: measured >= limit },
});
/** A figure without a target. */
export const note = (what: string, measured: string): Line => ({ what, target: "–", measured });

const availability = { true: "yes", false: "NO", undefined: "" };

export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(heads), `|${"---|".repeat(heads.length)}`, ...rows.map(line)].join("\n");
}

export const tableOf = (lines: readonly Line[]): string =>
  markdownTable(
    ["What", "Target", "Measured", "Met"],
    lines.map(({ what, target, measured, holds }) => [what, target, measured, availability[`${holds}`]]),
  );
