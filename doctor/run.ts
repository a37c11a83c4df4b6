import { examine } from "./examine.ts";
import { exitCodeOf, type Finding, linesOf } from "./finding.ts";

/** The last line: the number of findings that are not fine. */
function summaryOf(findings: readonly Finding[]): string {
  const count = (status: Finding["status"]) => findings.filter((one) => one.status === status).length;
  const [wrong, warnings] = [count("wrong"), count("warning")];
  if (wrong + warnings === 0) return "Everything is as it should be.";
  return `${wrong} wrong, ${warnings} ${warnings === 1 ? "warning" : "warnings"}, ${count("ok")} as they should be.`;
}

// `npm run doctor [-- --json]`: exits with 1 where something is wrong.
const findings = await examine(process.env);
const exitCode = exitCodeOf(findings);
process.stdout.write(
  process.argv.includes("--json")
    ? `${JSON.stringify({ healthy: exitCode === 0, findings }, undefined, 2)}\n`
    : `${[...findings.map(linesOf), "", summaryOf(findings)].join("\n")}\n`,
);
process.exit(exitCode);
