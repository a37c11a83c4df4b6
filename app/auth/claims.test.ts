import { expect, test } from "vitest";
import { identityFromClaims } from "./claims.ts";

test("a full set of claims [sign-in#identity]", () => {
  const claims = {
    sub: "s1",
    preferred_username: "riley@utopia.example",
    email: "riley.clerk@utopia.example",
    name: "Riley van der Clerk",
    roles: ["User", "PrintLabel"],
  };
  expect(identityFromClaims(claims)).toEqual({
    subject: "s1",
    identity: {
      username: "riley@utopia.example",
      email: "riley.clerk@utopia.example",
      fullname: "Riley van der Clerk",
      initials: "RC",
      roles: ["User", "PrintLabel"],
    },
  });
});

test("no roles claim, an empty one or a broken one mean User [sign-in#roles-claim]", () => {
  for (const roles of [undefined, [], "Admin", [1]]) {
    expect(identityFromClaims({ sub: "s", name: "N", roles }).identity.roles).toEqual(["User"]);
  }
});

test("an empty username stays empty; the email falls back to a username that is one", () => {
  expect(identityFromClaims({ sub: "s", preferred_username: "", name: "Nan" }).identity).toMatchObject({
    username: "",
    email: "",
    initials: "N",
  });
  expect(identityFromClaims({ sub: "s", preferred_username: "sam@utopia.example" }).identity).toMatchObject({
    email: "sam@utopia.example",
    fullname: "sam@utopia.example",
    initials: "S",
  });
  expect(identityFromClaims({ sub: "s", preferred_username: "sam" }).identity.email).toBe("");
});

test("claims without a subject are nobody's", () => {
  expect(() => identityFromClaims({ name: "Nobody" })).toThrow();
});
