import { z } from "zod";
import type { Role } from "#contract/capabilities.ts";

/** The roles that a view can be shared with: those that open anything (roles#roles). */
export const viewRoles = ["Admin", "User", "PrintLabel", "Store"] as const satisfies readonly Role[];

/** A list with its filters, saved under a name (views#what). */
export const savedView = z.object({
  id: z.string(),
  name: z.string(),
  /** The list's URL when saved. It is parsed like a current one when opened. */
  href: z.string(),
  owner: z.object({ subject: z.string(), name: z.string() }),
  /** The role it is shared with; absent if it is private. */
  role: z.enum(viewRoles).optional(),
  /** When it was last changed, ISO 8601. */
  at: z.string(),
});
export type SavedView = z.output<typeof savedView>;

export type ViewPerson = {
  subject: string;
  roles: readonly string[];
  name: string;
  /** Whether they may open the list of a URL; absent if all lists are open to them. */
  opens?: (href: string) => boolean;
};

export const maxNameLength = 60;
export const maxViews = 50;
export const maxPins = 20;
export const maxShared = 200;

export type ViewWords = { name: string; role?: SavedView["role"]; pinned: boolean };

/** Why something was not saved, at the field to fix. */
export type Refusal = { field: "name" | "role" | "pinned"; words: string };

const isAdmin = ({ roles }: Pick<ViewPerson, "roles">): boolean => roles.includes("Admin");

/** Whether a person may change or remove a view: its author, or an Admin if it is shared (views#whose). */
export const mayChange = (person: Pick<ViewPerson, "subject" | "roles">, view: SavedView): boolean =>
  view.owner.subject === person.subject || (view.role !== undefined && isAdmin(person));

/** The roles whose shared views a person sees: their own, and every role's for an Admin, who maintains them. */
export const rolesSeenBy = (person: Pick<ViewPerson, "roles">): SavedView["role"][] =>
  viewRoles.filter((role) => isAdmin(person) || person.roles.includes(role));

/** The roles that a person can share a view with: their own. */
export const rolesOf = ({ roles }: Pick<ViewPerson, "roles">) =>
  viewRoles.filter((role) => roles.includes(role));

export const byName = (one: SavedView, other: SavedView): number =>
  one.name.localeCompare(other.name, "en", { numeric: true });

export const forWhom = ({ role }: Pick<SavedView, "role">): string =>
  role === undefined ? "Only you" : `Everybody with the role ${role}`;
