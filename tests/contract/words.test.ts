import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "#tests/support/processes.ts";

// Names that once were a language of the codebase's own. In their place stand the words of the field.
const replaced =
  /\b(?:\w*(?<!\b[Ii]n)[dD]eeds?(?=\b|[A-Z])\w*|(?:most|longest|largest)[A-Z]\w*|askQuietly|isAskedInVain|isAsItComes|\w*[aA]mongEquals|OutOfTime|NoBridge|patienceMs|standsBeside|besidesOf|createTelling|createAway|TokenKeeper|\w*[oO]ddit(?:y|ies)|hasOddLetter|\w*[mM]ortals?|dyingDatabase|lifeOf|startOwn|startHouse|createTogether|exclusively|keptSeconds|keptOnce|inSlices)\b/g;
const code = /\.(?:[cm]?js|tsx?)$/;
const self = join("tests", "contract", "words.test.ts");

test("no name of the old dialect comes back", () => {
  const found = [
    "app",
    "backup",
    "contract",
    "doctor",
    "edifact",
    "platform",
    "scripts",
    "telemetry",
    "tests",
  ]
    .flatMap((folder) =>
      readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" }).map((path) =>
        join(folder, path),
      ),
    )
    .filter((path) => code.test(path) && path !== self)
    .flatMap((path) =>
      [...readFileSync(join(repository, path), "utf8").matchAll(replaced)].map(
        ([name]) => `${path}: ${name}`,
      ),
    );
  expect(found).toEqual([]);
});
