import { expect, test } from "vitest";
import { createTokens } from "./once.server.ts";

const riley = { subject: "riley" };
const sam = { subject: "sam" };

test("a token identifies its person, to the portal only, and so do tokens derived from it", () => {
  const { make, isOf, isOurs } = createTokens("a secret of thirty-two characters");
  const token = make(riley);
  for (const one of [token, `${token}.more`]) {
    expect(isOurs(one)).toBe(true);
    expect(isOf(one, riley)).toBe(true);
    expect(isOf(one, sam)).toBe(false);
  }
  const forged = token.replace(/^./, (first) => (first === "0" ? "1" : "0"));
  for (const one of [forged, `${token}x`, token.slice(0, -1), "", "another"]) expect(isOurs(one)).toBe(false);
  expect(createTokens("a secret of thirty-two letters or so").isOurs(token)).toBe(false);
});
