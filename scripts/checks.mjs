import { readFileSync } from "node:fs";
import { CommandFailed, fileInRepository, run } from "./processes.mjs";

/** What is checked without running the product: its name, and its script in package.json. The longest comes first. */
const checks = {
  types: "types",
  "lint and format": "lint",
  "import directions": "imports",
  "unused code": "unused",
};

/** What every check is run with: the installed tools by their names, and room for what they soon throw away. */
const environment = {
  PATH: `${fileInRepository("node_modules/.bin")}:${process.env.PATH}`,
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --max-semi-space-size=64`.trim(),
};

/**
 * Runs every check, side by side, and tells of each how long it took. Throws `CommandFailed` with the output of
 * all that failed, once all have ended.
 */
export async function checkAll(env = {}) {
  const { scripts } = JSON.parse(readFileSync(fileInRepository("package.json"), "utf8"));
  const outcomes = await Promise.allSettled(
    Object.entries(checks).map(async ([name, script]) => {
      const began = Date.now();
      // Without npm in between, which takes half a second of each.
      await run(`npm run ${script}`, "sh", ["-c", scripts[script]], { env: { ...environment, ...env } });
      process.stdout.write(`   ${name}: ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
    }),
  );
  const failures = outcomes.filter(({ status }) => status === "rejected").map(({ reason }) => reason);
  if (failures.length === 0) return;
  const together = (part) => failures.map((failure) => failure[part]).join("\n");
  throw new CommandFailed(together("message"), together("output"));
}
