import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { repository } from "#tests/support/processes.ts";

const read = (path: string) => readFileSync(join(repository, path), "utf8");
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read("package.json")));

const documents = [
  "README.md",
  ".env.example",
  ...["docs", "deploy"].flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(md|yaml|example|service|template)$/.test(file))
      .map((file) => join(folder, file)),
  ),
];

/** A command as a document gives it: its script, its arguments, and where it is. */
type Command = { at: string; script: string; args: string };

const commandsIn = (path: string, text: string): Command[] => {
  const joined = text.replace(/\\\n\s*/g, " ");
  const byNpm = [...joined.matchAll(/\bnpm run (?:-s |--silent )?([\w:-]+)(?: -- ([^`\n|>#]*))?/g)];
  const byFile = [...joined.matchAll(/\b(scripts\/[\w-]+\.(?:mjs|ts))((?: +[^\s`|>#][^\s`|>#]*)*)/g)];
  return [...byNpm, ...byFile].map(([, script = "", args = ""]) => ({ at: path, script, args }));
};

/** The sources behind a command: its script, the programs that the script names, and what these import. */
function sourcesOf(text: string, from = "", depth = 2): string {
  const files = [...text.matchAll(/(?<![\w./])#?((?:\.{1,2}\/)?[\w-][\w./-]*\.(?:mjs|ts))\b/g)]
    .map(([, file = ""]) => (file.startsWith(".") ? join(from, file) : file))
    .filter((file) => existsSync(join(repository, file)));
  return files
    .map((file) =>
      depth === 0 ? read(file) : `${read(file)}\n${sourcesOf(read(file), dirname(file), depth - 1)}`,
    )
    .join("\n");
}

/** The options that a source reads: written out, declared for `parseArgs`, or the alternatives of an expression. */
const optionsRead = (source: string): string[] => [
  ...[...source.matchAll(/--([a-z][a-z-]+)/g)].map(([, name = ""]) => name),
  ...[...source.matchAll(/"?([a-z][a-z-]*)"?: \{ type: "(?:boolean|string)"/g)].map(([, name = ""]) => name),
  ...[...source.matchAll(/--\(([\w|-]+)\)/g)].flatMap(([, names = ""]) => names.split("|")),
];

function problemOf({ at, script, args }: Command): string[] {
  const command = script.startsWith("scripts/") ? script : scripts[script];
  if (command === undefined || (command === script && !existsSync(join(repository, script))))
    return [`${at}: there is no ${script}`];
  const options = optionsRead(`${command}\n${sourcesOf(command)}`);
  return [...args.matchAll(/(?<!\S)--([a-z][a-z-]*)/g)]
    .filter(([, name = ""]) => !options.includes(name))
    .map(([option]) => `${at}: ${script} has no ${option}`);
}

test("every command in a document is there, with the options that it is given", () => {
  const commands = documents.flatMap((path) => commandsIn(path, read(path)));
  expect(commands.length).toBeGreaterThan(80);
  expect(commands.flatMap(problemOf)).toEqual([]);
});

test("a command or an option that does not exist is found", () => {
  const text = "`docker compose run --rm tools scripts/forget.mjs --email mei@x` and `npm run gone`";
  expect(commandsIn("a.md", text).flatMap(problemOf)).toEqual([
    "a.md: there is no gone",
    "a.md: scripts/forget.mjs has no --email",
  ]);
});

test("every compose file that a document starts is there", () => {
  const named = documents.flatMap((path) => [...read(path).matchAll(/docker compose -f (\S+)/g)]);
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter(([, file = ""]) => !existsSync(join(repository, "deploy", file)))).toEqual([]);
});
