import { expect, test } from "vitest";
import { createSeal } from "./seal.server.ts";

const seal = createSeal("a secret of thirty-two characters");

test("an encrypted text opens under its own label only", () => {
  const sealed = seal.close("token ✓", "session:1");
  expect(sealed).not.toContain("token");
  expect(seal.open(sealed, "session:1")).toBe("token ✓");
  expect(seal.open(sealed, "session:2")).toBeUndefined();
  expect(createSeal("another secret of thirty-two char").open(sealed, "session:1")).toBeUndefined();
});

test("the same text never looks the same twice", () => {
  expect(seal.close("x", "l")).not.toBe(seal.close("x", "l"));
});

test("a changed, cut or foreign record does not open", () => {
  const sealed = Buffer.from(seal.close("text", "l"), "base64url");
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(seal.open(changed.toString("base64url"), "l")).toBeUndefined();
  }
  expect(seal.open(sealed.subarray(0, 20).toString("base64url"), "l")).toBeUndefined();
  expect(seal.open("", "l")).toBeUndefined();
});
