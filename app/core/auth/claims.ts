import { z } from "zod";
import { claimedRoles } from "#contract/capabilities.ts";
import type { Identity } from "./user.ts";

const text = z.string().trim().catch("");

const identityClaims = z.object({
  sub: z.string().min(1),
  preferred_username: text,
  email: text,
  name: text,
});

/** No such claim is no role; one that is no list says nothing about the person's roles (sign-in#roles-claim). */
const rolesClaim = z.object({ roles: z.array(z.string()).default([]) });

/** Claims by which Entra marks a token without room for a person's groups, or for the roles derived from them. */
const overage = z.union([
  z.object({ hasgroups: z.union([z.literal(true), z.literal("true")]) }),
  z.object({ _claim_names: z.union([z.object({ groups: z.string() }), z.object({ roles: z.string() })]) }),
]);

/** Thrown for a token that omits groups or roles and has no role: the actual roles are unknown. */
export class RolesUnreadable extends Error {}

/** Thrown for a token whose roles are no list of names. */
export class RolesMalformed extends RolesUnreadable {}

function rolesOf(claims: unknown): string[] {
  const read = rolesClaim.safeParse(claims);
  if (!read.success) throw new RolesMalformed("The ID token's roles are no list of names");
  if (read.data.roles.length === 0 && overage.safeParse(claims).success)
    throw new RolesUnreadable("The ID token has no roles, and leaves groups out (overage)");
  return claimedRoles(read.data.roles);
}

const initialsOf = (name: string): string => {
  const words = name.split(/[\s._-]+/u).filter(Boolean);
  const first = words.at(0) ?? "";
  const last = words.length > 1 ? (words.at(-1) ?? "") : "";
  return [first, last]
    .map((word) => [...word][0] ?? "")
    .join("")
    .toUpperCase();
};

/**
 * The identity in an ID token's claims. `preferred_username` is the username, and may be empty; the email falls back
 * to a username that is an address; no roles means `['User']` (sign-in#identity, sign-in#roles-claim). Throws a
 * ZodError when the claims have no subject, RolesMalformed and RolesUnreadable (sign-in#roles-claim, sign-in#overage).
 */
export function identityFromClaims(claims: unknown): { subject: string; identity: Identity } {
  const read = identityClaims.parse(claims);
  const username = read.preferred_username;
  const email = read.email || (username.includes("@") ? username : "");
  const fullname = read.name || username || email;
  return {
    subject: read.sub,
    identity: {
      email,
      username,
      fullname,
      initials: initialsOf(read.name || (username || email).replace(/@.*/, "")),
      roles: rolesOf(claims),
    },
  };
}
