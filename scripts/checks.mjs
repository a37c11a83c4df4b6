import { CommandFailed, npm, run } from "./processes.mjs";

/** What is checked without running the product: its name, and its script in package.json. The longest comes first. */
const checks = {
  types: "types",
  "lint and format": "lint",
  "import directions": "imports",
  "unused code": "unused",
};

/**
 * Runs every check, side by side, and tells of each how long it took. Throws `CommandFailed` with the output of
 * all that failed, once all have ended.
 */
export async function checkAll(env = {}) {
  const outcomes = await Promise.allSettled(
    Object.entries(checks).map(async ([name, script]) => {
      const began = Date.now();
      const [command, args] = npm("run", "--silent", script);
      await run(`npm run ${script}`, command, args, { env });
      process.stdout.write(`   ${name}: ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
    }),
  );
  const failures = outcomes.filter(({ status }) => status === "rejected").map(({ reason }) => reason);
  if (failures.length === 0) return;
  const together = (part) => failures.map((failure) => failure[part]).join("\n");
  throw new CommandFailed(together("message"), together("output"));
}
