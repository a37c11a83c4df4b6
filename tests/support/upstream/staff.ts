/** Someone whom the upstream of the tests lets sign in. `roles` is left out of the token when undefined. */
export type StaffMember = { username: string; name: string; roles?: readonly string[]; photo?: boolean };

/** One account per role, one without a roles claim, and one whose username is empty. */
export const upstreamStaff = {
  admin: { username: "ada@example.test", name: "Ada Admin", roles: ["Admin"], photo: true },
  clerk: { username: "carl@example.test", name: "Carl Clerk", roles: ["User"] },
  labels: { username: "lena@example.test", name: "Lena Labels", roles: ["PrintLabel"] },
  store: { username: "stig@example.test", name: "Stig Store", roles: ["Store"] },
  norole: { username: "nora@example.test", name: "Nora Norole" },
  nameless: { username: "", name: "Nameless Person", roles: ["User"] },
} satisfies Record<string, StaffMember>;

export type UpstreamStaffKey = keyof typeof upstreamStaff;

export const isStaffKey = (key: string): key is UpstreamStaffKey => key in upstreamStaff;
