import { createHash } from "node:crypto";

/** A simulated person of the embedded identity provider, with Entra's attributes. */
export type StaffMember = {
  /** The value in the sign-in page's form, also accepted in `login_hint` besides the address. */
  key: string;
  /** Entra's object id: the same in every application. */
  objectId: string;
  /** Entra's pairwise subject: the person's id in this application. */
  subject: string;
  name: string;
  email: string;
  /** The `preferred_username` claim; may be empty. */
  username: string;
  /** The `roles` claim; without roles the claim is absent. */
  roles: readonly string[];
  hasPhoto: boolean;
  /** What this person demonstrates, in the sign-in page's words. */
  about: string;
};

type Entry = Pick<StaffMember, "key" | "name" | "roles" | "about"> & { username?: string };

const entries: Entry[] = [
  { key: "admin", name: "Avery Admin", roles: ["Admin"], about: "Every page of every store" },
  { key: "merch", name: "Morgan Merchandiser", roles: ["User"], about: "Products and their actions" },
  { key: "clerk", name: "Riley Clerk", roles: ["User"], about: "Orders, returns and exchanges" },
  { key: "edi", name: "Eden Operator", roles: ["User"], about: "Documents exchanged with Myer" },
  { key: "labels", name: "Lee Labels", roles: ["PrintLabel"], about: "Label printing and shipments" },
  { key: "store", name: "Sam Store", roles: ["Store"], about: "Shipments" },
  { key: "norole", name: "Noor Newcomer", roles: [], about: "An account without a roles claim" },
  {
    key: "nameless",
    name: "Nameless Account",
    username: "",
    roles: ["User"],
    about: "An account whose username is empty",
  },
];

const withPhoto = ["admin", "merch", "clerk"];

const digest = (text: string) => createHash("sha256").update(text).digest();

function toUuid(hash: Buffer): string {
  const hex = hash.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Everybody one can sign in as; the same after every start. */
export const staff: readonly StaffMember[] = entries.map((entry) => {
  const email = `${entry.key}@utopia.example`;
  return {
    ...entry,
    email,
    hasPhoto: withPhoto.includes(entry.key),
    username: entry.username ?? email,
    objectId: toUuid(digest(`object ${email}`)),
    subject: digest(`subject ${email}`).toString("base64url"),
  };
});

export function findStaffBySubject(subject: string): StaffMember | undefined {
  return staff.find((member) => member.subject === subject);
}

/** The person with this key or address, case-insensitive; surrounding spaces are ignored. */
export function findStaffByName(typed: string): StaffMember | undefined {
  const wanted = typed.trim().toLowerCase();
  return staff.find((member) => member.key === wanted || member.email === wanted);
}
