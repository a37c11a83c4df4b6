import { z } from "zod";

/**
 * Who is signed in (sign-in#identity). `username` may be empty: such a person is offered no actions
 * (roles#no-username).
 */
export const identity = z.object({
  email: z.string(),
  username: z.string(),
  initials: z.string(),
  fullname: z.string(),
  roles: z.array(z.string()),
});
export type Identity = z.output<typeof identity>;

/** What people call somebody: their name, or their username where they have none. */
export const nameOf = ({ fullname, username }: Pick<Identity, "fullname" | "username">): string =>
  fullname || username;
