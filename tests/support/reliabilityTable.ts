import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./processes.ts";

const document = join(repository, "docs/reliability.md");

/**
 * Prints the result of `npm run <command>`, and with `--write` puts it into docs/reliability.md, between the markers of
 * this command. Problems are listed, and make the command fail.
 */
export function publish(command: string, text: string, problems: readonly string[]): void {
  process.stdout.write(`${text}\n${problems.map((problem) => `\n${problem}`).join("")}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
  if (!process.argv.includes("--write")) return;
  const place = new RegExp(`(<!-- npm run ${command} -->\n)[\\s\\S]*?(<!-- end -->)`);
  const before = readFileSync(document, "utf8");
  if (!place.test(before)) throw new Error(`docs/reliability.md has no place for npm run ${command}`);
  writeFileSync(
    document,
    before.replace(place, (_, start, end) => `${start}\n${text}\n\n${end}`),
  );
}
