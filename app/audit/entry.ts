import { z } from "zod";
import { auditKinds, auditOutcomes } from "./kinds.ts";

const fact = {
  /** In epoch milliseconds. */
  at: z.number(),
  /** The identity provider's lasting name for the person, and the name people know; both empty for nobody. */
  subject: z.string(),
  name: z.string(),
  kind: z.enum(auditKinds),
  did: z.string(),
  /** Which record, as people call it, and where it is shown; both may be empty. */
  record: z.string(),
  href: z.string(),
  outcome: z.enum(auditOutcomes),
  /** Why it was refused or failed, or why a person says that it was done; may be empty. */
  why: z.string(),
  address: z.string(),
  correlationId: z.string(),
};
const auditFact = z.object(fact);
export type AuditFact = z.output<typeof auditFact>;

/**
 * One line of the trail: `hash` is over everything else, the hash of the line before it among it. A line that says that
 * texts of others were erased has what they hash to since (`erases`); each of those names it (`erasedBy`).
 */
export const auditEntry = z.object({
  n: z.number(),
  ...fact,
  before: z.string(),
  hash: z.string(),
  erases: z.array(z.object({ n: z.number(), hash: z.string() })).optional(),
  erasedBy: z.number().optional(),
});
export type AuditEntry = z.output<typeof auditEntry>;
