import { describe, expect, test } from "vitest";
import { z } from "zod";
import { knownFields } from "./read.ts";

const words = z.string().default("");
const schema = z
  .object({
    name: words,
    enabled: z.union([z.boolean(), z.literal("on")]).default(false),
    intent: z.enum(["save", "preview"]).catch("save"),
    groups: z
      .array(z.object({ origin: words, conditions: z.array(z.object({ operand: words })) }))
      .default([]),
    note: z.string().trim().max(9).optional(),
  })
  .superRefine(() => undefined);

function formOf(fields: readonly (readonly [string, string])[]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}
const fits = (form: FormData) => knownFields(form, schema) !== undefined;
const isFit = (fields: Record<string, string>) => fits(formOf(Object.entries(fields)));
const intent = (value: unknown) => ({ __intent__: JSON.stringify(value) });

describe("a form of the page", () => {
  test.each<Record<string, string>>([
    {},
    { name: "", enabled: "on", intent: "save", note: "n" },
    { token: "t", name: "{}", typed: "what" },
    { "groups[0].origin": "0", "groups[0].conditions[999].operand": "x" },
    {
      __state__:
        '{"validated":{"name":true,"groups":true,"groups[0]":true,"groups[0].origin":false,"":true}}',
    },
    intent({ type: "insert", payload: { name: "groups", defaultValue: { conditions: [{}] } } }),
    intent({ type: "insert", payload: { name: "groups[3].conditions", defaultValue: {} } }),
    intent({ type: "remove", payload: { name: "groups", index: 0 } }),
    intent({ type: "reorder", payload: { name: "groups[0].conditions", from: 1, to: 0 } }),
    intent({ type: "validate", payload: { name: "groups[0].conditions[1].operand" } }),
    intent({ type: "validate", payload: { name: "groups[0].conditions[1]" } }),
    intent({ type: "update", payload: { name: "groups[0].conditions", value: [{}] } }),
  ])("is taken: %j", (fields) => {
    expect(isFit(fields)).toBe(true);
  });
});

describe("names that no page sends [errors#form-names]", () => {
  test.each<Record<string, string>>([
    { "groups[0].origin": "1", "groups.20000000.origin": "1" },
    { "groups.100000": "1" },
    { "groups[0].conditions.100000": "1" },
    { "groups[0].conditions[100000].operand": "1" },
    { "groups[1000].origin": "1" },
    { "groups[00000].origin": "1" },
    { "name[999999999].x": "1" },
    { "groups[]": "1" },
    { "groups[0]": "1" },
    { "other.x": "1" },
    { "other[0]": "1" },
    { _other: "1" },
    { __proto__x: "1" },
    { "constructor.prototype.x": "1" },
    { "[": "1" },
    { "": "1" },
    { __intent__: "x" },
    { __intent__: "null" },
    { __intent__: "{}" },
    { __state__: "x" },
    { __state__: "null" },
    { __state__: '{"validated":{"groups.20000000":true}}' },
    { __state__: '{"validated":{},"key":{}}' },
    intent({ type: "insert", payload: { name: "groups.20000000.conditions" } }),
    intent({ type: "insert", payload: { name: "groups", index: 1e9 } }),
    intent({ type: "insert", payload: { name: "groups", defaultValue: { conditions: [[[]]] } } }),
    intent({ type: "remove", payload: { name: "name", index: 0 } }),
    intent({ type: "update", payload: { name: "name", value: {} } }),
    intent({ type: "update", payload: { name: "groups[0].conditions", value: [{}, {}] } }),
    intent({ type: "validate", payload: { name: "groups.20000000" } }),
    intent({ type: "reorder", payload: { name: "groups", from: 0, to: 1e9 } }),
    intent({ type: "reset", payload: {} }),
  ])("is refused: %j", (fields) => {
    expect(isFit(fields)).toBe(false);
  });

  test("other pages' plain fields are ignored", () => {
    const known = knownFields(
      formOf(Object.entries({ name: "a", submittedBy: "mallory", groups: "1" })),
      schema,
    );
    expect(known && [...known]).toEqual([["name", "a"]]);
  });

  test("one field twice, and a file where words belong", () => {
    expect(fits(formOf(["a", "b"].map((value) => ["name", value] as const)))).toBe(false);
    const form = new FormData();
    form.set("name", new Blob(["x"]), "x.txt");
    expect(fits(form)).toBe(false);
  });

  test("more rows than any form has, by few names", () => {
    expect(isFit({ "groups[999].origin": "1", "groups[0].conditions[999].operand": "1" })).toBe(true);
    const rows = { "groups[0].conditions[999].operand": "1", "groups[1].conditions[999].operand": "1" };
    expect(isFit({ "groups[1].origin": "1", ...rows })).toBe(false);
  });

  test("more fields than any form has", () => {
    const nameOf = (n: number) => `groups[${n % 1000}].conditions[${Math.floor(n / 1000)}].operand`;
    const many = Array.from({ length: 5_001 }, (_, n) => [nameOf(n), "1"] as const);
    expect(fits(formOf(many))).toBe(false);
  });
});
