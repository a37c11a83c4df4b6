import fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../../../tests/support/models.ts";
import { storable, storableJson } from "./storable.ts";

const nul = "\0";
const half = "\ud83d";
/** Pieces that JSON escapes, pieces like an escape, and whole surrogate pairs. */
const text = fc
  .array(fc.constantFrom("a", nul, half, "\udc00", "😀", "\\u0000", "\\ud83d", '"', "\n", "é"), {
    maxLength: 6,
  })
  .map((parts) => parts.join(""));

test("NUL and half characters become the replacement character, and nothing else changes", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom("one", "other"), fc.array(text)), (value) => {
      const stored = storableJson({ value, number: 1, none: null });
      const wanted = Object.fromEntries(
        Object.entries(value).map(([key, texts]) => [
          key,
          texts.map((one) => one.replace(/\p{Surrogate}/gu, "\ufffd").replaceAll(nul, "\ufffd")),
        ]),
      );
      expect(stored).toEqual({ value: wanted, number: 1, none: null });
    }),
    { numRuns: cases(500) },
  );
  expect(storableJson([`a${nul}b${half}c`, "\\u0000", "😀"])).toEqual(["a\ufffdb\ufffdc", "\\u0000", "😀"]);
  expect(storable(`${half}${nul}x`)).toBe("\ufffd\ufffdx");
});

test("values that JSON omits are omitted, and moments are texts", () => {
  const at = new Date(0);
  expect(storableJson<unknown>({ left: undefined, at })).toEqual({ at: "1970-01-01T00:00:00.000Z" });
});
