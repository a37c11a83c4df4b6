import { readFileSync } from "node:fs";
import { CommandFailed, fileInRepository, run } from "./processes.mjs";

/** Static checks: name, and script in package.json. The longest comes first. */
const checks = {
  types: "types",
  "lint and format": "lint",
  "import directions": "imports",
  "unused code": "unused",
};

/** The environment of every check: the installed tools on the PATH, and a larger heap for short-lived objects. */
const environment = {
  PATH: `${fileInRepository("node_modules/.bin")}:${process.env.PATH}`,
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --max-semi-space-size=64`.trim(),
};

/**
 * Runs every check in parallel, and reports each one's time. Throws `CommandFailed` with the output of all failed ones,
 * once all have ended.
 */
export async function checkAll(env = {}) {
  const { scripts } = JSON.parse(readFileSync(fileInRepository("package.json"), "utf8"));
  const outcomes = await Promise.allSettled(
    Object.entries(checks).map(async ([name, script]) => {
      const began = Date.now();
      // Without npm, which takes half a second each.
      await run(`npm run ${script}`, "sh", ["-c", scripts[script]], { env: { ...environment, ...env } });
      process.stdout.write(`   ${name}: ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
    }),
  );
  const failures = outcomes.filter(({ status }) => status === "rejected").map(({ reason }) => reason);
  if (failures.length === 0) return;
  const together = (part) => failures.map((failure) => failure[part]).join("\n");
  throw new CommandFailed(together("message"), together("output"));
}
