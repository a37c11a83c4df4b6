import { expect, test } from "vitest";
import { identityFromClaims, RolesMalformed } from "./claims.ts";

test("a full set of claims [sign-in#identity]", () => {
  const known = { email: "riley.clerk@utopia.example", roles: ["User", "PrintLabel"] };
  const claims = {
    sub: "s1",
    preferred_username: "riley@utopia.example",
    name: "Riley van der Clerk",
    ...known,
  };
  const named = { username: "riley@utopia.example", fullname: "Riley van der Clerk", initials: "RC" };
  expect(identityFromClaims(claims)).toEqual({ subject: "s1", identity: { ...named, ...known } });
});

test("no roles claim, or an empty one, means User; a malformed one identifies nobody [sign-in#roles-claim, sign-in#overage]", () => {
  const rolesIn = (roles: unknown) => identityFromClaims({ sub: "s", name: "N", roles }).identity.roles;
  for (const roles of [undefined, []]) expect(rolesIn(roles)).toEqual(["User"]);
  for (const roles of ["Admin", [1], ["User", null], null, {}])
    expect(() => rolesIn(roles), JSON.stringify(roles)).toThrow(RolesMalformed);
});

test("an empty username stays empty; the email falls back to a username that is one", () => {
  const identityOf = (claims: object) => identityFromClaims({ sub: "s", ...claims }).identity;
  const nameless = { username: "", email: "", initials: "N" };
  expect(identityOf({ preferred_username: "", name: "Nan" })).toMatchObject(nameless);
  const address = "sam@utopia.example";
  const addressed = { email: address, fullname: address, initials: "S" };
  expect(identityOf({ preferred_username: address })).toMatchObject(addressed);
  expect(identityOf({ preferred_username: "sam" }).email).toBe("");
});

test("claims without a subject identify nobody", () => {
  expect(() => identityFromClaims({ name: "Nobody" })).toThrow();
});
