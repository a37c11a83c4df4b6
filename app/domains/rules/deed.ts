import type { VersionLine } from "./compare.ts";

/** What the dialog of a rule's deed holds beside its question. */
export type RuleSlot = {
  /** What the form says of the rule as it was seen, and which way the toggle goes. */
  seen: string;
  enabled?: "1" | "0";
  editHref: string;
  /** The rule as it was seen, beside the rule as it stands: another person changed it in between. */
  changed?: { who: string; at: string; lines: VersionLine[] };
};
