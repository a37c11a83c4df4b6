import { z } from "zod";

/** The signed-in person (sign-in#identity); none is offered actions without `username` (roles#no-username). */
export const identity = z.object({
  email: z.string(),
  username: z.string(),
  initials: z.string(),
  fullname: z.string(),
  roles: z.array(z.string()),
});
export type Identity = z.output<typeof identity>;

/** A person's display name: their name, else their username. */
export const nameOf = ({ fullname, username }: Pick<Identity, "fullname" | "username">): string =>
  fullname || username;
