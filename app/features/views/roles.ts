import type { Role } from "#contract/capabilities.ts";

/** The roles that a view can be shared with: those that open anything (roles#roles). */
export const viewRoles = ["Admin", "User", "PrintLabel", "Store"] as const satisfies readonly Role[];
export type ViewRole = (typeof viewRoles)[number];

/** Characters of a view's name. */
export const maxNameLength = 60;
