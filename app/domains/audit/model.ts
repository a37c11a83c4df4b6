import { z } from "zod";
import { outcomeLabels } from "./labels.ts";

/** One line of the trail as shown; `problem` says how it differs from what was written, and is empty otherwise. */
export const auditRow = z.object({
  n: z.number(),
  /** In epoch milliseconds; null if the line cannot be read. */
  at: z.number().nullable(),
  name: z.string(),
  subject: z.string(),
  kind: z.string(),
  did: z.string(),
  record: z.string(),
  href: z.string(),
  outcome: z.string(),
  why: z.string(),
  address: z.string(),
  correlationId: z.string(),
  problem: z.string(),
});
export type AuditRow = z.output<typeof auditRow>;

const isOutcome = (text: string): text is keyof typeof outcomeLabels => Object.hasOwn(outcomeLabels, text);

export function outcomeWords({ outcome, why, problem }: AuditRow): string {
  if (problem !== "") return problem;
  const word = isOutcome(outcome) ? outcomeLabels[outcome] : outcome;
  return why === "" ? word : `${word}: ${why}`;
}
