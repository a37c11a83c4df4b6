import { z } from "zod";
import type { AuditKind, AuditOutcome } from "#app/audit/kinds.ts";

/** The kinds of lines, as a filter names them. */
export const kindLabels = {
  action: "Actions",
  session: "Sessions",
  voucher: "Vouchers",
  export: "Spreadsheets",
  refusal: "Refusals",
} as const satisfies Record<AuditKind, string>;

/** What came of it, in a word. */
export const outcomeLabels = {
  done: "Done",
  failed: "Failed",
  unknown: "Unknown",
  refused: "Refused",
} as const satisfies Record<AuditOutcome, string>;

/** One line of the trail as it is shown; `problem` says why it is not as it was written, and is empty otherwise. */
export const auditRow = z.object({
  n: z.number(),
  /** In epoch milliseconds; null where the line cannot be read. */
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

/** What came of it, in a word and in its reason. */
export function outcomeWords({ outcome, why, problem }: AuditRow): string {
  if (problem !== "") return problem;
  const word = isOutcome(outcome) ? outcomeLabels[outcome] : outcome;
  return why === "" ? word : `${word}: ${why}`;
}
