import fc from "fast-check";
import { expect, test } from "vitest";
import { comparable, containsText, readTyped } from "./typedText.ts";

test.each([
  ["an apostrophe of a phone", "O\u2019Brien", "O'Brien"],
  ["a letter for one", "O\u02bcBrien", "O'Brien"],
  ["composed letters", "Zoe\u0308", "Zo\u00eb"],
  ["non-breaking hyphens", "250\u20116428685\u20110100350", "250-6428685-0100350"],
  ["en dashes", "250\u20136428685", "250-6428685"],
  ["full-width digits", "\uff12\uff10\uff11", "201"],
  ["a comma after it", "20100651, ", "20100651"],
  ["a full stop after it", "20100651.", "20100651"],
  ["the apostrophe of a spreadsheet", "'20100651", "20100651"],
  ["quotes", '"20100651"', "20100651"],
  ["typographic quotes, and a comma", "\u201c20100651\u201d,", "20100651"],
  ["non-breaking and double blanks", "Anna\u00a0\u00a0Lee", "Anna Lee"],
  ["a name and an address", "Anna Lee <anna@x.example>", "anna@x.example"],
  ["an address in brackets", "<anna@x.example>,", "anna@x.example"],
  ["a link to write to", "mailto:anna@x.example?subject=Hi", "anna@x.example"],
  ["what needs nothing", "Unit 3, O'Brien St", "Unit 3, O'Brien St"],
])("%s is read as a plain keyboard writes it [find#folding]", (_, typed, read) =>
  expect(readTyped(typed)).toBe(read),
);

test.each(["\u200b", "\u200e", "\u202a", "\u202c", "\u2060", "\u00ad", "\ufeff"])(
  "an invisible character is none (%j) [find#folding]",
  (hidden) => {
    for (const typed of [`${hidden}20100651${hidden}`, `2010${hidden}0651`])
      expect(readTyped(typed)).toBe("20100651");
  },
);

test("reading what was read changes nothing, and plain words stay as they are [find#folding]", () => {
  const odd = fc.string({
    unit: fc.constantFrom(
      ..."ab '\"\u2018\u201d\u2013<>@.,;\u200b\uff11e\u0308\n",
      "mailto:",
      "\ud83d\ude00",
    ),
  });
  fc.assert(
    fc.property(odd, (typed) => {
      const read = readTyped(typed);
      expect(readTyped(read)).toBe(read);
    }),
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9_%#/-]+( [a-z0-9_%#/-]+){0,3}$/), (typed) => {
      expect(readTyped(typed)).toBe(typed);
    }),
  );
});

test("texts are compared without regard to case, accents and how they were typed", () => {
  expect(comparable("M\u00dcLLER\u2019S")).toBe("muller's");
  expect(containsText("Men\u2019s Caf\u00e9 Shoe", "men's cafe")).toBe(true);
  expect(containsText("Men's", "Mens")).toBe(false);
});
