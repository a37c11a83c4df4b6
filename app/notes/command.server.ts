import { userInfo } from "node:os";
import { z } from "zod";
import { trail } from "#app/audit/audit.server.ts";
import { portalNotes } from "./portalNotes.server.ts";

// The portal's part of `npm run forget`: removes the notes of a customer's records, and writes down that it was done.
const { orders, returns } = z
  .object({ orders: z.array(z.string()), returns: z.array(z.string()) })
  .parse(JSON.parse(process.argv[2] ?? ""));
const had = await portalNotes.forget([
  ...orders.map((id) => ({ kind: "order", store: "", id }) as const),
  ...returns.map((id) => ({ kind: "return", store: "", id }) as const),
]);
await trail.append({
  at: Date.now(),
  subject: "",
  name: `${userInfo().username}, at the machine`,
  kind: "deed",
  did: `Forgot a customer: ${orders.length} orders, ${returns.length} returns, notes of ${had}`,
  record: "",
  href: "",
  outcome: "done",
  why: "",
  address: "",
  correlationId: "",
});
process.stdout.write(
  `Notes of ${had} records are removed, and the audit trail says that a customer was forgotten.\n`,
);
// A connection to Redis would keep the process alive.
process.exit(0);
