import { z } from "zod";
import { auditKinds, auditOutcomes } from "./kinds.ts";

const fact = {
  /** In epoch milliseconds. */
  at: z.number(),
  /** The identity provider's permanent ID of the person, and their display name; both empty if signed out. */
  subject: z.string(),
  name: z.string(),
  kind: z.enum(auditKinds),
  did: z.string(),
  /** The record's display name and URL; both may be empty. */
  record: z.string(),
  href: z.string(),
  outcome: z.enum(auditOutcomes),
  /** Why it was refused or failed, or a person's reason for it; may be empty. */
  why: z.string(),
  address: z.string(),
  correlationId: z.string(),
};
const auditFact = z.object(fact);
export type AuditFact = z.output<typeof auditFact>;

/**
 * One line of the trail: `hash` covers everything else, including the hash of the previous line. A line that records
 * the erasure of texts in other lines contains their new hashes (`erases`); each of those refers to it (`erasedBy`).
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
