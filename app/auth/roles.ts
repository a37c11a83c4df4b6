/** The roles that pages ask for (spec 2 §6). A token may carry others; they open nothing. */
export type Role = "Admin" | "User" | "PrintLabel" | "Store";

/** Whether a person may open what `allowed` opens: one of the roles is enough (spec 2 §6). */
export const hasAnyRole = (person: { roles: readonly string[] }, allowed: readonly Role[]): boolean =>
  allowed.some((role) => person.roles.includes(role));
