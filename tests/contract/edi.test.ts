import { expect, test } from "vitest";
import { ediCharacterSets } from "#contract/ediPartners.ts";
import { encodingOf } from "#edifact/index.ts";

test("a partner's record takes the character sets that are written, and no others [edi#partner-fields]", () => {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const writable = letters
    .map((letter) => `UNO${letter}`)
    .filter((identifier) => encodingOf(identifier) !== undefined);
  expect([...ediCharacterSets]).toEqual(writable);
});
