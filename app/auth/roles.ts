/** The roles that pages ask for (roles#roles). A token may carry others; they open nothing. */
export type Role = "Admin" | "User" | "PrintLabel" | "Store";

/** Whether a person may open what `allowed` opens: one of the roles is enough (roles#any-role). */
export const hasAnyRole = (person: { roles: readonly string[] }, allowed: readonly Role[]): boolean =>
  allowed.some((role) => person.roles.includes(role));
