import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { cases } from "../../tests/support/models.ts";
import { readAnswer } from "./calls.ts";

test("half a surrogate pair, which no address and no page can hold, is read as the replacement character", () => {
  const part = fc.constantFrom("\ud800", "\udc00", "😀", "\\", "\\ud800", '"', "u", "d83d", "é");
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join("");
      const body = Buffer.from(JSON.stringify({ name: text }));
      const answer = { ok: true, value: { name: Buffer.from(text).toString() } };
      expect(readAnswer(z.object({ name: z.string() }), body)).toEqual(answer);
      const escaped = body.toString().replace(/😀/g, "\\ud83d\\ude00");
      expect(readAnswer(z.object({ name: z.string() }), Buffer.from(escaped))).toEqual(answer);
    }),
    { numRuns: cases(2_000) },
  );
});
